import { createRequire } from "node:module";
import type { Audio } from "../audio/audio.ts";
import { answerRequests } from "../engine/answer-requests.ts";
import type { PiperSettings } from "./piper.ts";
import { sherpaConfig } from "./sherpa-config.ts";
import type { SpeechRequest } from "./process-speech.ts";
import { withoutLeadIn } from "./without-lead-in.ts";

/** The part of sherpa-onnx-node that is used here. */
interface Sherpa {
  readonly OfflineTts: new (config: object) => OfflineTts;
}

interface OfflineTts {
  readonly numSpeakers: number;
  readonly generate: (request: {
    text: string;
    sid: number;
    speed: number;
    enableExternalBuffer: boolean;
  }) => Audio;
}

let loaded: OfflineTts | undefined;

answerRequests<SpeechRequest<PiperSettings>, Audio>(({ text, speaker, speed, ...voice }) => {
  const engine = (loaded ??= load(voice));
  if (speaker >= engine.numSpeakers)
    throw new Error(`This Piper voice has the speakers 0 to ${engine.numSpeakers - 1}, not ${speaker}.`);
  const { samples, sampleRate } = engine.generate({ text, sid: speaker, speed, enableExternalBuffer: false });
  const clipped = samples.map((sample) => Math.max(-1, Math.min(1, sample)));
  const audio = withoutLeadIn({ samples: clipped, sampleRate });
  return audio;
});

function load({ engine, ...voice }: Omit<PiperSettings, "speaker" | "speed">): OfflineTts {
  const { OfflineTts } = createRequire(import.meta.url)(engine) as Sherpa;
  return new OfflineTts(sherpaConfig(voice));
}
