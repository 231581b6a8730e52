import { expect, test } from "vitest";
import { loopLength, withoutLoop } from "./token-loops.ts";

const times = (count: number, ...tokens: number[]): number[] =>
  Array.from({ length: count }, () => tokens).flat();

test("speech is no loop, even when a word is said again", () => {
  for (const tokens of [[], [5], [5, 6, 7, 8], times(7, 5), times(3, 5, 6), [...times(6, 5), 9]]) {
    expect(loopLength(tokens)).toBe(0);
    expect(withoutLoop(tokens)).toEqual(tokens);
  }
});

test("a token for ever is left out whole", () => {
  expect(withoutLoop(times(8, 5))).toEqual([]);
  expect(withoutLoop([1, 2, ...times(20, 5)])).toEqual([1, 2]);
});

test("of a phrase for ever one copy stays", () => {
  expect(withoutLoop(times(4, 5, 6))).toEqual([5, 6]);
  expect(withoutLoop([1, 2, ...times(5, 5, 6, 7)])).toEqual([1, 2, 5, 6, 7]);
  expect(withoutLoop([...times(4, 5, 6, 7), 5])).toEqual([5, 6, 7]);
});

test("the shortest loop counts", () => {
  expect(loopLength(times(16, 5))).toBe(1);
  expect(loopLength(times(8, 5, 6))).toBe(2);
});
