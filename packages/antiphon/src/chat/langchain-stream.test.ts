import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { tool } from "@langchain/core/tools";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { expect, test } from "vitest";
import { z } from "zod";
import { ScriptedModel } from "../testing/scripted-model.ts";
import { ToolExecutor } from "../tools/tool-executor.ts";
import { ToolManager } from "../tools/tool-manager.ts";
import { ChatClient } from "./chat-client.ts";

const now = tool(() => "noon", { name: "now", description: "The time.", schema: z.object({}) });
const executor = new ToolExecutor(new ToolManager().add(now));
const turns = [["Look. ", { toolCalls: [{ id: "a", name: "now", args: "{}" }] }], ["Noon."]];

class Recorder extends BaseCallbackHandler {
  override name = "recorder";
  readonly seen: string[] = [];
  override handleChatModelStart(): void {
    this.seen.push("start");
  }
  override handleLLMNewToken(token: string): void {
    if (token) this.seen.push(token);
  }
  override handleLLMEnd(output: { generations: { text: string }[][] }): void {
    this.seen.push(`end ${output.generations[0]?.[0]?.text}`);
  }
  override handleLLMError(error: Error): void {
    this.seen.push(`error ${error.message}`);
  }
}

test("callbacks that the caller set on the model see each request", async () => {
  const recorder = new Recorder();
  const model = new ScriptedModel({ turns });
  model.callbacks = [recorder];
  await new ChatClient({ model, executor }).invoke(["hi"]);
  expect(recorder.seen).toEqual(["start", "Look. ", "end Look. ", "start", "Noon.", "end Noon."]);
});

test("callbacks bound with withConfig see the run, errors too", async () => {
  const recorder = new Recorder();
  const model = new ScriptedModel({ turns: [["a", { error: new Error("lost") }]] }).withConfig({
    callbacks: [recorder],
  });
  await expect(new ChatClient({ model, executor }).invoke(["hi"])).rejects.toThrow("lost");
  expect(recorder.seen).toEqual(["start", "a", "error lost"]);
});

test("a model without streaming works, tools included", async () => {
  const model = new ScriptedModel({ turns, streaming: false });
  const { output, messages } = await new ChatClient({ model, executor }).invoke(["hi"]);
  expect(output).toBe("Look. \nNoon.");
  expect(messages.map(({ type }) => type)).toEqual(["ai", "tool", "ai"]);
  expect(model.requests[0]?.tools).toEqual(["now"]);
});

test("LangChain's own fake model works as it is", async () => {
  const client = new ChatClient({ model: new FakeListChatModel({ responses: ["hello there"] }) });
  const outputs: string[] = [];
  for await (const { output } of client.stream(["hi"])) outputs.push(output);
  expect(outputs.join("")).toBe("hello there");
  expect(outputs.length).toBeGreaterThan(5);
});

test("a runnable that is no chat model is asked through its own methods", async () => {
  const model = RunnableLambda.from((messages: BaseMessage[]) => new AIMessage(`got ${messages.length}`));
  expect((await new ChatClient({ model }).invoke(["a", "b"])).output).toBe("got 2");
});

test("tools are converted for the model again only when they have changed [T1]", async () => {
  let bindings = 0;
  class Counting extends ScriptedModel {
    override bindTools(tools: readonly unknown[]): ReturnType<ScriptedModel["bindTools"]> {
      bindings++;
      return super.bindTools(tools);
    }
  }
  const manager = new ToolManager().add(now);
  const model = new Counting({ turns: [["ok"]], repeat: true });
  const client = new ChatClient({ model, executor: new ToolExecutor(manager) });
  await client.invoke(["hi"]);
  await client.invoke(["hi"]);
  expect(bindings).toBe(1);
  manager.add(tool(() => "x", { name: "other", description: "Other.", schema: z.object({}) }));
  await client.invoke(["hi"]);
  expect(bindings).toBe(2);
  expect(model.requests.at(-1)?.tools).toEqual(["now", "other"]);
});
