import { expect, test } from "vitest";
import { formatDuration } from "./format-duration.ts";

test("durations are short", () => {
  expect([0, 42, 900, 12_340, 65_000].map(formatDuration)).toEqual([
    "0 ms",
    "42 ms",
    "0.9 s",
    "12.3 s",
    "1 min 05 s",
  ]);
});
