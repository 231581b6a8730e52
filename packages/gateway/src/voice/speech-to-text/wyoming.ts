import { hearingRate } from "../audio/audio.ts";
import { toPcm16 } from "../audio/pcm16.ts";
import type { OnProgress } from "../engine/engine.ts";
import { orAborted } from "../engine/linked-abort.ts";
import { sharedLoad } from "../engine/shared-load.ts";
import { addressName } from "../wyoming/address.ts";
import { askInfo } from "../wyoming/ask-info.ts";
import { WyomingConnection } from "../wyoming/connection.ts";
import type { OutgoingEvent } from "../wyoming/event.ts";
import { WyomingError } from "../wyoming/wyoming-error.ts";
import { audibleSound } from "./audible-sound.ts";
import { CallsUnderWay } from "../engine/calls-under-way.ts";
import type { SpeechToText } from "./speech-to-text.ts";
import { tidyText } from "./tidy-text.ts";

export interface WyomingSpeechToTextOptions {
  /** Such as `tcp://localhost:10300`. */
  url: string;
  /** The service's name for its model. @default the service's choice */
  model?: string | undefined;
  /** What is spoken: "en". @default the service's choice */
  language?: string | undefined;
  /** How long the service may take for a text, in milliseconds. @default 30000 */
  timeoutMs?: number | undefined;
  /** Told what is being loaded, whoever asked. */
  onProgress?: OnProgress | undefined;
}

/** A tenth of a second at a time, so that a service may begin before it has all. */
const chunkBytes = (hearingRate / 10) * 2;

/** Speech to text by a service that speaks the Wyoming protocol: wyoming-faster-whisper and its like. */
export class WyomingSpeechToText implements SpeechToText {
  readonly name: string;
  readonly #options: WyomingSpeechToTextOptions;
  readonly #service: string;
  readonly #calls: CallsUnderWay;
  readonly #load: SpeechToText["load"];

  constructor(options: WyomingSpeechToTextOptions) {
    const { url, onProgress } = options;
    const name = addressName(url);
    this.name = `Wyoming at ${name}`;
    this.#options = options;
    this.#service = `The Wyoming service at ${name}`;
    this.#calls = new CallsUnderWay(this.#service);
    this.#load = sharedLoad(async (tell) => {
      const message = `Asking for speech recognition at ${name}.`;
      onProgress?.(message);
      tell(message);
      const call = this.#begin();
      try {
        const { asr } = await askInfo(url, { signal: call.signal });
        if (!asr?.length)
          throw new WyomingError(
            `${this.#service} offers no speech to text. Is it the address of another one?`,
          );
      } finally {
        call.end();
      }
    });
  }

  async load(onProgress?: OnProgress): Promise<void> {
    this.#calls.begin().end();
    await this.#load(onProgress);
  }

  async transcribe(
    samples: Float32Array,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): Promise<string> {
    const call = this.#begin(signal);
    try {
      const sound = audibleSound(samples);
      if (!sound) return "";
      await orAborted(this.#load(), call.signal);
      return await this.#ask(toPcm16(sound), call.signal);
    } finally {
      call.end();
    }
  }

  close(): Promise<void> {
    this.#calls.close();
    return Promise.resolve();
  }

  #begin(signal?: AbortSignal): ReturnType<CallsUnderWay["begin"]> {
    return this.#calls.begin({ signal, timeoutMs: this.#options.timeoutMs ?? 30_000 });
  }

  async #ask(sound: Uint8Array, signal: AbortSignal): Promise<string> {
    const { url, model, language } = this.#options;
    const connection = await WyomingConnection.open(url, { signal });
    try {
      connection.send(
        { type: "transcribe", data: { ...(model && { name: model }), ...(language && { language }) } },
        ...soundEvents(sound),
      );
      for await (const { type, data } of connection.events()) {
        if (type !== "transcript") continue;
        if (typeof data["text"] === "string") return tidyText(data["text"]);
        throw new WyomingError(`${this.#service} sent a transcript without a text.`);
      }
      throw connection.endedEarly();
    } finally {
      connection.close();
    }
  }
}

function soundEvents(sound: Uint8Array): OutgoingEvent[] {
  const format = { rate: hearingRate, width: 2, channels: 1 };
  const events: OutgoingEvent[] = [{ type: "audio-start", data: { ...format, timestamp: 0 } }];
  for (let start = 0; start < sound.length; start += chunkBytes)
    events.push({ type: "audio-chunk", data: format, payload: sound.subarray(start, start + chunkBytes) });
  const timestamp = Math.round((sound.length / 2 / hearingRate) * 1_000);
  return [...events, { type: "audio-stop", data: { timestamp } }];
}
