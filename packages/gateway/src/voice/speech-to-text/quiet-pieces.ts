import { hearingRate } from "../audio/audio.ts";

export interface QuietPiecesOptions {
  /** The longest piece, in samples. @default 22 seconds */
  most?: number;
  /** The shortest piece that is cut off, in samples. @default 10 seconds */
  least?: number;
}

/** Long enough to tell a pause between words from the middle of one. */
const pause = 0.3 * hearingRate;
const frame = 0.02 * hearingRate;

/** A long sound in pieces, cut where it is quietest, so that few words are cut in two. */
export function quietPieces(
  samples: Float32Array,
  { most = 22 * hearingRate, least = 10 * hearingRate }: QuietPiecesOptions = {},
): Float32Array[] {
  const pieces: Float32Array[] = [];
  let rest = samples;
  while (rest.length > most) {
    const cut = quietestPlace(rest.subarray(0, most), least);
    pieces.push(rest.subarray(0, cut));
    rest = rest.subarray(cut);
  }
  return [...pieces, rest];
}

/** The middle of the quietest pause after the first `from` samples. */
function quietestPlace(samples: Float32Array, from: number): number {
  const energies: number[] = [];
  for (let start = from; start + frame <= samples.length; start += frame)
    energies.push(energyOf(samples.subarray(start, start + frame)));
  const width = Math.min(Math.ceil(pause / frame), energies.length);
  let sum = 0;
  let quietest = Infinity;
  let place = samples.length;
  for (const [index, energy] of energies.entries()) {
    sum += energy - (energies[index - width] ?? 0);
    if (index + 1 < width || sum >= quietest) continue;
    quietest = sum;
    place = from + Math.round((index + 1 - width / 2) * frame);
  }
  return place;
}

function energyOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum;
}
