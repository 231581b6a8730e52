import { afterEach, expect, test } from "vitest";
import { asArray, asObject, type JsonObject } from "./json-value.ts";
import { errorText, rawChat, sseData } from "./raw-chat.ts";
import type { WireCallsStep, WireTurn } from "./script.ts";
import { startWireServer, type WireServer, type WireServerOptions } from "./wire-server.ts";

const servers: WireServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(options: WireServerOptions): Promise<WireServer> {
  const server = await startWireServer("openai", options);
  servers.push(server);
  return server;
}

async function deltasOf(turn: WireTurn, body: JsonObject = {}): Promise<JsonObject[]> {
  const events = await sseData(await rawChat(await start({ turns: [turn] }), body));
  return events.flatMap(({ choices }) =>
    asArray(choices).map((choice) => asObject(asObject(choice)["delta"])),
  );
}

async function callDeltas(step: WireCallsStep): Promise<unknown[]> {
  return (await deltasOf({ steps: [step] })).flatMap(({ tool_calls: calls }) => (calls ? [calls] : []));
}

const id = expect.stringMatching(/^call_[0-9a-f]{24}$/) as unknown;
const two = [
  { name: "one", args: { a: 1 } },
  { name: "two", args: { b: 2 } },
];

test("text is one chunk per string, between a role chunk and a finish chunk, then [DONE]", async () => {
  const events = await sseData(
    await rawChat(await start({ turns: [{ steps: ["Hel", { text: ["lo", "!"] }] }] })),
  );
  expect(events.at(-1)).toEqual({ end: true });
  expect(events[0]).toMatchObject({ object: "chat.completion.chunk", model: "gpt-4o-mini" });
  expect(events.slice(0, -1).map(({ choices }) => choices)).toEqual([
    [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
    [{ index: 0, delta: { content: "Hel" }, finish_reason: null }],
    [{ index: 0, delta: { content: "lo" }, finish_reason: null }],
    [{ index: 0, delta: { content: "!" }, finish_reason: null }],
    [{ index: 0, delta: {}, finish_reason: "stop" }],
  ]);
});

test("usage comes only on demand, in a last chunk without choices", async () => {
  const turns = [1, 2].map(() => ({ steps: ["x"], usage: { input: 5, output: 3, cached: 2, thinking: 1 } }));
  const running = await start({ turns });
  const without = await (await rawChat(running)).text();
  expect(without).not.toContain("usage");
  const events = await sseData(await rawChat(running, { stream_options: { include_usage: true } }));
  expect(events.at(0)).toMatchObject({ usage: null });
  expect(events.at(-2)).toMatchObject({
    choices: [],
    usage: {
      prompt_tokens: 5,
      completion_tokens: 3,
      total_tokens: 8,
      prompt_tokens_details: { cached_tokens: 2 },
      completion_tokens_details: { reasoning_tokens: 1 },
    },
  });
});

test("fragments: id and name with empty arguments first, then index and pieces only", async () => {
  expect(await callDeltas({ calls: two, fragmentSize: 4 })).toEqual([
    [{ index: 0, id, type: "function", function: { name: "one", arguments: "" } }],
    [{ index: 0, function: { arguments: '{"a"' } }],
    [{ index: 0, function: { arguments: ":1}" } }],
    [{ index: 1, id, type: "function", function: { name: "two", arguments: "" } }],
    [{ index: 1, function: { arguments: '{"b"' } }],
    [{ index: 1, function: { arguments: ":2}" } }],
  ]);
});

test("interleaved fragments take turns", async () => {
  const deltas = await callDeltas({ calls: two, shape: "interleaved", fragmentSize: 4 });
  expect(deltas.flat().map((delta) => asObject(delta)["index"])).toEqual([0, 1, 0, 1, 0, 1]);
});

test("whole calls come in one chunk or one per chunk", async () => {
  const first = { index: 0, id, type: "function", function: { name: "one", arguments: '{"a":1}' } };
  const second = { index: 1, id, type: "function", function: { name: "two", arguments: '{"b":2}' } };
  expect(await callDeltas({ calls: two, shape: "whole" })).toEqual([[first, second]]);
  expect(await callDeltas({ calls: two, shape: "one-per-chunk" })).toEqual([[first], [second]]);
});

test("ids can be missing, empty, null, constant, repeated, restarting or the script's own", async () => {
  const ids = async (step: Partial<WireCallsStep>): Promise<unknown[]> => {
    const deltas = await callDeltas({ calls: two, shape: "whole", ...step });
    return deltas.flat().map((delta) => asObject(delta)["id"]);
  };
  expect(await ids({ ids: "missing" })).toEqual([undefined, undefined]);
  expect(await ids({ shape: "idless" })).toEqual([undefined, undefined]);
  expect(await ids({ ids: "empty" })).toEqual(["", ""]);
  expect(await ids({ ids: "null" })).toEqual(["null", "null"]);
  expect(new Set(await ids({ ids: "constant" })).size).toBe(1);
  expect(await ids({ ids: "restarting" })).toEqual(await ids({ ids: "restarting" }));
  expect(await ids({})).not.toEqual(await ids({}));
  expect(await ids({ calls: [{ name: "one", id: "mine" }] })).toEqual(["mine"]);
  expect(
    await callDeltas({ calls: [{ name: "one", args: {}, id: "c" }], ids: "repeated", shape: "fragments" }),
  ).toEqual([
    [{ index: 0, id: "c", type: "function", function: { name: "one", arguments: "" } }],
    [{ index: 0, id: "c", function: { name: "", arguments: "{}" } }],
  ]);
});

test("indexes can begin at one, be all zero or be missing", async () => {
  const indexes = async (step: Partial<WireCallsStep>): Promise<unknown[]> =>
    (await callDeltas({ calls: two, shape: "whole", ...step }))
      .flat()
      .map((delta) => asObject(delta)["index"]);
  expect(await indexes({ indexFrom: 1 })).toEqual([1, 2]);
  expect(await indexes({ allIndexZero: true })).toEqual([0, 0]);
  expect(await indexes({ noIndex: true })).toEqual([undefined, undefined]);
});

test("thinking comes as reasoning_content, calls may be written as text", async () => {
  expect(await deltasOf({ steps: [{ thinking: ["hm", "m"] }] })).toContainEqual({ reasoning_content: "hm" });
  expect(await deltasOf({ steps: [{ thinking: "hm", field: "reasoning" }] })).toContainEqual({
    reasoning: "hm",
  });
  const calls = [{ name: "one", args: { a: 1 } }];
  const written = async (shape: "json-text" | "tagged-text"): Promise<string> =>
    (await deltasOf({ steps: [{ calls, shape }] }))
      .map(({ content }) => (typeof content === "string" ? content : ""))
      .join("");
  expect(await written("json-text")).toBe('{"name": "one", "arguments": {"a":1}}');
  expect(await written("tagged-text")).toBe(
    '<tool_call>\n{"name": "one", "arguments": {"a":1}}\n</tool_call>',
  );
});

test("finish reasons are OpenAI's words; another word goes out as it is", async () => {
  const words = {
    stop: "stop",
    "tool-calls": "tool_calls",
    length: "length",
    "content-filter": "content_filter",
    odd: "odd",
  };
  for (const [finish, word] of Object.entries(words)) {
    const text = await (await rawChat(await start({ turns: [{ steps: ["x"], finish }] }))).text();
    expect(text).toContain(`"finish_reason":"${word}"`);
  }
  const cut = await start({ turns: [{ steps: [{ calls: [{ name: "one", args: '{"a": ' }] }] }] });
  expect(await (await rawChat(cut)).text()).toContain('"finish_reason":"tool_calls"');
});

test("not streamed, the same turn is one JSON answer", async () => {
  const turn: WireTurn = { steps: [{ thinking: "hm" }, "Let me ", "see.", { calls: two }] };
  const running = await start({ turns: [turn, { steps: [{ calls: [{ name: "one" }] }] }] });
  const answer = asObject(await (await rawChat(running, {}, { stream: false })).json());
  expect(answer["choices"]).toMatchObject([
    {
      message: {
        role: "assistant",
        content: "Let me see.",
        reasoning_content: "hm",
        tool_calls: [
          { id, type: "function", function: { name: "one", arguments: '{"a":1}' } },
          { id, type: "function", function: { name: "two", arguments: '{"b":2}' } },
        ],
      },
      finish_reason: "tool_calls",
    },
  ]);
  const bare = asObject(await (await rawChat(running, {}, { stream: false })).json());
  expect(bare["choices"]).toMatchObject([
    { message: { content: null, tool_calls: [{ function: { arguments: "{}" } }] } },
  ]);
});

const user = { role: "user", content: "hi" };
const call = (callId: unknown, more: JsonObject = {}): JsonObject => ({
  id: callId,
  type: "function",
  function: { name: "one", arguments: "{}", ...more },
});
const asks = (...calls: JsonObject[]): JsonObject => ({
  role: "assistant",
  content: null,
  tool_calls: calls,
});
const result = (callId: unknown): JsonObject => ({ role: "tool", tool_call_id: callId, content: "ok" });
const definition = (name: string): JsonObject => ({
  type: "function",
  function: { name, parameters: { type: "object", properties: {} } },
});

test("a history whose calls and results correspond is accepted, ids reused in later turns too", async () => {
  const running = await start({ turns: [{ steps: ["fine"] }] });
  const messages = [
    user,
    asks(call("a"), call("b")),
    result("b"),
    result("a"),
    asks(call("a")),
    result("a"),
    user,
  ];
  expect((await rawChat(running, { messages, tools: [definition("one")] })).status).toBe(200);
});

test.each<[string, JsonObject, string]>([
  [
    "a call without a result",
    { messages: [user, asks(call("a")), user] },
    "did not have response messages: a",
  ],
  [
    "a call without a result at the end",
    { messages: [user, asks(call("a"), call("b")), result("a")] },
    "messages: b",
  ],
  ["an orphaned result", { messages: [user, result("a")] }, "must be a response to a preceeding message"],
  [
    "a result of another id",
    { messages: [user, asks(call("a")), result("x")] },
    "must be a response to a preceeding",
  ],
  [
    "a duplicate result",
    { messages: [user, asks(call("a")), result("a"), result("a")] },
    "Duplicate value for",
  ],
  ["duplicate ids in one message", { messages: [user, asks(call("a"), call("a"))] }, "Duplicate value for"],
  [
    "an id over 40 characters",
    { messages: [user, asks(call("x".repeat(41)))] },
    "maximum length 40, but got a string with length 41",
  ],
  [
    "a missing id",
    { messages: [user, asks(call(undefined))] },
    "Missing required parameter: 'messages[1].tool_calls[0].id'",
  ],
  ["an empty id", { messages: [user, asks(call(""))] }, "empty string"],
  [
    "arguments as an object",
    { messages: [user, asks(call("a", { arguments: {} }))] },
    "expected a string, but got an object",
  ],
  [
    "a wrong name of a called tool",
    { messages: [user, asks(call("a", { name: "a b" }))] },
    "does not match pattern",
  ],
  ["a wrong tool name", { tools: [definition("a.b")] }, "Invalid 'tools[0].function.name'"],
  ["a tool name over 64 characters", { tools: [definition("x".repeat(65))] }, "does not match pattern"],
  ["empty tools", { tools: [] }, "[] is too short - 'tools'"],
  [
    "tool_choice without tools",
    { tool_choice: "none" },
    "'tool_choice' is only allowed when 'tools' are specified.",
  ],
  ["empty tool_calls", { messages: [user, asks()] }, "Invalid 'messages[1].tool_calls': empty array"],
  ["no messages", { messages: [] }, "Invalid 'messages': empty array"],
  [
    "an assistant message without content",
    { messages: [{ role: "assistant", content: null }] },
    "expected a string, got null",
  ],
  [
    "content that is an object",
    { messages: [{ role: "user", content: {} }] },
    "expected one of a string or array of objects",
  ],
  [
    "an unknown content part",
    { messages: [{ role: "user", content: [{ type: "tool_use" }] }] },
    "Invalid value: 'tool_use'",
  ],
  ["an unknown role", { messages: [{ role: "human", content: "x" }] }, "Invalid value: 'human'"],
])("%s is refused", async (_rule, body, words) => {
  const running = await start({ turns: [{ steps: ["never"] }] });
  const response = await rawChat(running, body);
  expect(response.status).toBe(400);
  const answer: unknown = await response.json();
  expect(answer).toMatchObject({ error: { type: "invalid_request_error" } });
  expect(errorText(answer)).toContain(words);
  expect([running.turnsLeft, running.requests[0]?.refusal]).toEqual([1, errorText(answer)]);
});

test("without examination everything is accepted", async () => {
  const running = await start({ examine: false, turns: [{ steps: ["fine"] }] });
  expect((await rawChat(running, { messages: [result("a")] })).status).toBe(200);
});
