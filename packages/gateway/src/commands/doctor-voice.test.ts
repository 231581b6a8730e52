import { expect, test } from "vitest";
import { scriptedEngines } from "../../testing/scripted-engines.ts";
import { testConfig } from "../../testing/test-config.ts";
import { voiceHealth } from "./doctor-voice.ts";

test("the doctor has a sentence spoken and heard again, and closes what was opened", async () => {
  const engines = scriptedEngines();
  expect(await voiceHealth(testConfig(), engines)).toEqual({
    state: "ready",
    message: expect.stringMatching(/^scripted mouth said .* scripted ears heard "turn on the kitchen light"/),
  });
  expect(engines.closed()).toBe(4);
});

test("ears that fail are told in their words, and a house that is not to speak is not ill", async () => {
  const deaf = scriptedEngines({ texts: [new Error("The model file is broken.")] });
  expect(await voiceHealth(testConfig(), deaf)).toEqual({
    state: "failed",
    message: "The model file is broken.",
  });
  expect(deaf.closed()).toBe(4);
  expect(await voiceHealth(testConfig({ voice: "off" }))).toMatchObject({ state: "off" });
});
