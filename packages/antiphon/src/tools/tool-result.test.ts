import { ToolMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toToolResult } from "./tool-result.ts";

const limit = { maxChars: 50_000 };
const explode = (): never => {
  throw new Error("trap");
};
const circular: Record<string, unknown> = { name: "ring" };
circular["self"] = circular;
const revoked = Proxy.revocable({}, {});
revoked.revoke();

test.each<[string, unknown, string]>([
  ["a string as it is", "21 °C", "21 °C"],
  ["an empty string as it is", "", ""],
  ["undefined", undefined, "Done."],
  ["null", null, "null"],
  ["a number", 21.5, "21.5"],
  ["NaN", Number.NaN, "NaN"],
  ["a boolean", false, "false"],
  ["a bigint", 12345678901234567890n, "12345678901234567890"],
  ["a symbol", Symbol("on"), "Symbol(on)"],
  ["a function", function turnOn() {}, "[function turnOn]"],
  ["an object as JSON", { on: true, level: 3 }, '{"on":true,"level":3}'],
  ["an array as JSON", [1, "two"], '[1,"two"]'],
  ["an empty array", [], "[]"],
  ["a date", new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ["a map", new Map([["kitchen", 21]]), '[["kitchen",21]]'],
  ["a set", new Set(["on", "off"]), '["on","off"]'],
  ["a map inside", { rooms: new Map([["kitchen", new Set([21])]]) }, '{"rooms":[["kitchen",[21]]]}'],
  ["a bigint inside", { id: 10n }, '{"id":"10"}'],
  ["a buffer", Buffer.from("abc"), "[binary data, 3 bytes]"],
  ["a buffer inside", { image: Buffer.alloc(9) }, '{"image":"[binary data, 9 bytes]"}'],
  ["an ArrayBuffer", new ArrayBuffer(4), "[binary data, 4 bytes]"],
  ["an error", new Error("no"), "Error: no"],
  ["an error inside", { problem: new Error("no") }, '{"problem":"Error: no"}'],
  ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
])("%s becomes text [E8]", (_kind, value, content) => {
  expect(toToolResult(value, limit)).toEqual({ content, failed: false });
});

test.each<[string, unknown, string]>([
  ["a circular object", circular, "ring"],
  [
    "a getter that throws",
    {
      name: "trap",
      get x() {
        return explode();
      },
    },
    "trap",
  ],
  ["a toJSON that throws", { name: "trap", toJSON: explode }, "trap"],
  ["a revoked proxy", revoked.proxy, "cannot be shown"],
  [
    "a block whose type throws",
    [
      {
        get type() {
          return explode();
        },
      },
    ],
    "cannot be shown",
  ],
  [
    "an error whose message throws",
    Object.defineProperty(new Error("x"), "message", { get: explode }),
    "cannot be shown",
  ],
  ["an error whose message is no text", Object.assign(new Error("x"), { message: {} }), "Error: no message"],
])("%s is shown as well as it can be [E8]", (_kind, value, part) => {
  const { content } = toToolResult(value, limit);
  expect(content).toContain(part);
  expect(content).not.toContain("[object Object]");
});

const image = { type: "image", data: "AAAA", mimeType: "image/png" };

test("MCP's [text, artifacts] becomes the text; the artifacts are kept [E8]", () => {
  expect(toToolResult(["21 °C", [image]], limit)).toEqual({
    content: "21 °C",
    artifact: [image],
    failed: false,
  });
  expect(toToolResult(["21 °C", []], limit)).toEqual({ content: "21 °C", failed: false });
});

test("a pair of a tool that announces content and artifact is one, whatever the artifact [E8]", () => {
  const artifact = { rows: 3 };
  expect(toToolResult(["three rows", artifact], { ...limit, contentAndArtifact: true })).toEqual({
    content: "three rows",
    artifact,
    failed: false,
  });
});

test("a pair that is data stays data [E8]", () => {
  expect(toToolResult(["London", [51.5, -0.1]], limit).content).toBe('["London",[51.5,-0.1]]');
  expect(toToolResult(["a", "b"], limit).content).toBe('["a","b"]');
});

test("content blocks become their text; what is not text is named and kept [E8]", () => {
  const blocks = [
    { type: "text", text: "The door:" },
    image,
    { type: "resource", resource: { uri: "file:///log", text: "opened at 8" } },
    { type: "resource", resource: { uri: "file:///photo", mimeType: "image/jpeg", blob: "AAAA" } },
    { type: "resource_link", uri: "https://home/door", name: "door" },
  ];
  expect(toToolResult(blocks, limit)).toEqual({
    content:
      "The door:\n[image image/png]\nopened at 8\n[resource image/jpeg file:///photo]\n[resource_link https://home/door]",
    artifact: blocks.slice(1),
    failed: false,
  });
  expect(
    toToolResult(
      [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
      limit,
    ),
  ).toEqual({
    content: "a\nb",
    failed: false,
  });
});

test("things with a type that are no content blocks are data [E8]", () => {
  const devices = [{ type: "lamp", on: true }];
  expect(toToolResult(devices, limit).content).toBe(JSON.stringify(devices));
});

test("a ToolMessage hands over its content, its artifact and whether it failed [E8]", () => {
  const message = new ToolMessage({ content: "no bulb", tool_call_id: "x", artifact: 7, status: "error" });
  expect(toToolResult(message, limit)).toEqual({ content: "no bulb", artifact: 7, failed: true });
});

test("an image of an MCP tool is not lost behind an empty list of artifacts [E8]", () => {
  const block = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
  const message = new ToolMessage({ content: [block], tool_call_id: "x", artifact: [] });
  expect(toToolResult(message, limit)).toEqual({ content: "[image_url]", artifact: [block], failed: false });
});

test("a result of 50 MB keeps head and tail; the whole is kept as artifact [E10]", () => {
  const whole = `begin${"x".repeat(50_000_000)}end`;
  const { content, artifact } = toToolResult(whole, { maxChars: 1_000 });
  expect(content).toMatch(/^beginx+\n\[… 49999008 of 50000008 characters left out …\]\nx+end$/);
  expect(content.length).toBeLessThan(1_100);
  expect(artifact === whole).toBe(true);
});

test("a cut result keeps its artifact beside the whole [E10]", () => {
  const { artifact } = toToolResult(["x".repeat(200), [image]], { maxChars: 100 });
  expect(artifact).toEqual({ whole: "x".repeat(200), artifact: [image] });
});

test("whatever a tool returns becomes text of bounded length, never [object Object] [E8] [E10]", () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withTypedArray: true,
    withSparseArray: true,
  });
  fc.assert(
    fc.property(anything, fc.nat(100), fc.boolean(), (value, maxChars, contentAndArtifact) => {
      const { content } = toToolResult(value, { maxChars, contentAndArtifact });
      expect(content).toBeTypeOf("string");
      expect(content).not.toContain("[object Object]");
      expect(content.length).toBeLessThan(maxChars + 80);
    }),
    { numRuns: 500 },
  );
});
