import fc from "fast-check";
import { expect, test } from "vitest";
import { LineReader, LineTooLongError } from "./line-reader.ts";

test("however the bytes are cut, the lines are the same", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.array(fc.nat(20)), (texts, cuts) => {
      const lines = texts.map((text) => text.replaceAll("\n", ""));
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
      const reader = new LineReader({ maxBytes: 10_000 });
      const read: string[] = [];
      let start = 0;
      for (const cut of [...cuts, bytes.length]) {
        read.push(...reader.push(bytes.subarray(start, start + cut)));
        start += cut;
      }
      read.push(...reader.push(bytes.subarray(start)));
      expect(read).toEqual(lines);
    }),
  );
});

test("a line over the limit is an error, not memory", () => {
  const reader = new LineReader({ maxBytes: 10 });
  expect([...reader.push(Buffer.from("123456789"))]).toEqual([]);
  expect(() => [...reader.push(Buffer.from("12"))]).toThrow(LineTooLongError);
});

test("what stands behind the last newline is handed out at the end", () => {
  const reader = new LineReader({ maxBytes: 100 });
  expect([...reader.push(Buffer.from("one\ntw"))]).toEqual(["one"]);
  expect(reader.end()).toBe("tw");
});
