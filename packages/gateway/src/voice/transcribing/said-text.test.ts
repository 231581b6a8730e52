import { expect, test } from "vitest";
import { asCommand, hasWords, soundsUnfinished, withoutPhrase } from "./said-text.ts";

test.each([
  ["Hey computer, turn on the light.", "turn on the light."],
  ["Hey, computer. Turn on the light.", "Turn on the light."],
  ["A computer, what time is it?", "what time is it?"],
  ["Computer turn it off", "turn it off"],
  ["Hey computer.", ""],
  ["Turn off the computer", "Turn off the computer"],
  ["computerize the house", "computerize the house"],
  ["Hey, turn on the light", "Hey, turn on the light"],
])("the phrase that woke us is taken off the start: %s", (text, command) => {
  expect(withoutPhrase(text)).toBe(command);
});

test.each([
  ["Turned off the kitchen light.", "Turn off the kitchen light."],
  ["turned on everything", "turn on everything"],
  ["Who turned off the light?", "Who turned off the light?"],
  ["Turned out nice", "Turned out nice"],
])("a command that sounds like a report is one: %s", (text, command) => {
  expect(asCommand(text)).toBe(command);
});

test.each(["Turn on the", "turn on the kitchen light and", "Set", "what is the…", "dim the lamp to "])(
  "it sounds unfinished: %s",
  (text) => expect(soundsUnfinished(text)).toBe(true),
);

test.each(["Turn on the kitchen light,", "Stop", "what time is it", "Turn it on.", "dim the lamp to 20", ""])(
  "it sounds complete: %s",
  (text) => expect(soundsUnfinished(text)).toBe(false),
);

test.each([
  ["...", false],
  ["", false],
  [" ? ", false],
  ["7", true],
  ["ü", true],
])("whether %s has words", (text, words) => expect(hasWords(text)).toBe(words));
