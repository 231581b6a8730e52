import { fromPcm16 } from "./pcm16.ts";

/** A piece of a spoken sentence. */
export interface SoundFrame {
  readonly sentenceId: number;
  readonly sampleRate: number;
  readonly samples: Float32Array<ArrayBuffer>;
}

/** The sentence's id and the sample rate, four bytes each, stand before the samples. */
const headerBytes = 8;

/** `undefined` for a frame that is too short, or of a rate that no browser can play. */
export function readSoundFrame(data: ArrayBuffer): SoundFrame | undefined {
  if (data.byteLength < headerBytes + 2) return undefined;
  const view = new DataView(data);
  const sampleRate = view.getUint32(4, true);
  if (sampleRate < 8_000 || sampleRate > 96_000) return undefined;
  const samples = fromPcm16(new DataView(data, headerBytes));
  return { sentenceId: view.getUint32(0, true), sampleRate, samples };
}
