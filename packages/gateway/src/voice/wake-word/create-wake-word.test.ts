import { expect, test } from "vitest";
import { createWakeWord } from "./create-wake-word.ts";

test("there is a wake word when one is wanted, with the threshold that is asked for", () => {
  expect(createWakeWord({ wakeWord: false })).toBeUndefined();
  expect(createWakeWord({ wakeWord: true })?.phrase).toBe("hey computer");
  expect(createWakeWord({ wakeWord: true, wakeWordThreshold: 0.83 })?.threshold).toBe(0.83);
});
