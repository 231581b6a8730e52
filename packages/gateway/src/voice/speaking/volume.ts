import type { Audio } from "../audio/audio.ts";

export interface Volume {
  /** From 0 to 100; what lies outside counts as the nearest of them. */
  readonly level: number;
  readonly muted: boolean;
}

/**
 * The same sound at a volume. Loudness is heard in ratios, so the gain is the square of the level: 50 sounds about
 * half as loud. 100 changes nothing; 0 and muted are silence of the same length.
 */
export function atVolume(audio: Audio, { level, muted }: Volume): Audio {
  const share = muted || !(level > 0) ? 0 : Math.min(100, level) / 100;
  if (share === 1) return audio;
  const gain = share * share;
  return {
    ...audio,
    samples:
      gain === 0 ? new Float32Array(audio.samples.length) : audio.samples.map((sample) => sample * gain),
  };
}
