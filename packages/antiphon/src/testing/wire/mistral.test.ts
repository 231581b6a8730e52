import { afterEach, expect, test } from "vitest";
import type { JsonObject } from "./json-value.ts";
import { errorText, rawChat, sseData } from "./raw-chat.ts";
import { startWireServer, type WireServer, type WireServerOptions } from "./wire-server.ts";

const servers: WireServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(options: WireServerOptions): Promise<WireServer> {
  const server = await startWireServer("mistral", options);
  servers.push(server);
  return server;
}

const id = expect.stringMatching(/^[a-zA-Z0-9]{9}$/) as unknown;
const calls = [
  { name: "one", args: { a: 1 } },
  { name: "two", args: {} },
];

test("whole calls come without an index, together with the finish reason and the usage", async () => {
  const running = await start({ turns: [{ steps: ["Well. ", { calls }], usage: { input: 5, output: 3 } }] });
  const events = await sseData(await rawChat(running));
  expect(events.at(-1)).toEqual({ end: true });
  expect(events.at(-2)).toMatchObject({
    choices: [
      {
        delta: {
          content: "",
          tool_calls: [
            { id, function: { name: "one", arguments: '{"a":1}' } },
            { id, function: { name: "two", arguments: "{}" } },
          ],
        },
        finish_reason: "tool_calls",
      },
    ],
    usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 },
  });
  expect(JSON.stringify(events.at(-2))).not.toContain('"index":1');
  expect(events).toHaveLength(4);
});

test("calls that are followed by text go out before it", async () => {
  const text = await (await rawChat(await start({ turns: [{ steps: [{ calls }, "after"] }] }))).text();
  expect(text.indexOf("tool_calls")).toBeLessThan(text.indexOf("after"));
});

test("the incremental form has id and name only in the first delta", async () => {
  const running = await start({
    turns: [{ steps: [{ calls: [calls[0]!], shape: "fragments", fragmentSize: 4 }] }],
  });
  const deltas = (await sseData(await rawChat(running))).map(({ choices }) => choices);
  expect(deltas.slice(1, 4)).toMatchObject([
    [{ delta: { tool_calls: [{ index: 0, id, function: { name: "one", arguments: "" } }] } }],
    [{ delta: { tool_calls: [{ index: 0, function: { name: "", arguments: '{"a"' } }] } }],
    [{ delta: { tool_calls: [{ index: 0, function: { name: "", arguments: ":1}" } }] } }],
  ]);
});

test("thinking is a part of the content, streamed and not", async () => {
  const part = { type: "thinking", thinking: [{ type: "text", text: "hm" }] };
  const turn = { steps: [{ thinking: "hm" }, "So."] };
  const running = await start({ turns: [turn, turn] });
  const events = await sseData(await rawChat(running));
  expect(events[1]).toMatchObject({ choices: [{ delta: { content: [part] } }] });
  expect(await (await rawChat(running, {}, { stream: false })).json()).toMatchObject({
    choices: [{ message: { content: [part, { type: "text", text: "So." }] }, finish_reason: "stop" }],
  });
});

const user = { role: "user", content: "hi" };
const said = { role: "assistant", content: "hello" };
const call = (id: unknown, name = "one"): JsonObject => ({ id, function: { name, arguments: "{}" } });
const asks = (...calls: JsonObject[]): JsonObject => ({ role: "assistant", content: "", tool_calls: calls });
const result = (id: unknown): JsonObject => ({ role: "tool", tool_call_id: id, content: "ok" });
const [a, b] = ["gSIMJiOkT", "aaaaaaaa1"];

test("a history in order is accepted", async () => {
  const running = await start({ turns: [{ steps: ["fine"] }] });
  const messages = [
    { role: "system", content: "s" },
    user,
    asks(call(a), call(b)),
    result(a),
    result(b),
    said,
    user,
  ];
  expect((await rawChat(running, { messages })).status).toBe(200);
});

test.each<[string, JsonObject, string]>([
  [
    "an id of another form",
    { messages: [user, asks(call("call_1"))] },
    "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.",
  ],
  [
    "a result's id of another form",
    { messages: [user, asks(call(a)), result("x")] },
    "Tool call id was x but",
  ],
  ["a missing id", { messages: [user, asks(call(undefined))] }, "Tool call id was undefined"],
  ["a wrong name", { messages: [user, asks(call(a, "a b"))] }, "Function name was a b but must be"],
  [
    "a wrong tool name",
    { tools: [{ type: "function", function: { name: "a.b" } }] },
    "Function name was a.b",
  ],
  [
    "a user after a result",
    { messages: [user, asks(call(a)), result(a), user] },
    "Unexpected role 'user' after role 'tool'",
  ],
  [
    "a system message after a result",
    { messages: [user, asks(call(a)), result(a), { role: "system", content: "x" }] },
    "Unexpected role 'system' after role 'tool'",
  ],
  ["a result after a user", { messages: [user, result(a)] }, "Unexpected role 'tool' after role 'user'"],
  [
    "a call without a result",
    { messages: [user, asks(call(a), call(b)), result(a)] },
    "Not the same number of function calls and responses",
  ],
  [
    "an answer right after a call",
    { messages: [user, asks(call(a)), said, user] },
    "Not the same number of function calls",
  ],
  [
    "a duplicate result",
    { messages: [user, asks(call(a)), result(a), result(a)] },
    "Not the same number of function calls",
  ],
  [
    "a result of another call",
    { messages: [user, asks(call(a)), result(b)] },
    `Unexpected tool call id ${b} in tool results`,
  ],
  ["duplicate ids in one message", { messages: [user, asks(call(a), call(a))] }, "Duplicate tool call id"],
  [
    "an empty answer",
    { messages: [user, { role: "assistant", content: "" }, user] },
    "must have either content or tool_calls",
  ],
  ["an answer at the end", { messages: [user, said] }, "Expected last role User or Tool"],
  ["an answer at the beginning", { messages: [said, user] }, "Expected the conversation to start"],
])("%s is refused", async (_rule, body, words) => {
  const response = await rawChat(await start({}), body);
  expect(response.status).toBe(400);
  const answer: unknown = await response.json();
  expect(answer).toMatchObject({ object: "error", param: null });
  expect(errorText(answer)).toContain(words);
});

test("another provider's content block is refused as unprocessable", async () => {
  const messages = [{ role: "user", content: [{ type: "tool_use" }] }];
  const response = await rawChat(await start({}), { messages });
  expect(response.status).toBe(422);
  expect(errorText(await response.json())).toContain("Input tag 'tool_use'");
});
