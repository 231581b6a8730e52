import { tool } from "@langchain/core/tools";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { z } from "zod";
import { ModelError } from "../errors.ts";
import type { RunEvent } from "../events.ts";
import { silentLogger } from "../logger.ts";
import { ScriptedModel, type ScriptTurn } from "../testing/scripted-model.ts";
import { ToolExecutor, type ToolExecutorOptions } from "../tools/tool-executor.ts";
import { ToolManager } from "../tools/tool-manager.ts";
import type { Tool } from "../tools/tool.ts";
import { ChatClient, type ChatClientOptions, type ChatResult } from "./chat-client.ts";

const echo = tool(({ text }) => `echo ${text}`, {
  name: "echo",
  description: "Says it back.",
  schema: z.object({ text: z.string() }),
});
const now = tool(() => "noon", { name: "now", description: "The time.", schema: z.object({}) });

const callEcho = (id: string, text: string) => ({
  toolCalls: [{ id, name: "echo", args: JSON.stringify({ text }) }],
});

interface Setup extends Partial<ChatClientOptions> {
  tools?: readonly Tool[];
  executor?: never;
  executorOptions?: ToolExecutorOptions;
}

function setup(
  turns: readonly ScriptTurn[],
  { tools = [echo, now], executorOptions, ...options }: Setup = {},
) {
  const model = new ScriptedModel({ turns });
  const manager = new ToolManager({ logger: silentLogger }).add(...tools);
  const executor = new ToolExecutor(manager, { logger: silentLogger, ...executorOptions });
  const client = new ChatClient({ model, executor, logger: silentLogger, ...options });
  return { model, client };
}

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items = [];
  for await (const item of stream) items.push(item);
  return items;
}

const types = (events: readonly RunEvent[]) => events.map(({ type }) => type);

test("text comes out chunk by chunk as it arrives, before the stream has ended [S1]", async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const { client } = setup([["one ", { waitFor: gate }, "two"]]);
  const stream = client.stream(["hi"]);
  expect(await stream.next()).toMatchObject({ value: { output: "one " } });
  release();
  expect(await stream.next()).toMatchObject({ value: { output: "two" } });
});

test("stream yields text and each finished message once; the loop runs tools by itself [S1]", async () => {
  const { client, model } = setup([
    ["Look: ", callEcho("a", "x")],
    ["It says ", "x."],
  ]);
  const results = await collect(client.stream(["hi"]));
  expect(results.map(({ output }) => output)).toEqual(["Look: ", "", "", "\nIt says ", "x.", ""]);
  const messages = results.flatMap(({ messages }) => messages);
  expect(messages).toMatchObject([
    { type: "ai", content: "Look: ", tool_calls: [{ id: "a", name: "echo", args: { text: "x" } }] },
    { type: "tool", content: "echo x", tool_call_id: "a", name: "echo" },
    { type: "ai", content: "It says x." },
  ]);
  expect(messages[0]).toBeInstanceOf(AIMessage);
  expect(messages[1]).toBeInstanceOf(ToolMessage);
  expect(model.requests[1]?.messages.slice(1)).toEqual(messages.slice(0, 2));
});

test("invoke gives the same text and the same messages as stream [S1]", async () => {
  const turns: ScriptTurn[] = [["a", callEcho("1", "x")], [callEcho("2", "y")], ["b"]];
  const streamed = await collect(setup(turns).client.stream(["hi"]));
  const invoked = await setup(turns).client.invoke(["hi"]);
  const join = (results: readonly ChatResult[]) => results.map(({ output }) => output).join("");
  expect(invoked.output).toBe(join(streamed));
  expect(invoked.messages.map((message) => message.toDict())).toEqual(
    streamed.flatMap(({ messages }) => messages).map((message) => message.toDict()),
  );
  expect(invoked.stopReason).toBe("answer");
});

test("the typed events tell the whole story in order [S1]", async () => {
  const usage = { input_tokens: 3, output_tokens: 2, total_tokens: 5 };
  const { client } = setup([
    ["hm", callEcho("a", "x"), { usage }],
    ["ok", { usage }],
  ]);
  const events = await collect(client.run(["hi"]));
  expect(types(events)).toEqual([
    "text-delta",
    "tool-call",
    "usage",
    "message",
    "tool-start",
    "tool-end",
    "message",
    "text-delta",
    "usage",
    "message",
    "end",
  ]);
  expect(events.find(({ type }) => type === "tool-call")).toMatchObject({ id: "a", name: "echo" });
  expect(events.at(-1)).toMatchObject({ stopReason: "answer", usage: { total_tokens: 10 } });
});

test("token usage is summed over rounds [S10]", async () => {
  const { client } = setup([
    [
      callEcho("a", "x"),
      {
        usage: {
          input_tokens: 10,
          output_tokens: 5,
          total_tokens: 15,
          input_token_details: { cache_read: 4 },
        },
      },
    ],
    [
      "ok",
      {
        usage: {
          input_tokens: 20,
          output_tokens: 1,
          total_tokens: 21,
          input_token_details: { cache_read: 3 },
        },
      },
    ],
  ]);
  const { usage } = await client.invoke(["hi"]);
  expect(usage).toEqual({
    input_tokens: 30,
    output_tokens: 6,
    total_tokens: 36,
    input_token_details: { cache_read: 7 },
  });
});

