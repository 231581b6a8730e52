import type { OnProgress } from "../../engine/engine.ts";
import { hearingRate } from "../../audio/audio.ts";
import { spoken } from "../fixtures/spoken.ts";
import type { SpeechToText } from "../speech-to-text.ts";

/** A driver as the contract sees it. */
export interface ContractDriver {
  readonly label: string;
  /** A driver that works, and its service if it needs one. */
  readonly open: (options?: { onProgress?: OnProgress }) => Promise<OpenDriver>;
  /** How often loading is told. */
  readonly loadMessages: number;
  /** Drivers that cannot work, and what they say. */
  readonly failing: readonly FailingDriver[];
}

export interface OpenDriver {
  readonly speechToText: SpeechToText;
  /** Ends the service behind it. */
  readonly end?: () => Promise<void>;
}

export interface FailingDriver {
  readonly when: string;
  readonly open: () => OpenDriver | Promise<OpenDriver>;
  readonly says: RegExp;
}

/** Sounds that every driver understands; a scripted service knows them by their lengths. */
export interface Sounds {
  readonly light: Float32Array;
  readonly door: Float32Array;
  /** Its text takes longer than a test waits. */
  readonly slow: Float32Array;
  /** Whoever hears it breaks down. */
  readonly fatal: Float32Array;
}

export const light = "turn on the kitchen light";
export const door = "is the front door locked";

/** A process knows it by its first sample. */
export const fatalSample = -0.75;

let made: Promise<Sounds> | undefined;

export function sounds(): Promise<Sounds> {
  made ??= make();
  return made;
}

async function make(): Promise<Sounds> {
  const [lightSound, doorSound] = await Promise.all([spoken(light), spoken(`${door}?`)]);
  const slow = new Float32Array(40 * hearingRate);
  for (let start = 0; start + lightSound.length < slow.length; start += lightSound.length)
    slow.set(lightSound, start);
  const fatal = new Float32Array(hearingRate).fill(fatalSample);
  return { light: lightSound, door: doorSound, slow, fatal };
}

/** How a scripted service hears: a text as untidy as services write it, or what it does instead. */
export function scripted(samples: Float32Array, known: Sounds): string {
  if (samples.length === known.slow.length) return "slow";
  if (samples.length === known.fatal.length) return "fatal";
  if (samples.length === known.light.length) return "  Turn on the kitchen light.\n";
  return samples.length === known.door.length
    ? "\tIs the front\n door locked? [BLANK_AUDIO] "
    : " Something else. ";
}
