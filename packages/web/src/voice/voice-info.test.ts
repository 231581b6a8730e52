import { expect, test } from "vitest";
import { readVoiceInfo } from "./voice-info.ts";

test("a gateway with a voice names its wake word, when it has one", () => {
  const voice = { available: true, phrase: "hey computer" };
  expect(readVoiceInfo({ voice })).toEqual(voice);
  expect(readVoiceInfo({ voice: { available: true, phrase: null } })).toEqual({
    available: true,
    phrase: undefined,
  });
});

test("a gateway without one says why, and one that says nothing has none", () => {
  expect(readVoiceInfo({ voice: { available: false, reason: "Install x." } })).toEqual({
    available: false,
    reason: "Install x.",
  });
  for (const value of [undefined, null, [], {}, { voice: false }, { voice: { available: "yes" } }]) {
    expect(readVoiceInfo(value)).toMatchObject({
      available: false,
      reason: expect.stringContaining("voice"),
    });
  }
});
