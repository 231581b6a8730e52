import type { Engine } from "../engine/engine.ts";

export interface SpeechToText extends Engine {
  /**
   * What was said in 16 kHz samples, trimmed; "" when nothing was. Loads what is needed. Calls may overlap; each
   * settles by itself. Rejects with a sentence for people, and at once when the signal aborts.
   */
  transcribe: (samples: Float32Array, options?: { signal?: AbortSignal | undefined }) => Promise<string>;
}
