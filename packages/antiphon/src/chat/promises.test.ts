// The cases in which other runtimes hang, lose results or end without an answer, in one place.
import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { silentLogger } from "../logger.ts";
import { ScriptedModel, type ScriptTurn } from "../testing/scripted-model.ts";
import { ToolExecutor, type ToolExecutorOptions } from "../tools/tool-executor.ts";
import { ToolManager } from "../tools/tool-manager.ts";
import type { Tool } from "../tools/tool.ts";
import { ChatClient, type ClientOptions } from "./chat-client.ts";
import { repairHistory } from "./history.ts";

const hang: Tool = {
  name: "hang",
  description: "Hangs for ever and ignores its signal.",
  schema: z.object({}),
  invoke: () => new Promise(() => {}),
};
const now = tool(() => "noon", { name: "now", description: "The time.", schema: z.object({}) });
const flood = tool(() => "x".repeat(3_000_000), {
  name: "flood",
  description: "Much.",
  schema: z.object({}),
});
const greet = tool(({ name }) => `Hello ${name}`, {
  name: "greet",
  description: "Greets.",
  schema: z.object({ name: z.string() }),
});

const call = (name: string, args = "{}", id = `${name}-1`) => ({ toolCalls: [{ id, name, args }] });

function setup(
  turns: readonly ScriptTurn[],
  executorOptions: ToolExecutorOptions = {},
  options: ClientOptions = {},
) {
  const model = new ScriptedModel({ turns });
  const manager = new ToolManager().add(hang, now, flood, greet);
  const executor = new ToolExecutor(manager, { logger: silentLogger, ...executorOptions });
  return { model, client: new ChatClient({ model, executor, logger: silentLogger, ...options }) };
}

const results = (messages: readonly BaseMessage[]) =>
  messages.filter((message): message is ToolMessage => message instanceof ToolMessage);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a tool that hangs is given up after 30 seconds by default, and the model still answers", async () => {
  const { client } = setup([[call("hang")], ["Sorry."]]);
  const answer = client.invoke(["hi"]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await answer).toMatchObject({
    output: "Sorry.",
    messages: [{}, { content: expect.stringContaining("timed out after 30000 ms") }, {}],
  });
  expect(vi.getTimerCount()).toBe(0);
});

test("with a timeout set, a tool that ignores its signal is given up at that moment, garbage collection or not", async () => {
  const { client } = setup([[call("hang")], ["Sorry."]], { timeoutMs: 50 });
  const answer = client.invoke(["hi"]);
  await vi.advanceTimersByTimeAsync(49);
  (globalThis as { gc?: () => void }).gc?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(results((await answer).messages)).toMatchObject([
    { status: "error", content: expect.stringContaining("timed out after 50 ms") },
  ]);
});

test("an unknown tool is an error result, and the run goes on", async () => {
  const { client } = setup([[call("nows")], ["Ah."]]);
  const { messages, output } = await client.invoke(["hi"]);
  expect(results(messages)[0]?.content).toBe('Error: Unknown tool "nows". Did you mean "now"?');
  expect(output).toBe("Ah.");
});

test("invalid JSON arguments are an error result and never executed; siblings run", async () => {
  const { client } = setup([
    [
      {
        toolCalls: [
          { index: 0, id: "a", name: "greet", args: '{"name":"Ad' },
          { index: 1, id: "b", name: "now", args: "{}" },
        ],
      },
    ],
    ["Ah."],
  ]);
  const { messages } = await client.invoke(["hi"]);
  expect(results(messages).map(({ status }) => status)).toEqual(["error", "success"]);
  expect(results(messages)[0]?.content).toContain("not valid JSON");
});

test("two calls with empty ids both run, each with an id and a result of its own", async () => {
  const { client } = setup([
    [
      {
        toolCalls: [
          { index: 0, id: "", name: "now", args: "{}" },
          { index: 0, id: "", name: "greet", args: '{"name":"Ada"}' },
        ],
      },
    ],
    ["Ah."],
  ]);
  const { messages } = await client.invoke(["hi"]);
  expect(results(messages).map(({ content }) => content)).toEqual(["noon", "Hello Ada"]);
  const ids = results(messages).map(({ tool_call_id }) => tool_call_id);
  expect((messages[0] as AIMessage).tool_calls?.map(({ id }) => id)).toEqual(ids);
  expect(new Set(ids).size).toBe(2);
});

test("an abort settles at once although the tool ignores the signal", async () => {
  const { client } = setup([[call("hang")], ["never"]]);
  const controller = new AbortController();
  const stream = client.run(["hi"], { signal: controller.signal });
  for await (const event of stream) if (event.type === "tool-start") controller.abort();
  expect(results(stream.messages)).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("the turn after an abort has the finished result, and a result for each call", async () => {
  const { client, model } = setup([
    [
      {
        toolCalls: [
          { index: 0, id: "a", name: "now", args: "{}" },
          { index: 1, id: "b", name: "hang", args: "{}" },
        ],
      },
    ],
    ["Back."],
  ]);
  const controller = new AbortController();
  const stream = client.run(["hi"], { signal: controller.signal });
  for await (const event of stream) if (event.type === "tool-end") controller.abort();
  await client.invoke([new HumanMessage("hi"), ...stream.messages, new HumanMessage("again")]);
  expect(model.requests[1]?.messages.map(({ type, content }) => `${type} ${content as string}`)).toEqual([
    "human hi",
    "ai ",
    "tool noon",
    expect.stringContaining("may still be running"),
    "human again",
  ]);
});

test("at the step limit there is an answer, not an exception and not silence", async () => {
  const { client } = setup(
    [[call("now")], [call("now", "{}", "now-2")], ["It is noon."]],
    {},
    { maxToolRounds: 2 },
  );
  expect(await client.invoke(["hi"])).toMatchObject({ output: "It is noon.", stopReason: "tool-limit" });
});

test("a history with a dangling call is made whole before it is sent", async () => {
  const { client, model } = setup([["Fine."]]);
  const dangling = new AIMessage({ content: "", tool_calls: [{ id: "x", name: "now", args: {} }] });
  await client.invoke(["hi", dangling, "well?"]);
  const sent = model.requests[0]?.messages ?? [];
  expect(sent.map(({ type }) => type)).toEqual(["human", "ai", "tool", "human"]);
  expect(repairHistory(sent)).toEqual(sent);
});

test("a result of 3 MB reaches the model as head and tail, and the program whole", async () => {
  const { client } = setup([[call("flood")], ["Much."]]);
  const [result] = results((await client.invoke(["hi"])).messages);
  expect(result?.content.length).toBeLessThan(51_000);
  expect(result?.content).toContain("characters left out");
  expect(result?.artifact).toHaveLength(3_000_000);
});
