import fc from "fast-check";
import { expect, test } from "vitest";
import { clausesOf } from "./clauses.ts";

const long =
  "It is 21.5 degrees in the living room, and the front door has been locked since eleven, while the garage is open.";

test("a short text is one part", () => {
  expect(clausesOf("The light is on.", { most: 200, first: 80 })).toEqual(["The light is on."]);
});

test("the first part ends at an early pause, so that it is heard soon", () => {
  expect(clausesOf(long, { most: 200, first: 40 })[0]).toBe("It is 21.5 degrees in the living room,");
});

test("without a pause a text that is short enough stays whole", () => {
  const text = "the quick brown fox jumps over the lazy dog again and again";
  expect(clausesOf(text, { most: 200, first: 20 })).toEqual([text]);
});

test("a number is not cut at its comma", () => {
  expect(clausesOf("It used 1,234 watts in the night, which is much", { most: 34 })).toEqual([
    "It used 1,234 watts in the night,",
    "which is much",
  ]);
});

test("a word without an end is cut, but never through a character", () => {
  expect(clausesOf("a".repeat(25), { most: 10 })).toEqual(["a".repeat(10), "a".repeat(10), "a".repeat(5)]);
  expect(clausesOf("😀".repeat(6), { most: 3 }).every((part) => !/^\p{Cs}|\p{Cs}$/u.test(part))).toBe(true);
});

test("no part is empty or too long, and nothing but spaces is lost", () => {
  const word = fc.oneof(
    fc.constantFrom("light,", "on.", "and", ";", "—", "1,234", " "),
    fc.string({ maxLength: 30 }),
  );
  fc.assert(
    fc.property(
      fc.array(word),
      fc.integer({ min: 2, max: 60 }),
      fc.integer({ min: 2, max: 60 }),
      (words, most, first) => {
        const text = words.join(" ");
        const parts = clausesOf(text, { most, first });
        expect(parts.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        for (const part of parts) {
          expect(part).not.toBe("");
          expect(part.length).toBeLessThanOrEqual(most);
        }
      },
    ),
  );
});
