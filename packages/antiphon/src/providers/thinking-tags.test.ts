import fc from "fast-check";
import { expect, test } from "vitest";
import { ThinkingTags } from "./thinking-tags.ts";

function split(chunks: readonly string[]): { text: string; thinking: string } {
  const tags = new ThinkingTags();
  const parts = [...chunks.map((chunk) => tags.add(chunk)), tags.end()];
  return {
    text: parts.map(({ text }) => text).join(""),
    thinking: parts.map(({ thinking }) => thinking).join(""),
  };
}

/** The text in pieces that end where the numbers say. */
function cutAt(text: string, places: readonly number[]): string[] {
  const ends = [...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b);
  return ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end));
}

const pieces = fc.array(fc.constantFrom("<think>", "</think>", "<", "think", "/", ">", "a", " ", "\n"));

test("where a message is cut makes no difference", () => {
  fc.assert(
    fc.property(pieces, fc.array(fc.nat()), (parts, places) => {
      const text = parts.join("");
      expect(split(cutAt(text, places))).toEqual(split([text]));
    }),
    { numRuns: 2_000 },
  );
});

test("text without thinking passes unchanged", () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.nat()), (text, places) => {
      fc.pre(!text.trimStart().startsWith("<think>"));
      expect(split(cutAt(text, places))).toEqual({ text, thinking: "" });
    }),
  );
});

test("thinking and answer are told apart, the blank lines between them belong to neither", () => {
  expect(split(["\n<think>\nHm.\n</think>\n\n", "\n", " Hello </think> <think>"])).toEqual({
    text: "Hello </think> <think>",
    thinking: "\nHm.\n",
  });
});

test("thinking that never ends is thinking", () => {
  expect(split(["<think>Hm", "m</thi"])).toEqual({ text: "", thinking: "Hmm</thi" });
});

test("text passes at once when it cannot be a tag", () => {
  const tags = new ThinkingTags();
  expect(tags.add("<b>").text).toBe("<b>");
  expect(tags.add("<think>").text).toBe("<think>");
});
