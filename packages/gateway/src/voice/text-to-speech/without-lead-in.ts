import type { Audio } from "../audio/audio.ts";

/** Quieter than any speech: about -40 dB. */
const quiet = 0.01;
const keptSeconds = 0.03;

/** The same sound without the silence at its beginning, which would only be waited for. */
export function withoutLeadIn({ samples, sampleRate }: Audio): Audio {
  const first = samples.findIndex((sample) => Math.abs(sample) > quiet);
  if (first === -1) return { samples: new Float32Array(), sampleRate };
  const start = Math.max(0, first - Math.round(keptSeconds * sampleRate));
  return { samples: samples.slice(start), sampleRate };
}
