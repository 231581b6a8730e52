import { afterEach, expect, test } from "vitest";
import type { JsonObject } from "./json-value.ts";
import { errorText, rawChat } from "./raw-chat.ts";
import type { WireTurn } from "./script.ts";
import { startWireServer, type WireServer, type WireServerOptions } from "./wire-server.ts";

const servers: WireServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(options: WireServerOptions): Promise<WireServer> {
  const server = await startWireServer("ollama", options);
  servers.push(server);
  return server;
}

async function linesOf(turn: WireTurn): Promise<JsonObject[]> {
  const response = await rawChat(await start({ turns: [turn] }));
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  const lines = (await response.text()).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as JsonObject);
}

const id = expect.stringMatching(/^call_[0-9a-f]{8}$/) as unknown;
const calls = [{ name: "one", args: { a: 1 } }, { name: "two" }];

test("text and thinking are lines, the last one has the reason and the counts", async () => {
  const lines = await linesOf({ steps: [{ thinking: ["h", "m"] }, "Hello"], usage: { input: 5, output: 3 } });
  expect(lines).toMatchObject([
    { message: { role: "assistant", content: "", thinking: "h" }, done: false },
    { message: { thinking: "m" }, done: false },
    { model: "qwen3:0.6b", message: { content: "Hello" }, done: false },
    { message: { content: "" }, done: true, done_reason: "stop", prompt_eval_count: 5, eval_count: 3 },
  ]);
});

test("calls are whole, several in a line or one per line, with an object for arguments", async () => {
  const [first, second] = [
    { id, function: { index: 0, name: "one", arguments: { a: 1 } } },
    { id, function: { index: 1, name: "two", arguments: {} } },
  ];
  expect(await linesOf({ steps: [{ calls }] })).toMatchObject([
    { message: { content: "", tool_calls: [first, second] }, done: false },
    { done: true, done_reason: "stop" },
  ]);
  expect((await linesOf({ steps: [{ calls, shape: "fragments" }] })).slice(0, 2)).toMatchObject([
    { message: { tool_calls: [first] } },
    { message: { tool_calls: [second] } },
  ]);
});

test("older servers send neither ids nor indexes", async () => {
  const [line] = await linesOf({ steps: [{ calls, ids: "missing", noIndex: true }] });
  expect(line?.["message"]).toEqual({
    role: "assistant",
    content: "",
    tool_calls: [
      { function: { name: "one", arguments: { a: 1 } } },
      { function: { name: "two", arguments: {} } },
    ],
  });
});

test("a call that breaks off stays text at the length limit, and is an error otherwise", async () => {
  const broken = { calls: [{ name: "one", args: '{"a": ' }] };
  expect(await linesOf({ steps: [broken], finish: "length" })).toMatchObject([
    { message: { content: '{"name": "one", "arguments": {"a": ' } },
    { done: true, done_reason: "length" },
  ]);
  const lines = await linesOf({ steps: ["Well", broken] });
  expect(lines.at(-1)).toEqual({
    error: expect.stringContaining("error parsing tool call: raw='{\"a\": '") as unknown,
  });
});

test("not streamed, the same turn is one answer; streaming is what happens unasked", async () => {
  const turn = { steps: [{ thinking: "hm" }, "So", { calls }] };
  const running = await start({ turns: [turn, turn] });
  expect(await (await rawChat(running, {}, { stream: false })).json()).toMatchObject({
    message: { content: "So", thinking: "hm", tool_calls: [{ id, function: { name: "one" } }, { id }] },
    done: true,
    prompt_eval_count: 12,
  });
  const unasked = await rawChat(running, { stream: undefined });
  expect(unasked.headers.get("content-type")).toBe("application/x-ndjson");
});

const user = { role: "user", content: "hi" };
const call = (name: string, more: JsonObject = {}): JsonObject => ({
  function: { name, arguments: {} },
  ...more,
});
const asks = (...calls: JsonObject[]): JsonObject => ({ role: "assistant", content: "", tool_calls: calls });
const result = (name?: string): JsonObject => ({ role: "tool", content: "ok", tool_name: name });

test("results that name their tool are accepted", async () => {
  const running = await start({ turns: [{ steps: ["fine"] }] });
  const messages = [user, asks(call("one"), call("two")), result("two"), result("one"), user];
  expect((await rawChat(running, { messages })).status).toBe(200);
});

test.each<[string, JsonObject, string]>([
  [
    "array content",
    { messages: [{ role: "user", content: [{ type: "text", text: "x" }] }] },
    "json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string",
  ],
  [
    "arguments as a string",
    { messages: [user, asks({ function: { name: "one", arguments: "{}" } })] },
    "json: cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls.function.arguments",
  ],
  ["an unknown role", { messages: [{ role: "human", content: "x" }] }, "invalid role: human"],
  ["a result without the tool's name", { messages: [user, asks(call("one")), result()] }, "has no tool_name"],
  [
    "a call without a result",
    { messages: [user, asks(call("one")), user] },
    "tool calls without a tool message before messages[2]: one",
  ],
  [
    "a call without a result at the end",
    { messages: [user, asks(call("one"))] },
    "tool calls without a tool message",
  ],
  ["an orphaned result", { messages: [user, result("one")] }, "answers no open call"],
  [
    "a duplicate result",
    { messages: [user, asks(call("one")), result("one"), result("one")] },
    "answers no open call",
  ],
  [
    "duplicate ids",
    { messages: [user, asks(call("one", { id: "a" }), call("two", { id: "a" }))] },
    "duplicate tool call id",
  ],
  [
    "properties as an array",
    { tools: [{ type: "function", function: { name: "one", parameters: { properties: [] } } }] },
    "tools.function.parameters.properties",
  ],
  ["a nameless tool", { tools: [{ type: "function", function: {} }] }, "function name is required"],
  ["no model", { model: "" }, "model is required"],
])("%s is refused", async (_rule, body, words) => {
  const response = await rawChat(await start({}), body);
  expect(response.status).toBe(400);
  expect(errorText(await response.json())).toContain(words);
});

test("a model without tools or thinking refuses them", async () => {
  const running = await start({ capabilities: ["completion"] });
  const tools = [
    { type: "function", function: { name: "one", parameters: { type: "object", properties: {} } } },
  ];
  expect(errorText(await (await rawChat(running, { tools })).json())).toContain("does not support tools");
  expect(errorText(await (await rawChat(running, { think: true })).json())).toContain(
    "does not support thinking",
  );
});
