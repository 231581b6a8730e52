import type { Audio } from "../audio/audio.ts";
import type { OnProgress } from "../engine/engine.ts";
import { CallsUnderWay } from "../engine/calls-under-way.ts";
import { hasWords } from "../speaking/has-words.ts";
import { addressName } from "../wyoming/address.ts";
import { askInfo } from "../wyoming/ask-info.ts";
import { WyomingConnection } from "../wyoming/connection.ts";
import { SoundReader } from "../wyoming/sound-reader.ts";
import { WyomingError } from "../wyoming/wyoming-error.ts";
import { orAborted } from "../engine/linked-abort.ts";
import { sharedLoad } from "../engine/shared-load.ts";
import type { TextToSpeech } from "./text-to-speech.ts";

export interface WyomingTextToSpeechOptions {
  /** Such as `tcp://localhost:10200`. */
  url: string;
  /** The service's name for a voice: "en_US-lessac-medium". @default the service's choice */
  voice?: string | undefined;
  /** One of the speakers of that voice. @default the service's choice */
  speaker?: string | undefined;
  /** How long the service may take from one part to the next, in milliseconds. @default 30000 */
  timeoutMs?: number | undefined;
  /** Told what is being loaded, whoever asked. */
  onProgress?: OnProgress | undefined;
}

/** Longer than any answer: a service that speaks on is broken. */
const mostSeconds = 600;

/** Text to speech by a service that speaks the Wyoming protocol: wyoming-piper and its like. */
export class WyomingTextToSpeech implements TextToSpeech {
  readonly name: string;
  readonly #options: WyomingTextToSpeechOptions;
  readonly #service: string;
  readonly #calls: CallsUnderWay;
  readonly #load: TextToSpeech["load"];

  constructor(options: WyomingTextToSpeechOptions) {
    const { url, timeoutMs = 30_000, onProgress } = options;
    const name = addressName(url);
    this.name = `Wyoming at ${name}`;
    this.#options = options;
    this.#service = `The Wyoming service at ${name}`;
    this.#calls = new CallsUnderWay(this.#service);
    this.#load = sharedLoad(async (tell) => {
      const message = `Asking for a voice at ${name}.`;
      onProgress?.(message);
      tell(message);
      const call = this.#calls.begin({ timeoutMs });
      try {
        const { tts } = await askInfo(url, { signal: call.signal });
        if (!tts?.length)
          throw new WyomingError(`${this.#service} offers no voice. Is it the address of another one?`);
      } finally {
        call.end();
      }
    });
  }

  async load(onProgress?: OnProgress): Promise<void> {
    this.#calls.begin().end();
    await this.#load(onProgress);
  }

  async *speak(
    text: string,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<Audio, void> {
    const call = this.#calls.begin({ signal });
    try {
      if (!hasWords(text)) return;
      await orAborted(this.#load(), call.signal);
      yield* this.#ask(text, call.signal);
    } finally {
      call.end();
    }
  }

  close(): Promise<void> {
    this.#calls.close();
    return Promise.resolve();
  }

  async *#ask(text: string, signal: AbortSignal): AsyncGenerator<Audio, void> {
    const { url, voice, speaker, timeoutMs } = this.#options;
    const connection = await WyomingConnection.open(url, { signal, silenceMs: timeoutMs });
    const reader = new SoundReader(this.#service);
    let seconds = 0;
    try {
      const chosen = { ...(voice && { name: voice }), ...(speaker && { speaker }) };
      connection.send({ type: "synthesize", data: { text, ...(voice && { voice: chosen }) } });
      for await (const event of connection.events()) {
        if (event.type === "audio-stop") return;
        if (event.type !== "audio-chunk") continue;
        const audio = reader.read(event);
        seconds += audio.samples.length / audio.sampleRate;
        if (seconds > mostSeconds) throw new WyomingError(`${this.#service} does not stop speaking.`);
        if (audio.samples.length > 0) yield audio;
        signal.throwIfAborted();
      }
      throw connection.endedEarly();
    } finally {
      connection.close();
    }
  }
}
