import { expect, test } from "vitest";
import { createSpeechToText } from "./create-speech-to-text.ts";

test("each kind is made as configured, and nothing is loaded", async () => {
  const made = [
    createSpeechToText({ kind: "moonshine" }),
    createSpeechToText({ kind: "moonshine", model: "tiny" }),
    createSpeechToText({ kind: "openai", url: "http://localhost:8000", model: "large", key: "k" }),
    createSpeechToText({ kind: "wyoming", url: "tcp://localhost:10300" }),
  ];
  expect(made.map(({ name }) => name)).toEqual([
    "Moonshine base",
    "Moonshine tiny",
    "large",
    "Wyoming at tcp://localhost:10300",
  ]);
  for (const speechToText of made) await speechToText.close();
});

test("a Wyoming service without an address says what one looks like", async () => {
  await expect(createSpeechToText({ kind: "wyoming" }).load()).rejects.toThrow("tcp://localhost:10300");
});
