import { afterEach, expect, test } from "vitest";
import { asArray, asObject, type JsonObject } from "./json-value.ts";
import { errorText, rawChat, sseData } from "./raw-chat.ts";
import type { WireTurn } from "./script.ts";
import { startWireServer, type WireServer, type WireServerOptions } from "./wire-server.ts";

const servers: WireServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(options: WireServerOptions): Promise<WireServer> {
  const server = await startWireServer("google", options);
  servers.push(server);
  return server;
}

async function partsOf(turn: WireTurn): Promise<unknown[]> {
  const events = await sseData(await rawChat(await start({ turns: [turn] })));
  return events.map(({ candidates }) => asObject(asObject(asArray(candidates)[0])["content"])["parts"]);
}

test("text comes in chunks with CRLF, cumulative usage, and ends with an empty text and STOP", async () => {
  const running = await start({
    turns: [{ steps: ["Hel", "lo"], usage: { input: 9, output: 6, thinking: 2, cached: 3 } }],
  });
  const text = await (await rawChat(running)).text();
  expect(text).toMatch(/^(data: \{.*\}\r\n\r\n){3}$/);
  const events = text
    .split("\r\n\r\n")
    .filter(Boolean)
    .map((event) => JSON.parse(event.slice(6)) as JsonObject);
  expect(events).toMatchObject([
    {
      candidates: [{ content: { role: "model", parts: [{ text: "Hel" }] }, index: 0 }],
      usageMetadata: { candidatesTokenCount: 1 },
    },
    { candidates: [{ content: { parts: [{ text: "lo" }] } }], usageMetadata: { candidatesTokenCount: 2 } },
    {
      candidates: [{ content: { parts: [{ text: "" }] }, finishReason: "STOP" }],
      usageMetadata: {
        promptTokenCount: 9,
        candidatesTokenCount: 4,
        thoughtsTokenCount: 2,
        totalTokenCount: 15,
        cachedContentTokenCount: 3,
      },
      modelVersion: "gemini-2.5-flash",
    },
  ]);
});

const calls = [{ name: "one", args: { a: 1 } }, { name: "two" }];

test("calls are whole, several per chunk or one per chunk, without ids or with eight characters", async () => {
  const [first, second] = [
    { functionCall: { name: "one", args: { a: 1 } } },
    { functionCall: { name: "two" } },
  ];
  expect(await partsOf({ steps: [{ calls }] })).toEqual([[first, second], [{ text: "" }]]);
  expect(await partsOf({ steps: [{ calls, shape: "interleaved" }] })).toEqual([
    [first],
    [second],
    [{ text: "" }],
  ]);
  const id = expect.stringMatching(/^[0-9a-f]{8}$/) as unknown;
  expect(await partsOf({ steps: [{ calls: [calls[0]!], ids: "fresh" }] })).toContainEqual([
    { functionCall: { name: "one", args: { a: 1 }, id } },
  ]);
});

test("thinking is a thought part, and signs the first call after it", async () => {
  const parts = await partsOf({ steps: [{ thinking: "hm" }, { calls }] });
  expect(parts[0]).toEqual([{ text: "hm", thought: true }]);
  expect(parts[1]).toMatchObject([
    { thoughtSignature: expect.stringMatching(/^Er/) as unknown },
    { functionCall: { name: "two" } },
  ]);
  expect(asObject(asArray(parts[1])[1])["thoughtSignature"]).toBeUndefined();
  const scripted = await partsOf({ steps: [{ calls: [{ name: "one", signature: "mine" }] }] });
  expect(scripted[0]).toEqual([{ functionCall: { name: "one" }, thoughtSignature: "mine" }]);
});

