import { expect, test } from "vitest";
import { findSentence } from "./find-sentence.ts";

const find = (text: string, sentence: string) => {
  const found = findSentence(text, sentence);
  return found && text.slice(found.start, found.end);
};

test("a sentence is found by its words, with the mark at its end", () => {
  expect(find("Well. The light is on. Bye.", "The light is on")).toBe("The light is on.");
  expect(find("The light\nis “on”. Bye.", "the light is on.")).toBe("The light\nis “on");
});

test("of several places the last one counts, and half a word is none", () => {
  expect(findSentence("On. On.", "On.")).toEqual({ start: 4, end: 7 });
  expect(find("Onward.", "On.")).toBeUndefined();
});

test("what is not there is not found, nor is nothing", () => {
  for (const sentence of ["", "…", "(a+)+$", "Something else."]) {
    expect(find("The light is on.", sentence)).toBeUndefined();
  }
});
