import { describe } from "vitest";
import { testTextToSpeech } from "./contract.ts";
import { openAI, openAIRaw } from "./openai-contract.ts";

describe("WAV", () => {
  testTextToSpeech(openAI);
});

describe("raw samples", () => {
  testTextToSpeech(openAIRaw);
});
