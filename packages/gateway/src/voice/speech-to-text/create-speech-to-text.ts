import type { OnProgress } from "../engine/engine.ts";
import { Moonshine } from "./moonshine.ts";
import { OpenAITranscriptions } from "./openai-transcriptions.ts";
import type { SpeechToText } from "./speech-to-text.ts";
import { WyomingSpeechToText } from "./wyoming.ts";

export interface SpeechToTextOptions {
  kind: "moonshine" | "openai" | "wyoming";
  /** Address of the service; needed by `wyoming`. @default OpenAI's own for `openai` */
  url?: string | undefined;
  /** `base` or `tiny` for `moonshine`, the service's name for it otherwise. */
  model?: string | undefined;
  /** Its key, when it wants one. */
  key?: string | undefined;
  /** Told what is being loaded. */
  onProgress?: OnProgress | undefined;
}

/** The driver as configured. Nothing is loaded yet: what is heavy, a driver loads by itself. */
export function createSpeechToText({ kind, url, model, key, onProgress }: SpeechToTextOptions): SpeechToText {
  switch (kind) {
    case "moonshine":
      return new Moonshine({ size: model, onProgress });
    case "openai":
      return new OpenAITranscriptions({ baseUrl: url, model, key });
    case "wyoming":
      // Without an address, loading says what one looks like.
      return new WyomingSpeechToText({ url: url ?? "", model, onProgress });
    default:
      return kind satisfies never;
  }
}
