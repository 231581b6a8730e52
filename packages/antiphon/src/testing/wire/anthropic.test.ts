import { afterEach, expect, test } from "vitest";
import type { JsonObject } from "./json-value.ts";
import { errorText, rawChat, sseData } from "./raw-chat.ts";
import type { WireTurn } from "./script.ts";
import { startWireServer, type WireServer, type WireServerOptions } from "./wire-server.ts";

const servers: WireServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(options: WireServerOptions): Promise<WireServer> {
  const server = await startWireServer("anthropic", options);
  servers.push(server);
  return server;
}

async function eventsOf(turn: WireTurn): Promise<JsonObject[]> {
  return sseData(await rawChat(await start({ turns: [turn] })));
}

const id = expect.stringMatching(/^toolu_01[0-9a-f]{22}$/) as unknown;
const delta = (index: number, json: string): JsonObject => ({
  type: "content_block_delta",
  index,
  delta: { type: "input_json_delta", partial_json: json },
});

test("text is one block between message_start and message_stop; output tokens are cumulative", async () => {
  const events = await eventsOf({ steps: ["Hel", "lo"], usage: { input: 9, output: 6, cached: 4 } });
  expect(events).toMatchObject([
    {
      type: "message_start",
      message: {
        role: "assistant",
        content: [],
        usage: { input_tokens: 5, cache_read_input_tokens: 4, output_tokens: 1 },
      },
    },
    { type: "ping" },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "lo" } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 6 } },
    { type: "message_stop" },
  ]);
});

