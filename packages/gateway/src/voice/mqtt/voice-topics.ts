import type { Logger } from "antiphon";
import type { VoiceEvent } from "../session/voice-event.ts";
import { hasWords } from "../transcribing/said-text.ts";
import { BrokerLink } from "./broker-link.ts";
import {
  ourSource,
  responseTopic,
  transcriptionTopic,
  type ResponsePayload,
  type TranscriptionPayload,
} from "./voice-payloads.ts";

export interface PublishVoiceOptions {
  /** Its address, as soon as it is known; undefined when there is none. */
  brokerUrl: Promise<string | undefined>;
  logger: Logger;
}

export interface VoicePublisher {
  /** Takes every event; what is not for others is left alone. Never throws and never waits. */
  onEvent: (event: VoiceEvent) => void;
  /** Idempotent. */
  close: () => Promise<void>;
}

/** Tells others over MQTT what was said and answered. Connects when there is something to tell. */
export function publishVoice(options: PublishVoiceOptions): VoicePublisher {
  const link = new BrokerLink(options);
  return { onEvent: (event) => publishEvent(event, link), close: () => link.close() };
}

export function publishEvent(event: VoiceEvent, link: Pick<BrokerLink, "publish">): void {
  if (event.type === "transcription") {
    const { text, conversationId, utteranceId, durationMs } = event;
    if (!hasWords(text)) return;
    const payload: TranscriptionPayload = {
      text,
      conversationId,
      utteranceId,
      durationMs: Math.round(durationMs),
      at: new Date().toISOString(),
      source: ourSource,
    };
    link.publish(transcriptionTopic, payload);
  } else if (event.type === "response") {
    const { text, question, conversationId, utteranceId, interrupted } = event;
    link.publish(
      responseTopic,
      responsePayload({ text, question, conversationId, utteranceId, interrupted }),
    );
  }
}

export function responsePayload(response: Omit<ResponsePayload, "at" | "source">): ResponsePayload {
  return { ...response, at: new Date().toISOString(), source: ourSource };
}
