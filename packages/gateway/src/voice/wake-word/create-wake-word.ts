import { OpenWakeWord } from "./open-wake-word.ts";
import type { WakeWord } from "./wake-word.ts";

export interface WakeWordSettings {
  /** Whether the home listens for its phrase at all. */
  wakeWord: boolean;
  /**
   * From this score on, 0 to 1, the phrase counts as heard.
   * @default what the phrase was trained to
   */
  wakeWordThreshold?: number | undefined;
}

/** Undefined when none is wanted. Loads nothing yet. */
export function createWakeWord({ wakeWord, wakeWordThreshold }: WakeWordSettings): WakeWord | undefined {
  return wakeWord ? new OpenWakeWord({ threshold: wakeWordThreshold }) : undefined;
}
