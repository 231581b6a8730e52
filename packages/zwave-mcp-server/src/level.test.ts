import { expect, test } from "vitest";
import { levelFromPercent, parseNumber, percentFromLevel } from "./level.ts";

const rule = { what: "The level", min: 0, max: 100, unit: " %" };

test.each([
  [40, 40],
  ["40", 40],
  [" 40 % ", 40],
  ["40 percent", 40],
  ["12,5", 12.5],
  ["100", 100],
  [0, 0],
])("%j is the number %d", (input, number) => {
  expect(parseNumber(input, rule)).toBe(number);
});

test.each([[undefined], [""], ["  "]])("%j is no number given", (input) => {
  expect(parseNumber(input, rule)).toBeUndefined();
});

test.each([
  ["very"],
  ["101"],
  [-1],
  [Number.NaN],
  [Infinity],
  ["0x10"],
  ["1e9"],
  ["4 0"],
  ["x".repeat(9_999)],
])("%j is refused in a short sentence", (input) => {
  expect(() => parseNumber(input, rule)).toThrow(/^The level must be a number from 0 to 100 %.{1,100}$/);
});

test("a hundred percent is Z-Wave's 99, and back", () => {
  expect([0, 1, 40, 55, 99, 100].map(levelFromPercent)).toEqual([0, 1, 40, 55, 99, 99]);
  expect([0, 1, 40, 99].map(percentFromLevel)).toEqual([0, 1, 40, 100]);
});
