import { hearingRate } from "../audio/audio.ts";

/** How much quiet the model likes after the last word: without, it guesses at the ends of short commands. */
const wanted = hearingRate;

/** The sound with a second of quiet after its last loud sample; what is quiet there already counts. */
export function withQuietEnd(samples: Float32Array): Float32Array {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  let end = samples.length;
  while (end > 0 && Math.abs(samples[end - 1] ?? 0) < peak * 0.05) end--;
  if (end + wanted <= samples.length) return samples;
  const quiet = new Float32Array(end + wanted);
  quiet.set(samples);
  return quiet;
}
