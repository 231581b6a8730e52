import type { Engine } from "../engine/engine.ts";

/** One model for all clients; each client has a stream of its own. */
export interface VoiceActivity extends Engine {
  open: () => VoiceActivityStream;
}

export interface VoiceActivityStream {
  /** How likely somebody speaks in the next frame of `frameSize` samples, from 0 to 1. Asked in order. */
  hear: (frame: Float32Array) => Promise<number>;
  /** Idempotent. */
  close: () => void;
}

/** 32 ms at 16 kHz. */
export const frameSize = 512;
