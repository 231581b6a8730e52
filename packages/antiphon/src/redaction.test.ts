import fc from "fast-check";
import { expect, test } from "vitest";
import { preview, redact, redactText } from "./redaction.ts";

test.each([
  "password",
  "userPassword",
  "PASSWORD",
  "db_password",
  "passwords",
  "apiKey",
  "api_key",
  "APIKey",
  "x-api-key",
  "apikey",
  "accessToken",
  "GITHUB_TOKEN",
  "APIToken",
  "clientSecret",
  "AWS_SECRET_ACCESS_KEY",
  "privateKey",
  "Authorization",
  "cookie",
  "pin",
  "pinCode",
  "otp",
])("the value of %s is a secret [E2]", (name) => {
  expect(redact({ [name]: "hunter2" })).toEqual({ [name]: "[redacted]" });
  expect(redact({ [name]: { inner: ["hunter2"] } })).toEqual({ [name]: "[redacted]" });
});

test.each([
  "city",
  "maxTokens",
  "max_tokens",
  "key",
  "keyboard",
  "spinner",
  "opinion",
  "author",
  "tokenizer",
])("%s is no secret [E2]", (name) => {
  expect(redact({ [name]: "Bern" })).toEqual({ [name]: "Bern" });
});

test.each([
  ["Bearer abcdefgh12345678", "Bearer [redacted]"],
  ["Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic [redacted]"],
  ["key sk-proj-abcdefghijklmnopqrst is wrong", "key [redacted] is wrong"],
  ["mqtt://home:hunter2@broker:1883/x", "mqtt://home:[redacted]@broker:1883/x"],
  ["password=hunter2&x=1", "password=[redacted]&x=1"],
  ['{"apiKey": "hunter2"', '{"apiKey": "[redacted]"'],
  ["api_key: hunter2", "api_key: [redacted]"],
  ["https://example.org:8080/path stays", "https://example.org:8080/path stays"],
  ["The token is a coin.", "The token is a coin."],
])("secrets inside a text are replaced: %s [E2]", (text, expected) => {
  expect(redactText(text)).toBe(expected);
});

test("a secret leaks at no depth, in lists and in texts [E2]", () => {
  const names = fc.constantFrom("password", "apiKey", "access_token", "clientSecret");
  const nested = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: "large" },
      names.map((name) => ({ [name]: "hunter2" })),
      fc.constantFrom("password=hunter2", "mqtt://a:hunter2@host"),
      fc.dictionary(fc.string(), tie("node")),
      fc.array(tie("node")),
    ),
  })).node;
  fc.assert(
    fc.property(nested, (value) => {
      expect(JSON.stringify(redact(value)) ?? "").not.toContain("hunter2");
    }),
  );
  let deep: unknown = { password: "hunter2" };
  for (let i = 0; i < 10_000; i++) deep = { deep };
  expect(JSON.stringify(redact(deep))).not.toContain("hunter2");
});

test("the value itself is not changed [E2]", () => {
  const value = Object.freeze({ password: "hunter2", list: Object.freeze([1]) });
  expect(redact(value)).toEqual({ password: "[redacted]", list: [1] });
  expect(value.password).toBe("hunter2");
});

test("long texts, large lists and bytes are shortened [E2]", () => {
  expect(redact("x".repeat(2_000))).toBe(`${"x".repeat(500)}… (2000 characters)`);
  expect(redact(Array.from({ length: 1_000 }, (_, i) => i))).toHaveLength(50);
  expect(redact({ image: Buffer.alloc(9) })).toEqual({ image: "[9 bytes]" });
  expect(preview("abcdef", 3)).toBe("abc… (6 characters)");
});

test("whatever is logged can be written as JSON, and nothing throws on the way [L1]", () => {
  const circular: Record<string, unknown> = { a: 1 };
  circular["self"] = circular;
  expect(redact(circular)).toEqual({ a: 1, self: "[…]" });
  expect(redact([null, undefined, 1n, Symbol("s"), () => 1, new Error("no")])).toEqual([
    null,
    undefined,
    "1",
    "Symbol(s)",
    "[function]",
    "no",
  ]);
  const explode = (): never => {
    throw new Error("trap");
  };
  expect(
    redact({
      get x() {
        return explode();
      },
      y: 1,
    }),
  ).toEqual({ x: undefined, y: 1 });
  expect(redact(new Proxy({}, { ownKeys: explode, getPrototypeOf: explode }))).toBe("[…]");
  const anything = fc.anything({ withBigInt: true, withMap: true, withDate: true, withNullPrototype: true });
  fc.assert(fc.property(anything, (value) => void JSON.stringify(redact(value))));
});

test("the same object twice is no circle [L1]", () => {
  const shared = { a: 1 };
  expect(redact([shared, shared])).toEqual([shared, shared]);
});
