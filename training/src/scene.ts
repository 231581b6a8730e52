import { hearingRate, joined } from "../../packages/gateway/src/voice/audio/audio.ts";
import { background, gainBelow, inRoom, power, repitched, throughMicrophone, trimmed } from "./augment.ts";
import type { Random } from "./random.ts";

export interface Scene {
  readonly samples: Float32Array;
  /** The sample after the last one of what was said. */
  readonly end: number;
}

export interface SceneOptions {
  random: Random;
  /** Some other speech, for what goes before and what is heard in the background. */
  others: () => Float32Array;
  /** Quiet room, near, as recorded: for the part of a figure that is about the voice alone. @default false */
  clean?: boolean;
}

const seconds = (count: number): Float32Array => new Float32Array(Math.round(count * hearingRate));

/** What a microphone in a home gets when somebody says this: at some moment, from some distance, in some noise. */
export function scene(speech: Float32Array, { random, others, clean = false }: SceneOptions): Scene {
  const bare = trimmed(speech);
  if (clean) {
    const samples = joined([seconds(0.5), levelled(bare, -20), seconds(0.6)]);
    return { samples, end: samples.length - 0.6 * hearingRate };
  }
  const said = random.next() < 0.5 ? repitched(bare, random.between(0.9, 1.1)) : bare;
  const lead = random.next() < 0.3 ? before(said, random, others) : seconds(random.between(0.15, 1.2));
  const tail = seconds(random.between(0.4, 0.7));
  let samples: Float32Array = joined([lead, said, tail]);
  const end = samples.length - tail.length;
  if (random.next() < 0.5) samples = inRoom(samples, random);
  if (random.next() < 0.4) samples = throughMicrophone(samples, random);
  if (random.next() < 0.75) {
    const noise = background(samples.length, random, others);
    const gain = gainBelow(noise, samples.subarray(lead.length, end), random.between(4, 30));
    samples = samples.map((sample, index) => sample + gain * (noise[index] ?? 0));
  }
  samples = levelled(samples, random.between(-45, -12));
  const hiss = 10 ** (random.between(-90, -65) / 20);
  return { samples: samples.map((sample) => clipped(sample + hiss * random.normal())), end };
}

/** Noise alone, for as long as asked. */
export function noiseScene(length: number, { random, others }: SceneOptions): Scene {
  const noise = levelled(background(length, random, others), random.between(-60, -10));
  return { samples: noise.map(clipped), end: length };
}

/** Somebody speaks, stops, and then it is said. */
function before(said: Float32Array, random: Random, others: () => Float32Array): Float32Array {
  const other = trimmed(others());
  const heard = other.slice(-Math.round(random.between(0.3, 1.3) * hearingRate));
  const gain = gainBelow(heard, said, random.between(-3, 6));
  return joined([heard.map((sample) => sample * gain), seconds(random.between(0.12, 0.5))]);
}

function levelled(samples: Float32Array, decibels: number): Float32Array {
  const gain = 10 ** (decibels / 20) / Math.sqrt(power(samples) + 1e-12);
  return samples.map((sample) => clipped(sample * gain));
}

function clipped(sample: number): number {
  return Math.max(-1, Math.min(1, sample));
}
