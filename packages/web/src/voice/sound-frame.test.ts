import { expect, test } from "vitest";
import { readSoundFrame } from "./sound-frame.ts";

test("a frame names its sentence and its rate, and carries the samples after that", () => {
  const view = new DataView(new ArrayBuffer(12));
  view.setUint32(0, 4_000_000_000, true);
  view.setUint32(4, 22_050, true);
  view.setInt16(8, 16_384, true);
  view.setInt16(10, -32_768, true);
  const frame = readSoundFrame(view.buffer);
  expect(frame).toMatchObject({ sentenceId: 4_000_000_000, sampleRate: 22_050 });
  expect([...(frame?.samples ?? [])]).toEqual([0.5, -1]);
});

test("a frame that is cut off or has an impossible rate is dropped", () => {
  for (const length of [0, 1, 7, 8, 9]) expect(readSoundFrame(new ArrayBuffer(length))).toBeUndefined();
  for (const rate of [0, 7_999, 96_001, 4_294_967_295]) {
    const view = new DataView(new ArrayBuffer(12));
    view.setUint32(4, rate, true);
    expect(readSoundFrame(view.buffer)).toBeUndefined();
  }
});
