import type { OnProgress } from "../engine/engine.ts";
import { createFlite } from "./flite.ts";
import { OpenAISpeech } from "./openai-speech.ts";
import { createPiper } from "./piper.ts";
import type { TextToSpeech } from "./text-to-speech.ts";
import { WyomingTextToSpeech } from "./wyoming.ts";

export interface TextToSpeechOptions {
  kind: "flite" | "piper" | "openai" | "wyoming";
  /** Where the service is. */
  url?: string | undefined;
  /** For OpenAI-compatible services; for Piper, the folder of a voice. */
  model?: string | undefined;
  /** The engine's own name for a voice. @default the engine's choice */
  voice?: string | undefined;
  /** For OpenAI-compatible services. */
  key?: string | undefined;
  /** Told what is being loaded, whoever asked. */
  onProgress?: OnProgress | undefined;
}

/** The voice that is configured. Nothing is loaded yet, so nothing can be missing yet. */
export function createTextToSpeech({
  kind,
  url,
  model,
  voice,
  key,
  onProgress,
}: TextToSpeechOptions): TextToSpeech {
  switch (kind) {
    case "flite":
      return createFlite({ voice, onProgress });
    case "piper":
      return createPiper({ voiceFolder: model, voice, onProgress });
    case "openai":
      return new OpenAISpeech({ baseUrl: url, model, voice, key });
    case "wyoming":
      return new WyomingTextToSpeech({ url: url ?? "tcp://127.0.0.1:10200", voice, onProgress });
  }
}
