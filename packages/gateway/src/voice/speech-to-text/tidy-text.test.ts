import { expect, test } from "vitest";
import { tidyText } from "./tidy-text.ts";

test("text comes trimmed and in one line", () => {
  expect(tidyText("  Turn on\n the\tlight. ")).toBe("Turn on the light.");
});

test("notes about sounds and marks without words are no text", () => {
  for (const text of ["", " ", "...", "?", "[BLANK_AUDIO]", "(music) ♪", "*coughs* .", "[a] [b]"])
    expect(tidyText(text)).toBe("");
  expect(tidyText("[click] Good night. (applause)")).toBe("Good night.");
});
