import { ToolInputParsingException } from "@langchain/core/tools";
import { McpError, ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { Failure, failureContent, toFailure, type FailureKind } from "./tool-failure.ts";

const withFields = (message: string, fields: object): Error => Object.assign(new Error(message), fields);
const zodError = z.object({ city: z.string() }).safeParse({}).error;

test.each<[FailureKind, string, unknown]>([
  ["network", "ECONNREFUSED", withFields("no", { code: "ECONNREFUSED" })],
  ["network", "ETIMEDOUT of a socket", withFields("no", { code: "ETIMEDOUT" })],
  ["network", "DNS", withFields("no", { code: "ENOTFOUND" })],
  ["network", "undici", withFields("no", { code: "UND_ERR_CONNECT_TIMEOUT" })],
  ["network", "a closed MCP connection", new McpError(ErrorCode.ConnectionClosed, "Connection closed")],
  ["network", "fetch's own words", new TypeError("fetch failed")],
  ["network", "a code in the cause", new TypeError("no", { cause: { code: "ECONNRESET" } })],
  [
    "network",
    "a code deep in the causes",
    new Error("a", { cause: new Error("b", { cause: { code: "EPIPE" } }) }),
  ],
  ["timeout", "AbortSignal.timeout", new DOMException("late", "TimeoutError")],
  ["timeout", "an MCP request", new McpError(ErrorCode.RequestTimeout, "Request timed out")],
  ["timeout", "a code", withFields("no", { code: "ERR_TIMEOUT" })],
  ["cancelled", "AbortError", new DOMException("stopped", "AbortError")],
  ["invalid-arguments", "zod", zodError],
  ["invalid-arguments", "LangChain", new ToolInputParsingException("wrong")],
  ["invalid-arguments", "MCP", new McpError(ErrorCode.InvalidParams, "deviceName is required")],
  ["other", "anything else", new Error("The lamp is broken")],
  ["other", "a text", "The lamp is broken"],
  ["other", "nothing", undefined],
])("%s: %s [E6]", (kind, _what, thrown) => {
  expect(toFailure(thrown, "lamp").kind).toBe(kind);
});

test("codes and types decide before words do [E6]", () => {
  const misleading = "fetch failed: connection refused";
  expect(toFailure(new DOMException(misleading, "AbortError"), "lamp").kind).toBe("cancelled");
  expect(toFailure(new DOMException(misleading, "TimeoutError"), "lamp").kind).toBe("timeout");
  expect(toFailure(withFields("everything is fine", { code: "EHOSTUNREACH" }), "lamp").kind).toBe("network");
});

test("a failure that was decided already is passed on as it is [E6]", () => {
  const refused = new Failure("refused", "Not at night.");
  expect(toFailure(refused, "lamp")).toBe(refused);
});

test("a network failure says that the service is unavailable, and why [E6]", () => {
  const { message } = toFailure(withFields("connect ECONNREFUSED", { code: "ECONNREFUSED" }), "lamp");
  expect(message).toBe('The service behind "lamp" is unavailable (connect ECONNREFUSED).');
});

test("errors that an MCP server reports pass on in the server's own words [E6]", () => {
  const words = 'No device "Lampp". Did you mean "Lamp"?';
  const error = new McpError(ErrorCode.InvalidParams, words);
  expect(toFailure(error, "lamp").message).toContain(words);
});

test.each<[string, unknown, string]>([
  ["an Error", new Error("broken"), "broken"],
  ["a text", "broken", "broken"],
  ["a number", 404, "404"],
  ["a symbol", Symbol("broken"), "Symbol(broken)"],
  ["a bigint", 10n, "10"],
  ["an object", { reason: "broken" }, '{"reason":"broken"}'],
  ["an object with a message", { message: "broken" }, "broken"],
  ["an error that says Error itself", new Error("Error: Error: broken"), "broken"],
  ["an empty message", new Error(""), "The tool failed without a message."],
  ["a message that is no text", { message: { text: "broken" } }, '{"message":{"text":"broken"}}'],
  ["undefined", undefined, "The tool failed without a message."],
  ["null", null, "The tool failed without a message."],
  ["a function", () => "broken", "The tool failed without a message."],
  ["an empty object", {}, "The tool failed without a message."],
])("%s is worded for the model [E5]", (_kind, thrown, message) => {
  expect(failureContent(toFailure(thrown, "lamp"), "text")).toBe(`Error: ${message}`);
});

const explode = (): never => {
  throw new Error("trap");
};
const traps = {
  get: explode,
  has: explode,
  ownKeys: explode,
  getPrototypeOf: explode,
  getOwnPropertyDescriptor: explode,
};
const revoked = Proxy.revocable({}, {});
revoked.revoke();
const nameless = { constructor: Object.defineProperty(() => {}, "name", { get: explode }) };

test.each<[string, unknown]>([
  [
    "an error whose message getter throws",
    Object.defineProperty(new Error("x"), "message", { get: explode }),
  ],
  [
    "an object whose every getter throws",
    {
      get code() {
        return explode();
      },
      get cause() {
        return explode();
      },
    },
  ],
  ["an object without a prototype", Object.create(null)],
  ["a proxy that throws at every touch", new Proxy({}, traps)],
  ["a proxy of a function that throws", new Proxy(() => {}, traps)],
  ["a revoked proxy", revoked.proxy],
  ["a class whose name throws", nameless],
  ["an object whose toJSON throws", { toJSON: explode }],
  ["an error that is its own cause", selfCaused()],
])("%s becomes a failure all the same [E1]", (_kind, thrown) => {
  const content = failureContent(toFailure(thrown, "lamp"), "text");
  expect(content).toMatch(/^Error: \S/);
  expect(content).not.toContain("[object Object]");
});

test("no stack trace is in the content, even when the message holds one [E5]", () => {
  const { stack } = new Error("inner");
  const error = new Error(`outer\n${stack}\n    at Array.map (<anonymous>)\nlast line`);
  const content = failureContent(toFailure(error, "lamp"), "text");
  expect(content).toBe("Error: outer\nError: inner\nlast line");
});

test("both formats say the same; json is an object with one field [E7]", () => {
  const failure = toFailure(new Error('a "quoted"\nmessage'), "lamp");
  expect(failureContent(failure, "text")).toBe('Error: a "quoted"\nmessage');
  expect(JSON.parse(failureContent(failure, "json"))).toEqual({ error: 'a "quoted"\nmessage' });
});

test.each(["text", "json"] as const)("a flood of an error message is cut (%s) [E10]", (format) => {
  const content = failureContent(toFailure(new Error("x".repeat(5_000_000)), "lamp"), format);
  expect(content.length).toBeLessThan(10_200);
  expect(content).toContain("characters left out");
});

test("any thrown value becomes a failure with a message, and toFailure never throws [E1]", () => {
  const anything = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true }),
    fc.anything().map((cause) => new Error("outer", { cause })),
    fc.record({ message: fc.anything(), code: fc.anything(), name: fc.anything(), cause: fc.anything() }),
  );
  fc.assert(
    fc.property(anything, (thrown) => {
      const failure = toFailure(thrown, "lamp");
      expect(failure).toBeInstanceOf(Failure);
      expect(failure.message).not.toBe("");
      expect(JSON.parse(failureContent(failure, "json"))).toHaveProperty("error");
    }),
  );
});

function selfCaused(): Error {
  const error = new Error("round");
  error.cause = error;
  return error;
}
