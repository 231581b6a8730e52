import { tool } from "@langchain/core/tools";
import { expect, test } from "vitest";
import { z } from "zod";
import { silentLogger } from "../logger.ts";
import { ScriptedModel, type ScriptTurn } from "../testing/scripted-model.ts";
import { ToolExecutor } from "../tools/tool-executor.ts";
import { ToolManager } from "../tools/tool-manager.ts";
import { ChatClient, type ClientOptions } from "./chat-client.ts";

let runs = 0;
const count = tool(({ n }) => `count ${n}: ${++runs}`, {
  name: "count",
  description: "Counts.",
  schema: z.object({ n: z.number().optional() }),
});
const call = (id: string, args: object = {}) => ({
  toolCalls: [{ id, name: "count", args: JSON.stringify(args) }],
});

function setup(turns: readonly ScriptTurn[], options: ClientOptions = {}) {
  runs = 0;
  const model = new ScriptedModel({ turns, repeat: true });
  const executor = new ToolExecutor(new ToolManager().add(count), { logger: silentLogger });
  return { model, client: new ChatClient({ model, executor, logger: silentLogger, ...options }) };
}

const contents = (messages: readonly { content: unknown }[]) => messages.map(({ content }) => content);

test("at the round limit one last request goes out without tools, and the result says why it ended [S8]", async () => {
  const { model, client } = setup([[call("a", { n: 1 })], [call("b", { n: 2 })], ["That is all I know."]], {
    maxToolRounds: 2,
  });
  const { output, stopReason } = await client.invoke(["hi"]);
  expect(model.requests.map(({ tools }) => tools)).toEqual([["count"], ["count"], []]);
  expect({ output, stopReason }).toEqual({ output: "That is all I know.", stopReason: "tool-limit" });
});

test("the limit is ten rounds unless set [S8]", async () => {
  const turns = Array.from({ length: 11 }, (_, n) => (n < 10 ? [call(`c${n}`, { n })] : ["done"]));
  const { model, client } = setup(turns);
  expect((await client.invoke(["hi"])).stopReason).toBe("tool-limit");
  expect(model.requests).toHaveLength(11);
});

test("the instruction of the last round goes with the request only [S8]", async () => {
  const { model, client } = setup([[call("a")], ["ok"]], { maxToolRounds: 1 });
  const { messages } = await client.invoke(["hi"]);
  expect(model.requests[1]?.messages.at(-1)?.content).toContain("Answer now");
  expect(contents(messages)).not.toContain(model.requests[1]?.messages.at(-1)?.content);
});

test("a model that calls tools although none were offered gets refusals, and the run ends [S8]", async () => {
  const { client } = setup([[call("a")], [call("b")]], { maxToolRounds: 1 });
  const { messages, stopReason } = await client.invoke(["hi"]);
  expect(stopReason).toBe("tool-limit");
  expect(messages.at(-1)).toMatchObject({ type: "tool", tool_call_id: "b", status: "error" });
  expect(runs).toBe(1);
});

test("an empty message after tools gets one retry [S8]", async () => {
  const { model, client } = setup([[call("a")], [""], ["There you are."]]);
  const { output, messages } = await client.invoke(["hi"]);
  expect(output).toBe("There you are.");
  expect(model.requests).toHaveLength(3);
  expect(messages).toHaveLength(3);
});

test("a second empty message ends the run, and is not stored [S8]", async () => {
  const { model, client } = setup([[call("a")], []]);
  const { messages, stopReason } = await client.invoke(["hi"]);
  expect({ stopReason, count: messages.length, requests: model.requests.length }).toEqual({
    stopReason: "empty",
    count: 2,
    requests: 3,
  });
});

test("the same call over and over is answered with a nudge, then refused [S8]", async () => {
  const { client } = setup([...Array.from({ length: 6 }, (_, i) => [call(`c${i}`, { n: 1 })]), ["ok"]]);
  const { messages } = await client.invoke(["hi"]);
  const results = messages.filter(({ type }) => type === "tool").map(({ content }) => content);
  expect(results).toEqual([
    "count 1: 1",
    "count 1: 2",
    "count 1: 3",
    expect.stringContaining("in a row with the same arguments"),
    expect.stringContaining("refused"),
    expect.stringContaining("refused"),
  ]);
  expect(runs).toBe(3);
});

test("other arguments, or another call in between, are no repetition [S8]", async () => {
  const { client } = setup([...Array.from({ length: 6 }, (_, i) => [call(`c${i}`, { n: i % 2 })]), ["ok"]]);
  await client.invoke(["hi"]);
  expect(runs).toBe(6);
});

test("an answer that the provider cut or withheld says so", async () => {
  const reason = async (finishReason: string) =>
    (await setup([["hm", { finishReason }]]).client.invoke(["hi"])).stopReason;
  expect(await reason("length")).toBe("length");
  expect(await reason("SAFETY")).toBe("content-filter");
  expect(await reason("stop")).toBe("answer");
});

test("a policy of one's own decides about tools and instructions", async () => {
  const { model, client } = setup([[call("a")], ["ok"]], {
    followUp: (rounds) => (rounds === 0 ? { tools: true } : { tools: false, instruction: "Be brief." }),
  });
  await client.invoke(["hi"]);
  expect(model.requests.map(({ tools, messages }) => [tools.length, messages.at(-1)?.content])).toEqual([
    [1, "hi"],
    [0, "Be brief."],
  ]);
});
