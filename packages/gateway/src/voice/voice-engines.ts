import type { SpeechToText } from "./speech-to-text/speech-to-text.ts";
import type { TextToSpeech } from "./text-to-speech/text-to-speech.ts";
import type { VoiceActivity } from "./voice-activity/voice-activity.ts";
import type { WakeWord } from "./wake-word/wake-word.ts";

/** All that hears and speaks, shared by all who talk. */
export interface VoiceEngines {
  readonly speechToText: SpeechToText;
  readonly textToSpeech: TextToSpeech;
  readonly voiceActivity: VoiceActivity;
  /** Without one, hands-free means that everything said is meant for us. */
  readonly wakeWord?: WakeWord | undefined;
}
