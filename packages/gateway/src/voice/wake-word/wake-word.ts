import type { Engine } from "../engine/engine.ts";

/** One model for all clients; each client has a stream of its own. */
export interface WakeWord extends Engine {
  /** What to say: "hey computer". */
  readonly phrase: string;
  /** A score from here on counts as heard. */
  readonly threshold: number;
  open: () => WakeWordStream;
}

export interface WakeWordStream {
  /** The best score, 0 to 1, that these next 16 kHz samples gave; any number of samples, asked in order. */
  hear: (samples: Float32Array) => Promise<number>;
  /** Forgets what was heard so far, so that one phrase does not count twice. */
  reset: () => void;
  /** Idempotent. */
  close: () => void;
}
