import { hearingRate } from "../../packages/gateway/src/voice/audio/audio.ts";
import { resample } from "../../packages/gateway/src/voice/audio/resample.ts";
import type { Random } from "./random.ts";

/** Without the silence before and after: from the first to the last 10 ms that are not 35 dB below the loudest. */
export function trimmed(samples: Float32Array): Float32Array {
  const step = hearingRate / 100;
  const levels = Array.from({ length: Math.floor(samples.length / step) }, (_, index) =>
    power(samples.subarray(index * step, (index + 1) * step)),
  );
  const limit = Math.max(...levels, 0) * 10 ** -3.5;
  const first = levels.findIndex((level) => level > limit);
  const last = levels.findLastIndex((level) => level > limit);
  return samples.slice(Math.max(0, first) * step, (last + 1) * step);
}

/** The same voice somewhat higher and faster, or lower and slower. */
export function repitched(samples: Float32Array, factor: number): Float32Array {
  return resample({ samples, sampleRate: Math.round(hearingRate * factor) }, hearingRate);
}

/** In a room: echoes that fade, the direct sound first. */
export function inRoom(samples: Float32Array, random: Random): Float32Array {
  const fadeSeconds = random.between(0.1, 0.7);
  const strength = random.between(0.02, 0.35);
  const output = samples.slice();
  const echoes = Math.round(fadeSeconds * 180);
  for (let echo = 0; echo < echoes; echo++) {
    const delay = Math.round(random.between(0.002, fadeSeconds) * hearingRate);
    const gain = strength * 10 ** ((-3 * delay) / hearingRate / fadeSeconds) * (random.next() < 0.5 ? -1 : 1);
    for (let index = delay; index < output.length; index++) output[index]! += gain * samples[index - delay]!;
  }
  return output;
}

/** As through a small microphone or a telephone: a gentle low cut and high cut. */
export function throughMicrophone(samples: Float32Array, random: Random): Float32Array {
  const low = 1 - Math.exp((-2 * Math.PI * random.between(2_500, 7_500)) / hearingRate);
  const high = Math.exp((-2 * Math.PI * random.between(40, 350)) / hearingRate);
  let smooth = 0;
  let before = 0;
  let passed = 0;
  return samples.map((sample) => {
    smooth += low * (sample - smooth);
    passed = high * (passed + smooth - before);
    before = smooth;
    return passed;
  });
}

/** Something to be heard through: hiss, rumble, hum, music-like tones, or other people. */
export function background(length: number, random: Random, others: () => Float32Array): Float32Array {
  const kind = random.pick(["hiss", "rumble", "hum", "music", "people", "people"] as const);
  const output = new Float32Array(length);
  if (kind === "people") {
    for (let count = 1 + Math.floor(random.next() * 4); count > 0; count--) overlay(output, others(), random);
    return output;
  }
  if (kind === "music") return music(output, random);
  const pitch = random.pick([50, 60, 100, 120, 180]) * random.between(0.98, 1.02);
  const keep = kind === "rumble" ? random.between(0.9, 0.995) : random.between(0, 0.6);
  let smooth = 0;
  for (let index = 0; index < length; index++) {
    smooth = keep * smooth + random.between(-1, 1);
    const time = (2 * Math.PI * pitch * index) / hearingRate;
    const hum =
      Math.sin(time) + 0.5 * Math.sin(2 * time) + 0.3 * Math.sin(3 * time) + 0.2 * Math.sin(5 * time);
    output[index] = kind === "hum" ? hum + 0.1 * smooth : smooth;
  }
  return output;
}

/** What it takes for `sound` to lie `decibels` below `reference`; both stay as they are. */
export function gainBelow(sound: Float32Array, reference: Float32Array, decibels: number): number {
  return Math.sqrt(power(reference) / (power(sound) + 1e-12)) * 10 ** (-decibels / 20);
}

export function power(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum / Math.max(1, samples.length);
}

function overlay(output: Float32Array, other: Float32Array, random: Random): void {
  const start = Math.floor(random.next() * other.length);
  for (let index = 0; index < output.length; index++)
    output[index]! += other[(start + index) % Math.max(1, other.length)] ?? 0;
}

function music(output: Float32Array, random: Random): Float32Array {
  const noteLength = Math.round(random.between(0.12, 0.5) * hearingRate);
  for (let start = 0; start < output.length; start += noteLength) {
    const root = 110 * 2 ** (Math.floor(random.between(0, 36)) / 12);
    for (const interval of [0, random.pick([3, 4]), 7]) {
      const pitch = root * 2 ** (interval / 12);
      const loudness = random.between(0.2, 1);
      for (let index = 0; index < noteLength && start + index < output.length; index++) {
        const time = (2 * Math.PI * pitch * index) / hearingRate;
        const fade = Math.exp((-3 * index) / noteLength) * loudness;
        output[start + index]! +=
          fade * (Math.sin(time) + 0.4 * Math.sin(2 * time) + 0.2 * Math.sin(3 * time));
      }
    }
  }
  return output;
}
