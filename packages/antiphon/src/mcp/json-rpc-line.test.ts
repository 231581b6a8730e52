import { expect, test } from "vitest";
import { parseLine } from "./json-rpc-line.ts";

const answer = { jsonrpc: "2.0", id: 1, result: {} };
const request = { jsonrpc: "2.0", id: 1, method: "ping" };

test("a line with a message is the message, also as a batch", () => {
  expect(parseLine(JSON.stringify(request))).toEqual({ messages: [request], noise: "" });
  expect(parseLine(JSON.stringify([answer, request]))).toEqual({ messages: [answer, request], noise: "" });
});

test.each([
  "Server started",
  '{"jsonrpc":"2.0","id":',
  "[1,2]",
  "[]",
  '"text"',
  "42",
  '{"level":"info"}',
  "\u0000\ufffd",
])("%j is noise", (line) => {
  expect(parseLine(line)).toEqual({ messages: [], noise: line });
});

test("blank lines are nothing at all", () => {
  expect(parseLine(" \r")).toEqual({ messages: [], noise: "" });
});

test("an answer behind half a line is found", () => {
  expect(parseLine(`loading {"a": ${JSON.stringify(answer)}`)).toEqual({
    messages: [answer],
    noise: 'loading {"a": ',
  });
});

test("a request quoted by a log line is noise", () => {
  const line = `received ${JSON.stringify(request)}`;
  expect(parseLine(line)).toEqual({ messages: [], noise: line });
});
