import type { Logger } from "antiphon";
import type { Runs } from "../../runs/runs.ts";
import { TranscriptionAnswerer } from "./answer-transcriptions.ts";
import { BrokerLink } from "./broker-link.ts";
import { responseTopic, transcriptionTopic } from "./voice-payloads.ts";
import { publishEvent, type VoicePublisher } from "./voice-topics.ts";

export interface VoiceTopicsOptions {
  /** Its address, as soon as it is known; undefined when there is none. */
  brokerUrl: Promise<string | undefined>;
  runs: Pick<Runs, "start" | "find">;
  /** Whether destructive calls are allowed for what others heard; nobody can be asked. */
  yes: boolean;
  logger: Logger;
}

/** Voice over MQTT, both ways: tells what was said and answered here, and answers what others heard. */
export function startVoiceTopics({ brokerUrl, runs, yes, logger }: VoiceTopicsOptions): VoicePublisher {
  const answerer = new TranscriptionAnswerer({
    runs,
    yes,
    logger,
    publish: (response) => link.publish(responseTopic, response),
  });
  const link = new BrokerLink({
    brokerUrl,
    logger,
    subscription: { topic: transcriptionTopic, onMessage: (message) => answerer.onMessage(message) },
  });
  return {
    onEvent: (event) => publishEvent(event, link),
    close: async () => {
      await answerer.close();
      await link.close();
    },
  };
}
