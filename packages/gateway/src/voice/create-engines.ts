import type { Config } from "../config/schema.ts";
import type { OnProgress } from "./engine/engine.ts";
import { createSpeechToText } from "./speech-to-text/create-speech-to-text.ts";
import { createTextToSpeech } from "./text-to-speech/create-text-to-speech.ts";
import { Silero } from "./voice-activity/silero.ts";
import type { VoiceEngines } from "./voice-engines.ts";
import { OpenWakeWord } from "./wake-word/open-wake-word.ts";

/** The engines as configured. Nothing is loaded yet. */
export function createEngines(
  config: Config,
  { onProgress }: { onProgress?: OnProgress } = {},
): VoiceEngines {
  const { stt, sttUrl, sttModel, sttKey, tts, ttsUrl, ttsModel, ttsVoice, ttsKey } = config;
  return {
    speechToText: createSpeechToText({ kind: stt, url: sttUrl, model: sttModel, key: sttKey, onProgress }),
    textToSpeech: createTextToSpeech({
      kind: tts,
      url: ttsUrl,
      model: ttsModel,
      voice: ttsVoice,
      key: ttsKey,
      onProgress,
    }),
    voiceActivity: new Silero(),
    ...(config.wakeWord && { wakeWord: new OpenWakeWord({ threshold: config.wakeThreshold }) }),
  };
}
