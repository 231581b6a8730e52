import fc from "fast-check";
import { expect, test } from "vitest";
import { ModelTurn } from "./model-turn.ts";
import type { RawChunk } from "./raw-stream.ts";

function finish(chunks: readonly RawChunk[]) {
  const turn = new ModelTurn({ taken: new Set() });
  for (const chunk of chunks) turn.add(chunk);
  return turn.finish();
}

const call = (args: string): RawChunk => ({ toolCalls: [{ index: 0, id: "a", name: "remove", args }] });

test("truncated arguments are never completed [E11]", () => {
  const { calls, message } = finish([call('{"path":"/home/user/old_ba'), { finishReason: "stop" }]);
  expect(calls[0]?.failure?.message).toContain("not valid JSON");
  expect(message.tool_calls).toMatchObject([{ id: "a", name: "remove", args: {} }]);
  expect(message.invalid_tool_calls).toMatchObject([{ id: "a", args: '{"path":"/home/user/old_ba' }]);
});

test("a call cut off before its arguments began is not a call without arguments [E11]", () => {
  for (const finishReason of ["length", "max_tokens", "MAX_TOKENS", "model_length"]) {
    const { calls, finish: reason } = finish([call(""), { finishReason }]);
    expect(reason).toBe("length");
    expect(calls[0]?.failure?.message).toContain("cut off");
  }
  expect(finish([call(""), { finishReason: "tool_calls" }]).calls[0]).toMatchObject({ args: {} });
});

test("in a message that was cut off, the calls that are complete still run [E11]", () => {
  const { calls } = finish([
    { toolCalls: [{ index: 0, id: "a", name: "one", args: '{"x":1}' }] },
    { toolCalls: [{ index: 1, id: "b", name: "two", args: '{"y":' }] },
    { finishReason: "length" },
  ]);
  expect(calls.map(({ failure }) => failure !== undefined)).toEqual([false, true]);
});

test("text stays a string; blocks are kept in order, joined by index, beside the text [H3]", () => {
  expect(finish([{ text: "a" }, { text: "b" }]).message.content).toBe("ab");
  const { message } = finish([
    { blocks: [{ type: "thinking", index: 0, thinking: "Let me " }], thinking: "Let me " },
    { blocks: [{ type: "thinking", index: 0, thinking: "see." }] },
    { blocks: [{ type: "thinking", index: 0, signature: "c2ln" }] },
    { text: "Yes" },
    { text: "." },
    { blocks: [{ type: "thinking", index: 2, thinking: "More.", signature: "xx" }] },
    { text: "No." },
  ]);
  expect(message.content).toEqual([
    { type: "thinking", thinking: "Let me see.", signature: "c2ln" },
    { type: "text", text: "Yes." },
    { type: "thinking", thinking: "More.", signature: "xx" },
    { type: "text", text: "No." },
  ]);
});

test("what a provider wants echoed in additional_kwargs is merged and kept [H3]", () => {
  const { message } = finish([
    { extras: { reasoning_content: "a", signatures: { one: "x" }, list: [1] } },
    { extras: { reasoning_content: "b", signatures: { two: "y" }, list: [2], flag: true } },
  ]);
  expect(message.additional_kwargs).toEqual({
    reasoning_content: "ab",
    signatures: { one: "x", two: "y" },
    list: [1, 2],
    flag: true,
  });
});

test("however a message is cut into chunks, it is the same message [S5]", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.array(fc.nat(5), { minLength: 1 }),
      (text, args, sizes) => {
        const json = JSON.stringify(args);
        const whole = finish([{ text }, { toolCalls: [{ index: 0, id: "a", name: "get", args: json }] }]);
        const pieces = finish([
          ...cut(text, sizes).map((piece) => ({ text: piece })),
          { toolCalls: [{ index: 0, id: "a", name: "get", args: "" }] },
          ...cut(json, sizes).map((piece) => ({ toolCalls: [{ index: 0, args: piece }] })),
        ]);
        expect(pieces.message.toDict()).toEqual(whole.message.toDict());
        expect(pieces.calls).toEqual(whole.calls);
      },
    ),
  );
});

test("100,000 fragments are read once each: the work grows with the stream, not with its square [S6]", () => {
  // Work is counted by the characters that assembly reads from its fragments.
  const reads = (count: number): number => {
    let read = 0;
    const turn = new ModelTurn({ taken: new Set() });
    turn.add({ toolCalls: [{ index: 0, id: "a", name: "write", args: '{"text":"' }] });
    for (let i = 0; i < count; i++) {
      const fragment = {
        index: 0,
        get args() {
          read++;
          return "xxxx";
        },
      };
      turn.add({ toolCalls: [fragment] });
    }
    turn.add({ toolCalls: [{ index: 0, args: '"}' }] });
    const [call] = turn.finish().calls;
    expect(call).toMatchObject({ args: { text: "xxxx".repeat(count) } });
    return read;
  };
  expect(reads(100_000) / reads(1_000)).toBe(100);
});

test("100,000 fragments take no more than a few times as long per fragment as 10,000 [S6]", () => {
  const time = (count: number): number => {
    const started = process.cpuUsage();
    const turn = new ModelTurn({ taken: new Set() });
    for (let i = 0; i < count; i++)
      turn.add({ toolCalls: [{ index: 0, id: "a", name: "write", args: i === 0 ? '{"t":"' : "x" }] });
    turn.finish();
    return process.cpuUsage(started).user / count;
  };
  time(10_000);
  // Quadratic assembly would be ten times as slow per fragment; noise is nowhere near.
  expect(time(100_000) / time(10_000)).toBeLessThan(5);
});

function cut(text: string, sizes: readonly number[]): string[] {
  const pieces = [];
  for (let start = 0, i = 0; start < text.length; i++) {
    const size = (sizes[i % sizes.length] ?? 0) + 1;
    pieces.push(text.slice(start, start + size));
    start += size;
  }
  return pieces;
}
