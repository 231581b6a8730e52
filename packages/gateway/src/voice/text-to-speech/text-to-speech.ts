import type { Audio } from "../audio/audio.ts";
import type { Engine } from "../engine/engine.ts";

export interface TextToSpeech extends Engine {
  /**
   * A sentence as sound, in parts as they are made; nothing for a text without words. Loads what is needed.
   * Throws a sentence for people, and the signal's reason at once when it aborts.
   */
  speak: (text: string, options?: { signal?: AbortSignal | undefined }) => AsyncIterable<Audio>;
}
