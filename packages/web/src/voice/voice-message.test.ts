import { expect, test } from "vitest";
import { parseVoiceMessage } from "./voice-message.ts";

const parse = (message: unknown) => parseVoiceMessage(JSON.stringify(message));

test("the greeting names the wake word, the conversation and how loud to speak", () => {
  const volume = { level: 40, muted: true };
  expect(parse({ type: "ready", phrase: "hey computer", conversationId: "k", volume })).toEqual({
    type: "ready",
    phrase: "hey computer",
    conversationId: "k",
    volume,
  });
  expect(parse({ type: "ready", phrase: null })).toEqual({
    type: "ready",
    phrase: undefined,
    conversationId: undefined,
    volume: { level: 100, muted: false },
  });
});

test("every message of the protocol is read", () => {
  expect(parse({ type: "loading", message: "Loading." })).toEqual({ type: "loading", message: "Loading." });
  expect(parse({ type: "state", state: "thinking" })).toEqual({ type: "state", state: "thinking" });
  expect(parse({ type: "wake", score: 0.97 })).toEqual({ type: "wake" });
  expect(parse({ type: "silence" })).toEqual({ type: "silence" });
  expect(parse({ type: "transcription", utteranceId: "u", text: " Hello. " })).toEqual({
    type: "transcription",
    text: "Hello.",
  });
  expect(parse({ type: "run", runId: "r", conversationId: "k", utteranceId: "u", text: "Hello." })).toEqual({
    type: "run",
    runId: "r",
    conversationId: "k",
    text: "Hello.",
  });
  expect(parse({ type: "sentence", id: 7, text: "Yes." })).toEqual({ type: "sentence", id: 7, text: "Yes." });
  expect(parse({ type: "sentence-end", id: 7 })).toEqual({ type: "sentence-end", id: 7 });
  expect(parse({ type: "problem", message: "No." })).toEqual({ type: "problem", message: "No." });
});

test("levels and loudness stay within their bounds, whatever is sent", () => {
  expect(parse({ type: "level", level: 7, speech: -1 })).toEqual({ type: "level", level: 1, speech: 0 });
  expect(parse({ type: "level", level: "loud" })).toEqual({ type: "level", level: 0, speech: 0 });
  expect(parse({ type: "volume", level: 400, muted: "yes" })).toEqual({
    type: "volume",
    volume: { level: 100, muted: false },
  });
});

test("what makes no sense is not there", () => {
  for (const data of ["", "nonsense", "[]", "null", "7", '{"type":"constructor"}', '{"type":7}', "{}"]) {
    expect(parseVoiceMessage(data)).toBeUndefined();
  }
  expect(parse({ type: "state", state: "dancing" })).toBeUndefined();
  expect(parse({ type: "run", runId: "r" })).toBeUndefined();
  expect(parse({ type: "sentence", id: "7" })).toBeUndefined();
  expect(parse({ type: "sentence-end" })).toBeUndefined();
});
