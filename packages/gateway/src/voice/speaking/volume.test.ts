import { expect, test } from "vitest";
import { atVolume } from "./volume.ts";

const audio = { samples: Float32Array.of(0.5, -1, 0), sampleRate: 16_000 };

test("full volume changes nothing", () => {
  expect(atVolume(audio, { level: 100, muted: false })).toBe(audio);
});

test("half the level is a quarter of the gain", () => {
  expect([...atVolume(audio, { level: 50, muted: false }).samples]).toEqual([0.125, -0.25, 0]);
});

test("a higher level is never quieter", () => {
  const gains = Array.from(
    { length: 101 },
    (_, level) => atVolume(audio, { level, muted: false }).samples[0] ?? 0,
  );
  expect(gains).toEqual([...gains].sort((one, other) => one - other));
  expect(new Set(gains).size).toBe(101);
});

test.each([
  { level: 0, muted: false },
  { level: 100, muted: true },
  { level: -20, muted: false },
  { level: Number.NaN, muted: false },
])("level $level, muted $muted is silence of the same length", (volume) => {
  const { samples, sampleRate } = atVolume(audio, volume);
  expect(sampleRate).toBe(16_000);
  expect([...samples]).toEqual([0, 0, 0]);
});

test("a level above 100 is not louder than the sound itself, which stays as it was", () => {
  expect(atVolume(audio, { level: 400, muted: false })).toBe(audio);
  atVolume(audio, { level: 10, muted: false });
  expect([...audio.samples]).toEqual([0.5, -1, 0]);
});