test("arguments that break off are no call but a finish reason", async () => {
  const calls = [{ name: "one", args: '{"a": ' }];
  const text = async (turn: WireTurn) => (await rawChat(await start({ turns: [turn] }))).text();
  expect(await text({ steps: [{ calls }] })).toMatch(/^(?!.*functionCall").*MALFORMED_FUNCTION_CALL/s);
  expect(await text({ steps: [{ calls }], finish: "length" })).toContain('"finishReason":"MAX_TOKENS"');
  expect(await text({ steps: ["x"], finish: "content-filter" })).toContain('"finishReason":"SAFETY"');
});

test("generateContent answers with the same turn as one JSON", async () => {
  const running = await start({ turns: [{ steps: [{ thinking: "hm" }, "So ", "so", { calls }] }] });
  expect(await (await rawChat(running, {}, { stream: false })).json()).toMatchObject({
    candidates: [
      {
        content: {
          parts: [
            { text: "hm", thought: true },
            { text: "So so" },
            { functionCall: { name: "one" } },
            { functionCall: { name: "two" } },
          ],
        },
        finishReason: "STOP",
      },
    ],
    usageMetadata: { promptTokenCount: 12 },
  });
});

const user = { role: "user", parts: [{ text: "hi" }] };
const call = (name: string, more: JsonObject = {}): JsonObject => ({
  functionCall: { name, args: {} },
  ...more,
});
const response = (name: string, more: JsonObject = {}): JsonObject => ({
  functionResponse: { name, response: { result: "ok" }, ...more },
});
const says = (...parts: JsonObject[]): JsonObject => ({ role: "model", parts });
const answers = (...parts: JsonObject[]): JsonObject => ({ role: "function", parts });
const declare = (declaration: JsonObject): JsonObject => ({
  tools: [{ functionDeclarations: [declaration] }],
});

test("as many responses as calls are accepted, in one content or several", async () => {
  const running = await start({ turns: [{ steps: ["fine"] }, { steps: ["fine"] }] });
  const asked = [user, says({ text: "so" }, call("one"), call("two"))];
  const together = [...asked, { role: "user", parts: [response("one"), response("two")] }];
  const apart = [...asked, answers(response("two")), answers(response("one")), user];
  expect((await rawChat(running, { contents: together })).status).toBe(200);
  expect((await rawChat(running, { contents: apart })).status).toBe(200);
});

test.each<[string, JsonObject, string]>([
  [
    "a call without a response",
    { contents: [user, says(call("one")), user] },
    "number of function response parts is equal",
  ],
  [
    "a call without a response at the end",
    { contents: [user, says(call("one"))] },
    "number of function response parts is equal",
  ],
  [
    "too many responses",
    { contents: [user, says(call("one")), answers(response("one"), response("one"))] },
    "number of function response parts is equal",
  ],
  [
    "an orphaned response",
    { contents: [user, says({ text: "x" }), answers(response("one"))] },
    "function response turn comes immediately after a function call turn",
  ],
  [
    "a response after text",
    { contents: [user, says(call("one")), { role: "user", parts: [{ text: "x" }, response("one")] }] },
    "comes immediately after a function call turn",
  ],
  [
    "a response of another name",
    { contents: [user, says(call("one")), answers(response("two"))] },
    "has no corresponding function call",
  ],
  [
    "a response of another id",
    {
      contents: [
        user,
        says({ functionCall: { name: "one", id: "a" } }),
        answers(response("one", { id: "b" })),
      ],
    },
    "has no corresponding function call",
  ],
  [
    "a call at the beginning",
    { contents: [says(call("one")), answers(response("one"))] },
    "comes immediately after a user turn",
  ],
  [
    "a response that is no object",
    { contents: [user, says(call("one")), answers({ functionResponse: { name: "one", response: "ok" } })] },
    "function_response.response' (type.googleapis.com/google.protobuf.Struct)",
  ],
  [
    "args that are no object",
    { contents: [user, says({ functionCall: { name: "one", args: "{}" } })] },
    "function_call.args'",
  ],
  [
    "an unknown role",
    { contents: [{ role: "assistant", parts: [{ text: "x" }] }] },
    "Please use a valid role: user, model.",
  ],
  [
    "a content without parts",
    { contents: [{ role: "user", parts: [] }] },
    "contents.parts must not be empty",
  ],
  ["an empty part", { contents: [{ role: "user", parts: [{}] }] }, "required oneof field 'data'"],
  ["no contents", { contents: [] }, "contents is not specified"],
  ["a wrong function name", declare({ name: "1 a" }), "Invalid function name"],
  [
    "a JSON Schema keyword",
    declare({ name: "one", parameters: { type: "object", properties: {}, additionalProperties: false } }),
    "Unknown name \"additionalProperties\" at 'tools[0].function_declarations[0].parameters'",
  ],
  ["empty declarations", { tools: [{ functionDeclarations: [] }] }, "required one_of 'tool_type'"],
  [
    "a foreign signature",
    { contents: [user, says({ text: "x", thought: true, thoughtSignature: "abc=" }), user] },
    "Thought signature is not valid.",
  ],
])("%s is refused", async (_rule, body, words) => {
  const refused = await rawChat(await start({}), body);
  expect(refused.status).toBe(400);
  const answer: unknown = await refused.json();
  expect(answer).toMatchObject({ error: { code: 400, status: "INVALID_ARGUMENT" } });
  expect(errorText(answer)).toContain(words);
});

test("a signature that was issued must come back on its call", async () => {
  const running = await start({
    turns: [{ steps: [{ calls: [{ name: "one", args: { b: 1, a: 2 }, signature: true }] }] }],
  });
  const [, thoughtSignature] =
    /"thoughtSignature":"([^"]+)"/.exec(await (await rawChat(running)).text()) ?? [];
  const ask = async (more: JsonObject): Promise<string> => {
    running.enqueue({ steps: ["fine"] });
    const contents = [
      user,
      says({ functionCall: { name: "one", args: { a: 2, b: 1 } }, ...more }),
      answers(response("one")),
    ];
    const answered = await rawChat(running, { contents });
    return answered.ok ? "accepted" : errorText(await answered.json());
  };
  expect(await ask({ thoughtSignature })).toBe("accepted");
  expect(await ask({})).toContain("Function call is missing a thought_signature in functionCall parts.");
  expect(await ask({ thoughtSignature: "ErOtherSignature0123" })).toBe("Thought signature is not valid.");
});

test("Gemini 3 wants a signature on the first call of the turn under way, a placeholder will do", async () => {
  const running = await start({ turns: [{ steps: ["fine"] }, { steps: ["fine"] }] });
  const ask = (contents: JsonObject[]) => rawChat(running, { contents }, { model: "gemini-3-pro-preview" });
  const loop = (more: JsonObject) => [
    user,
    says(call("one", more), call("two")),
    answers(response("one"), response("two")),
  ];
  expect((await ask(loop({}))).status).toBe(400);
  expect((await ask(loop({ thoughtSignature: "skip_thought_signature_validator" }))).status).toBe(200);
  expect((await ask([...loop({}), says({ text: "x" }), user])).status).toBe(200);
});

test("a missing key is forbidden, a wrong one invalid", async () => {
  const { origin } = await start({});
  expect((await fetch(`${origin}/v1beta/models`)).status).toBe(403);
  const wrong = await fetch(`${origin}/v1beta/models?key=nope`);
  expect(await wrong.json()).toMatchObject({
    error: { code: 400, details: [{ reason: "API_KEY_INVALID" }] },
  });
});
