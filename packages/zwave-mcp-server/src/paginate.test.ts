import { array, assert, integer, property, string } from "fast-check";
import { expect, test } from "vitest";
import { paginate } from "./paginate.ts";

test("pages hold every line once, in order, whole, and within the limits", () => {
  const check = (lines: string[], maxLines: number) => {
    const pages = paginate(
      lines.map((line) => ({ line })),
      { maxLines, maxCharacters: 50 },
    ).map((page) => page.map(({ line }) => line));
    expect(pages.flat()).toEqual(lines);
    expect(pages.filter((page) => page.length > maxLines)).toEqual([]);
    expect(pages.filter((page) => page.length > 1 && page.join("\n").length > 50)).toEqual([]);
  };
  assert(property(array(string({ maxLength: 60 })), integer({ min: 1, max: 10 }), check));
});
