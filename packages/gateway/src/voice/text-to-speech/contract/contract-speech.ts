import type { OnProgress } from "../../engine/engine.ts";
import type { TextToSpeech } from "../text-to-speech.ts";

/** A driver as the contract sees it. */
export interface ContractSpeech {
  readonly label: string;
  /** A driver that works, with its service behind it if it needs one; it breaks down at `fatalText`. */
  readonly open: (options?: { onProgress?: OnProgress }) => Promise<OpenSpeech>;
  /** A text whose sound is not complete before the test gives up on it. */
  readonly slowText: string;
  /** Drivers that cannot work, and what they say. */
  readonly failing: readonly FailingSpeech[];
}

export interface FailingSpeech {
  readonly when: string;
  readonly open: () => OpenSpeech | Promise<OpenSpeech>;
  readonly says: RegExp;
  /** Whether loading finds it out; otherwise speaking does. */
  readonly atLoad: boolean;
}

export interface OpenSpeech {
  readonly speech: TextToSpeech;
  /** Ends what stands behind the driver. */
  readonly close?: () => Promise<void>;
}
