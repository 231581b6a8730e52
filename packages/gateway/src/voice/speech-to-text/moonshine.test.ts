import { afterAll, beforeAll, expect, test } from "vitest";
import { hearingRate, joined } from "../audio/audio.ts";
import { findPackage } from "../engine/find-package.ts";
import { fliteVoices } from "../wake-word/fixtures/flite-voice.ts";
import { testSpeechToText } from "./contract/contract.ts";
import { spoken, words } from "./fixtures/spoken.ts";
import { Moonshine } from "./moonshine.ts";

/** Engines that compute share a busy machine. */
const timeout = 60_000;

// The rules are the same for both sizes, and this one loads faster; what is heard is tested with the other.
testSpeechToText({
  label: "Moonshine tiny",
  loadMessages: 1,
  open: async ({ onProgress } = {}) => {
    const module = new URL("./fixtures/mortal-moonshine-worker.js", import.meta.url);
    return { speechToText: new Moonshine({ size: "tiny", onProgress, module }) };
  },
  failing: [
    {
      when: "a package that is not installed",
      open: () => ({
        speechToText: new Moonshine({
          find: (name) => (name.startsWith("@usefulsensors/") ? undefined : findPackage(name)),
        }),
      }),
      says: /^Speech recognition needs @usefulsensors\/moonshine-js\. Install with: npm install @usefulsensors\/moonshine-js$/,
    },
    {
      when: "an installation without any package",
      open: () => ({ speechToText: new Moonshine({ find: () => undefined }) }),
      says: /needs onnxruntime-node and @usefulsensors\/moonshine-js and llama-tokenizer-js\./,
    },
    {
      when: "a size that there is not",
      open: () => ({ speechToText: new Moonshine({ size: "constructor" }) }),
      says: /no size "constructor"\. Known: base, tiny\.$/,
    },
    {
      when: "a file of the model that is missing",
      open: () => ({ speechToText: new Moonshine({ find: () => import.meta.dirname }) }),
      says: /^Speech recognition cannot read its model: /,
    },
  ],
});

const moonshine = new Moonshine();
beforeAll(() => moonshine.load(), timeout);
afterAll(() => moonshine.close(), timeout);

const tone = (hertz: number, seconds: number): Float32Array =>
  Float32Array.from(
    { length: seconds * hearingRate },
    (_, index) => 0.3 * Math.sin((index * hertz * 2 * Math.PI) / hearingRate),
  );

/** The same noise every time. */
function noise(loudness: number, seconds: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: seconds * hearingRate }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return loudness * ((state / 2_147_483_648) * 2 - 1);
  });
}

test("noise and tones are no text", { timeout }, async () => {
  for (const loudness of [0.002, 0.02, 0.2, 1])
    expect(await moonshine.transcribe(noise(loudness, 2))).toBe("");
  for (const hertz of [50, 440, 2_000, 7_000]) expect(await moonshine.transcribe(tone(hertz, 2))).toBe("");
});

test("speech that is longer than one piece is heard whole", { timeout }, async () => {
  const sentences = [
    "Turn on the kitchen light.",
    "What is the temperature in the hallway?",
    "Close the blinds in the office.",
  ];
  const said = await Promise.all(sentences.map((sentence) => spoken(sentence)));
  const pause = new Float32Array(hearingRate * 0.7);
  const round = said.flatMap((sound) => [sound, pause]);
  const samples = joined(Array.from({ length: 4 }, () => round).flat());
  expect(samples.length).toBeGreaterThan(25 * hearingRate);
  const heard = words(await moonshine.transcribe(samples)).split(" ");
  const counts = ["kitchen", "temperature", "office"].map(
    (word) => heard.filter((other) => other === word).length,
  );
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
});

test("a command is heard in every voice", { timeout }, async () => {
  const sounds = await Promise.all(
    fliteVoices.map((voice) => spoken("Close the blinds in the office.", voice)),
  );
  const texts = await Promise.all(sounds.map((sound) => moonshine.transcribe(sound)));
  expect(texts.map(words)).toEqual(fliteVoices.map(() => "close the blinds in the office"));
});

test("closing in the middle of the work ends the engine and nothing else", { timeout }, async () => {
  const busy = new Moonshine({ size: "tiny" });
  await busy.load();
  const given = busy.transcribe(noise(0.5, 60));
  given.catch(() => {});
  await new Promise(setImmediate);
  await busy.close();
  await expect(given).rejects.toThrow(/closed\.$/);
});
