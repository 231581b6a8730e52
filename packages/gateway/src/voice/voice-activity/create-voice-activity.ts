import { Silero } from "./silero.ts";
import type { VoiceActivity } from "./voice-activity.ts";

/** The one there is. Loads nothing yet. */
export function createVoiceActivity(): VoiceActivity {
  return new Silero();
}
