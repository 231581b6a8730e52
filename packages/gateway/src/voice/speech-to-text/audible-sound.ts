import { hearingRate } from "../audio/audio.ts";

/** About -60 dB: below it no microphone has heard anybody. */
const threshold = 0.001;

/** A tenth of a second: engines refuse less. */
const least = hearingRate / 10;

/**
 * A copy in which every sample is a number between -1 and 1 and which is long enough for every engine; undefined
 * when there is nothing to hear. Engines invent words for silence, so they are not asked.
 */
export function audibleSound(samples: Float32Array): Float32Array<ArrayBuffer> | undefined {
  const sound = new Float32Array(Math.max(samples.length, least));
  let peak = 0;
  for (let index = 0; index < samples.length; index++) {
    const sample = samples[index] ?? 0;
    // What is not a number fails every comparison and stays 0.
    const clear = sample > 1 ? 1 : sample < -1 ? -1 : sample >= -1 ? sample : 0;
    sound[index] = clear;
    const loudness = Math.abs(clear);
    if (loudness > peak) peak = loudness;
  }
  return peak < threshold ? undefined : sound;
}
