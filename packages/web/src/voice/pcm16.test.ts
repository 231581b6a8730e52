import { expect, test } from "vitest";
import { fromPcm16, toPcm16 } from "./pcm16.ts";

test("samples survive the way to 16 bits and back", () => {
  const samples = Float32Array.of(0, 0.5, -0.5, 0.25, -1);
  const there = toPcm16(samples);
  expect([...there]).toEqual([0, 16_384, -16_384, 8_192, -32_768]);
  expect([...fromPcm16(new DataView(there.buffer))]).toEqual([...samples]);
});

test("what is too loud is cut off instead of turned over, and no number is silence", () => {
  expect([...toPcm16(Float32Array.of(1, 7, -7, Number.NaN))]).toEqual([32_767, 32_767, -32_768, 0]);
});

test("an odd byte at the end is left out", () => {
  expect(fromPcm16(new DataView(new ArrayBuffer(5)))).toHaveLength(2);
  expect(fromPcm16(new DataView(new ArrayBuffer(0)))).toHaveLength(0);
});