test("every event has its type as event name, an error within the stream too", async () => {
  const steps = ["x", { ping: true as const }, { error: { status: 529 } }];
  const text = await (await rawChat(await start({ turns: [{ steps }] }))).text();
  const names = [...text.matchAll(/^event: (\w+)\ndata: \{"type":"(\w+)"/gm)].map(([, event, type]) => [
    event,
    type,
  ]);
  expect(names.every(([event, type]) => event === type)).toBe(true);
  expect(names.map(([event]) => event).slice(-2)).toEqual(["ping", "error"]);
  expect(text).toContain('{"type":"overloaded_error","message":"Overloaded"}');
});

test("a call is a block of its own, begins with an empty delta, and counts after the text", async () => {
  const calls = [{ name: "one", args: { a: 1 } }, { name: "two" }];
  const events = await eventsOf({ steps: ["Well.", { calls, fragmentSize: 4 }] });
  expect(events.slice(5, -2)).toEqual([
    {
      type: "content_block_start",
      index: 1,
      content_block: { type: "tool_use", id, name: "one", input: {} },
    },
    delta(1, ""),
    delta(1, '{"a"'),
    delta(1, ":1}"),
    { type: "content_block_stop", index: 1 },
    {
      type: "content_block_start",
      index: 2,
      content_block: { type: "tool_use", id, name: "two", input: {} },
    },
    delta(2, ""),
    { type: "content_block_stop", index: 2 },
  ]);
  expect(events.at(-2)).toMatchObject({ delta: { stop_reason: "tool_use" } });
});

test("whole calls have one delta, interleaved ones take turns", async () => {
  const calls = [
    { name: "one", args: { a: 1 } },
    { name: "two", args: { b: 2 } },
  ];
  const whole = await eventsOf({ steps: [{ calls, shape: "whole" }] });
  expect(whole).toContainEqual(delta(0, '{"a":1}'));
  const interleaved = await eventsOf({ steps: [{ calls, shape: "interleaved", fragmentSize: 4 }] });
  const order = interleaved.filter(({ type }) => type === "content_block_delta").map(({ index }) => index);
  expect(order).toEqual([0, 1, 0, 1, 0, 1]);
});

test("thinking is a block with a signature delta, or a redacted one", async () => {
  const events = await eventsOf({
    steps: [{ thinking: ["h", "m"], signature: "sig" }, { thinking: "x", redacted: true }, "So."],
  });
  expect(events.slice(2, 9)).toMatchObject([
    { index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
    { index: 0, delta: { type: "thinking_delta", thinking: "h" } },
    { index: 0, delta: { type: "thinking_delta", thinking: "m" } },
    { index: 0, delta: { type: "signature_delta", signature: "sig" } },
    { type: "content_block_stop", index: 0 },
    { index: 1, content_block: { type: "redacted_thinking", data: expect.any(String) as unknown } },
    { type: "content_block_stop", index: 1 },
  ]);
});

test("stop reasons are Anthropic's words", async () => {
  for (const [finish, word] of [
    ["length", "max_tokens"],
    ["content-filter", "refusal"],
    ["pause_turn", "pause_turn"],
  ]) {
    expect((await eventsOf({ steps: ["x"], finish: finish! })).at(-2)).toMatchObject({
      delta: { stop_reason: word },
    });
  }
});

test("not streamed, the same turn is one message", async () => {
  const running = await start({
    turns: [{ steps: [{ thinking: "hm" }, "So ", "it is.", { calls: [{ name: "one", args: { a: 1 } }] }] }],
  });
  expect(await (await rawChat(running, {}, { stream: false })).json()).toMatchObject({
    type: "message",
    content: [
      { type: "thinking", thinking: "hm", signature: expect.any(String) as unknown },
      { type: "text", text: "So it is." },
      { type: "tool_use", id, name: "one", input: { a: 1 } },
    ],
    stop_reason: "tool_use",
    usage: { input_tokens: 12, output_tokens: 7 },
  });
});

const user = { role: "user", content: "hi" };
const tools = [{ name: "one", input_schema: { type: "object", properties: {} } }];
const use = (callId: unknown, more: JsonObject = {}): JsonObject => ({
  type: "tool_use",
  id: callId,
  name: "one",
  input: {},
  ...more,
});
const asks = (...content: JsonObject[]): JsonObject => ({ role: "assistant", content });
const result = (callId: unknown): JsonObject => ({ type: "tool_result", tool_use_id: callId, content: "ok" });
const answers = (...content: JsonObject[]): JsonObject => ({ role: "user", content });
const text = (words: string): JsonObject => ({ type: "text", text: words });

test("results in the next user message are accepted, spread over several messages too", async () => {
  const running = await start({ turns: [{ steps: ["fine"] }] });
  const messages = [
    user,
    asks(text("so"), use("a"), use("b")),
    answers(result("b")),
    answers(result("a"), text("and?")),
  ];
  expect((await rawChat(running, { messages, tools })).status).toBe(200);
});

test.each<[string, JsonObject, string]>([
  [
    "a call without a result",
    { tools, messages: [user, asks(use("a")), user] },
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a.",
  ],
  [
    "a call without a result at the end",
    { tools, messages: [user, asks(use("a"))] },
    "`tool_use` ids were found without",
  ],
  [
    "one missing result of two",
    { tools, messages: [user, asks(use("a"), use("b")), answers(result("a"))] },
    "immediately after: b.",
  ],
  [
    "text before a result",
    { tools, messages: [user, asks(use("a")), answers(text("x"), result("a"))] },
    "`tool_use` ids were found without",
  ],
  [
    "a result a message too late",
    { tools, messages: [user, asks(use("a")), user, asks(text("x")), answers(result("a"))] },
    "`tool_use` ids were found without",
  ],
  [
    "an orphaned result",
    { tools, messages: [user, asks(text("x")), answers(result("a"))] },
    "messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: a.",
  ],
  [
    "a duplicate result",
    { tools, messages: [user, asks(use("a")), answers(result("a"), result("a"))] },
    "each tool_use must have a single result",
  ],
  [
    "duplicate ids",
    { tools, messages: [user, asks(use("a"), use("a")), answers(result("a"))] },
    "`tool_use` ids must be unique",
  ],
  [
    "ids used in an earlier turn",
    { tools, messages: [user, asks(use("a")), answers(result("a")), asks(use("a")), answers(result("a"))] },
    "`tool_use` ids must be unique",
  ],
  [
    "an id of another form",
    { tools, messages: [user, asks(use("a.b")), answers(result("a.b"))] },
    "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  ],
  ["an empty id", { tools, messages: [user, asks(use(""))] }, "String should match pattern"],
  [
    "input that is no object",
    { tools, messages: [user, asks(use("a", { input: "{}" })), answers(result("a"))] },
    "Input should be a valid dictionary",
  ],
  [
    "tool blocks without tools",
    { messages: [user, asks(use("a")), answers(result("a"))] },
    "must define tools",
  ],
  [
    "a wrong tool name",
    { tools: [{ ...tools[0], name: "a b" }] },
    "tools.0.custom.name: String should match pattern",
  ],
  ["two tools of one name", { tools: [tools[0], tools[0]] }, "Tool names must be unique"],
  ["a tool without a schema", { tools: [{ name: "one" }] }, "input_schema: Field required"],
  ["empty text", { messages: [user, asks(text("")), user] }, "text content blocks must be non-empty"],
  ["blank text", { messages: [{ role: "user", content: " \n" }] }, "must contain non-whitespace text"],
  [
    "empty content",
    { messages: [user, asks(), user] },
    "messages.1: all messages must have non-empty content",
  ],
  [
    "an assistant at the beginning",
    { messages: [asks(text("x")), user] },
    'first message must use the "user" role',
  ],
  ["a system message", { messages: [{ role: "system", content: "x" }, user] }, 'Unexpected role "system"'],
  [
    "trailing whitespace of a prefill",
    { messages: [user, asks(text("so "))] },
    "cannot end with trailing whitespace",
  ],
  ["no max_tokens", { max_tokens: undefined }, "max_tokens: Field required"],
  [
    "a foreign thinking block",
    {
      tools,
      messages: [user, asks({ type: "thinking", thinking: "x", signature: "other" }, text("y")), user],
    },
    "messages.1.content.0: Invalid `signature` in `thinking` block",
  ],
  [
    "a thinking block without a signature",
    { tools, messages: [user, asks({ type: "thinking", thinking: "x" }, text("y")), user] },
    "signature: Field required",
  ],
  [
    "a budget over max_tokens",
    { thinking: { type: "enabled", budget_tokens: 2000 } },
    "`max_tokens` must be greater",
  ],
  [
    "another provider's block",
    { messages: [{ role: "user", content: [{ type: "image_url" }] }] },
    "does not match any of the expected tags",
  ],
])("%s is refused", async (_rule, body, words) => {
  const response = await rawChat(await start({}), body);
  expect(response.status).toBe(400);
  const answer: unknown = await response.json();
  expect(answer).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
  expect(errorText(answer)).toContain(words);
});

test("the version header is required", async () => {
  const { origin } = await start({});
  const response = await fetch(`${origin}/v1/models`, { headers: { "x-api-key": "test-key" } });
  expect(errorText(await response.json())).toBe("anthropic-version: header is required");
});