test("results follow their message in call order, whichever is ready first; each is announced when ready [S2][E9]", async () => {
  let finishSlow = (): void => {};
  const slow = tool(() => new Promise<string>((resolve) => (finishSlow = () => resolve("slow"))), {
    name: "slow",
    description: "Waits.",
    schema: z.object({}),
  });
  const { client } = setup(
    [
      [
        {
          toolCalls: [
            { id: "1", name: "slow", args: "{}" },
            { id: "2", name: "now", args: "{}" },
          ],
        },
      ],
      ["ok"],
    ],
    { tools: [slow, now] },
  );
  const seen: string[] = [];
  for await (const event of client.run(["hi"])) {
    if (event.type === "tool-end") {
      seen.push(`end ${event.call.id}`);
      finishSlow();
    }
    if (event.type === "message")
      seen.push(event.message instanceof ToolMessage ? `message ${event.message.tool_call_id}` : "ai");
  }
  expect(seen).toEqual(["ai", "end 2", "end 1", "message 1", "message 2", "ai"]);
});

test("tools run only on complete messages [S2]", async () => {
  let ran = 0;
  const count = tool(() => String(++ran), { name: "count", description: "Counts.", schema: z.object({}) });
  const { client } = setup(
    [[{ toolCalls: [{ id: "1", name: "count", args: "{}" }] }, "more text", { error: new Error("cut") }]],
    { tools: [count] },
  );
  await expect(client.invoke(["hi"])).rejects.toThrow("cut");
  expect(ran).toBe(0);
});

test("the input array is snapshotted and never changed [S3]", async () => {
  const { client, model } = setup([[callEcho("a", "x")], ["ok"]]);
  const history = [new HumanMessage("hi")];
  const stream = client.stream(history);
  history.push(new HumanMessage("later"));
  await collect(stream);
  expect(history).toHaveLength(2);
  expect(model.requests[0]?.messages).toHaveLength(1);
});

test("ids are the same in events, messages and history, and unique in the conversation [S4]", async () => {
  const { client, model } = setup([
    [
      {
        toolCalls: [
          { id: "", name: "now", args: "{}" },
          { id: "old", name: "now", args: "{}" },
        ],
      },
    ],
    ["ok"],
  ]);
  const history = [
    new HumanMessage("hi"),
    new AIMessage({ content: "", tool_calls: [{ id: "old", name: "now", args: {} }] }),
  ];
  const events = await collect(client.run(history));
  const seen = events.flatMap((event) => (event.type === "tool-call" ? [event.id] : []));
  const results = events.flatMap((event) =>
    event.type === "message" && event.message instanceof ToolMessage ? [event.message.tool_call_id] : [],
  );
  expect(results).toEqual(seen);
  expect(new Set([...seen, "old"]).size).toBe(3);
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({ tool_call_id: seen[1] });
});

test("the value the caller passes, the call id and the messages so far reach the tool [E12]", async () => {
  const given: unknown[] = [];
  const spy: Tool = {
    name: "spy",
    description: "Looks.",
    schema: { type: "object" },
    invoke: (args: object, config: { context: unknown; toolCallId: string; messages: unknown[] }) => {
      given.push(args, config.context, config.toolCallId, config.messages.length);
    },
  };
  const { client } = setup([[{ toolCalls: [{ id: "a", name: "spy", args: '{"x":1}' }] }], ["ok"]], {
    tools: [spy],
  });
  const context = { user: "ada" };
  await client.invoke(["hi"], { context });
  expect(given).toEqual([{ x: 1 }, context, "a", 2]);
});

test("a provider's failure is thrown, with the messages so far; the text shown is among them [H2]", async () => {
  const { client } = setup([[callEcho("a", "x")], ["half an ans", { error: new Error("connection lost") }]]);
  const error = await client.invoke(["hi"]).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ModelError);
  expect(error).toMatchObject({ message: "connection lost" });
  expect((error as ModelError).messages).toMatchObject([
    { type: "ai", tool_calls: [{ id: "a" }] },
    { type: "tool", tool_call_id: "a" },
    { type: "ai", content: "half an ans", response_metadata: { incomplete: "error" } },
  ]);
});

test("a model that falls silent is given up", async () => {
  const { client } = setup([["hm", { hang: true, ignoreAbort: true }]], { idleTimeoutMs: 20 });
  await expect(client.invoke(["hi"])).rejects.toMatchObject({ kind: "timeout" });
});

test("a model that has no name of its own and no tools works with the bare minimum", async () => {
  const client = new ChatClient({ model: new ScriptedModel({ turns: [["hello"]] }) });
  expect(await client.invoke(["hi"])).toMatchObject({
    output: "hello",
    stopReason: "answer",
    messages: [{ content: "hello" }],
  });
  expect(client.modelName).toBe("scripted");
});
