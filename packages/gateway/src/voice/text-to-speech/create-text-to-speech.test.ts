import { expect, test } from "vitest";
import { createTextToSpeech } from "./create-text-to-speech.ts";
import { speakTone, startSpeechServer } from "./fixtures/speech-server.ts";

test.each([
  [{ kind: "flite" }, "flite rms"],
  [{ kind: "flite", voice: "slt" }, "flite slt"],
  [{ kind: "piper", model: "/voices/amy" }, "Piper"],
  [{ kind: "openai", model: "kokoro", voice: "bella" }, "kokoro bella"],
  [{ kind: "wyoming", url: "tcp://127.0.0.1:1" }, "Wyoming at tcp://127.0.0.1:1"],
] as const)("%j is %s, and costs nothing before it is used", async (options, name) => {
  const speech = createTextToSpeech(options);
  expect(speech.name).toBe(name);
  await speech.close();
});

test("what is configured reaches the service", async () => {
  const { url, seen, close } = await startSpeechServer(speakTone);
  const speech = createTextToSpeech({ kind: "openai", url, model: "kokoro", voice: "bella", key: "secret" });
  for await (const _ of speech.speak("Hello."));
  expect(seen).toMatchObject([
    { authorization: "Bearer secret", body: { model: "kokoro", voice: "bella", input: "Hello." } },
  ]);
  await speech.close();
  await close();
});
