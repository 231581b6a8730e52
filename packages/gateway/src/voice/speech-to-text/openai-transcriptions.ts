import { z } from "zod";
import { hearingRate } from "../audio/audio.ts";
import { writeWav } from "../audio/wav.ts";
import { jsonOf, refusalError, SpeechServiceError, unreachable } from "../engine/speech-service-error.ts";
import { audibleSound } from "./audible-sound.ts";
import { CallsUnderWay } from "../engine/calls-under-way.ts";
import { limitedText } from "./limited-text.ts";
import type { SpeechToText } from "./speech-to-text.ts";
import { tidyText } from "./tidy-text.ts";

export interface OpenAITranscriptionsOptions {
  /** Where `/v1/audio/transcriptions` is; `/v1` may be part of it. @default "https://api.openai.com" */
  baseUrl?: string | undefined;
  /** Sent as a bearer token when there is one. */
  key?: string | undefined;
  /** The service's name for its model. @default "whisper-1" */
  model?: string | undefined;
  /** How long the service may take for a text, in milliseconds. @default 30000 */
  timeoutMs?: number | undefined;
}

const answer = z.object({ text: z.string() });
/** Far more than anybody says in an utterance. */
const mostBytes = 1_048_576;

/** Speech to text by any service with OpenAI's `/v1/audio/transcriptions`. */
export class OpenAITranscriptions implements SpeechToText {
  readonly name: string;
  readonly #options: OpenAITranscriptionsOptions;
  readonly #model: string;
  readonly #service: string;
  readonly #calls: CallsUnderWay;

  constructor(options: OpenAITranscriptionsOptions = {}) {
    const { baseUrl = defaultUrl, model = "whisper-1" } = options;
    this.name = model;
    this.#options = options;
    this.#model = model;
    // Only the origin: a name and a password may stand in an address.
    this.#service = `The speech service at ${URL.canParse(baseUrl) ? new URL(baseUrl).origin : "an address that is none"}`;
    this.#calls = new CallsUnderWay(this.#service);
  }

  /** There is nothing to load; an address that is none is found out here. */
  async load(): Promise<void> {
    this.#calls.begin().end();
    endpointOf(this.#options.baseUrl);
  }

  async transcribe(
    samples: Float32Array,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): Promise<string> {
    const call = this.#calls.begin({ signal, timeoutMs: this.#options.timeoutMs ?? 30_000 });
    try {
      const sound = audibleSound(samples);
      return sound ? await this.#ask(sound, call.signal) : "";
    } catch (error) {
      call.signal.throwIfAborted();
      throw error instanceof SpeechServiceError ? error : unreachable(this.#service, error);
    } finally {
      call.end();
    }
  }

  close(): Promise<void> {
    this.#calls.close();
    return Promise.resolve();
  }

  async #ask(samples: Float32Array, signal: AbortSignal): Promise<string> {
    const { baseUrl, key } = this.#options;
    const form = new FormData();
    const wav = new Blob([writeWav({ samples, sampleRate: hearingRate })], { type: "audio/wav" });
    form.set("file", wav, "speech.wav");
    form.set("model", this.#model);
    form.set("response_format", "json");
    const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
    const response = await fetch(endpointOf(baseUrl), { method: "POST", body: form, headers, signal });
    const { status } = response;
    const body = await limitedText(response, mostBytes);
    if (!response.ok)
      throw refusalError({
        service: this.#service,
        purpose: "speech to text",
        model: this.#model,
        status,
        body: body ?? "",
        key,
      });
    const said = answer.safeParse(jsonOf(body ?? ""));
    if (said.success) return tidyText(said.data.text);
    throw new SpeechServiceError(
      `${this.#service} answered with something that is no transcription. Check its address.`,
    );
  }
}

const defaultUrl = "https://api.openai.com";

function endpointOf(baseUrl = defaultUrl): URL {
  const address = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password)
    throw new SpeechServiceError(
      "The address for speech to text is not one. It looks like http://127.0.0.1:8000, without a name or a password in it.",
    );
  const path = address.pathname.replace(/\/+$/, "").replace(/\/v1(?:\/audio\/transcriptions)?$/, "");
  address.pathname = `${path}/v1/audio/transcriptions`;
  return address;
}
