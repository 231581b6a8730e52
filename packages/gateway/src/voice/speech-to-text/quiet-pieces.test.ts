import fc from "fast-check";
import { expect, test } from "vitest";
import { hearingRate, joined } from "../audio/audio.ts";
import { quietPieces } from "./quiet-pieces.ts";

const loud = (seconds: number): Float32Array =>
  Float32Array.from({ length: seconds * hearingRate }, (_, index) => (index % 2 ? 0.5 : -0.5));
const quiet = (seconds: number): Float32Array => new Float32Array(seconds * hearingRate);

test("a short sound stays one piece", () => {
  for (const samples of [new Float32Array(0), loud(1), loud(22)]) {
    const pieces = quietPieces(samples);
    expect(pieces).toHaveLength(1);
    expect(pieces[0]).toBe(samples);
  }
});

test("a long sound is cut in its pauses", () => {
  const samples = joined([loud(15), quiet(0.5), loud(17), quiet(0.5), loud(10)]);
  const ends = quietPieces(samples).map(({ length }) => length / hearingRate);
  expect(ends[0]).toBeGreaterThan(15);
  expect(ends[0]).toBeLessThan(15.5);
  expect((ends[0] ?? 0) + (ends[1] ?? 0)).toBeGreaterThan(32.5);
  expect((ends[0] ?? 0) + (ends[1] ?? 0)).toBeLessThan(33);
  expect(ends).toHaveLength(3);
});

test("nothing is lost and no piece is too long, whatever the sound", () => {
  fc.assert(
    fc.property(
      fc.float32Array({ maxLength: 5_000, noNaN: true, min: -1, max: 1 }),
      fc.integer({ min: 1, max: 2_000 }),
      (samples, most) => {
        const pieces = quietPieces(samples, { most, least: Math.floor(most / 2) });
        expect(Buffer.from(joined(pieces).buffer).equals(Buffer.from(samples.slice().buffer))).toBe(true);
        expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(most);
      },
    ),
  );
});
