import type { Audio } from "../audio/audio.ts";
import { WavError } from "../audio/wav.ts";
import { clausesOf } from "../speaking/clauses.ts";
import { hasWords } from "../speaking/has-words.ts";
import { linkedAbort, orAborted, type LinkedAbort } from "../engine/linked-abort.ts";
import { soundOf } from "./sound-stream.ts";
import { refusalError, SpeechServiceError, unreachable } from "../engine/speech-service-error.ts";
import type { TextToSpeech } from "./text-to-speech.ts";

export interface OpenAISpeechOptions {
  /** Where `/v1/audio/speech` is; `/v1` may be part of it. @default "https://api.openai.com" */
  baseUrl?: string | undefined;
  /** Sent as a bearer token when there is one. */
  key?: string | undefined;
  /** @default "tts-1" */
  model?: string | undefined;
  /** @default "alloy" */
  voice?: string | undefined;
  /** 2 is twice as fast. @default what the service does */
  speed?: number | undefined;
  /** What is asked for; what comes is recognised by itself. @default "wav" */
  format?: "wav" | "pcm" | undefined;
  /** A service that sends nothing for this long has failed. @default 15_000 */
  silenceMs?: number | undefined;
}

/** The services refuse more than about 4,000 characters. */
const longestInput = 2_000;

/** Any service that speaks as OpenAI's does: the sound is passed on as it arrives. */
export class OpenAISpeech implements TextToSpeech {
  readonly name: string;
  readonly #options: OpenAISpeechOptions;
  readonly #model: string;
  readonly #open = new Set<LinkedAbort>();
  #closed = false;

  constructor(options: OpenAISpeechOptions = {}) {
    const { voice = "alloy", model = "tts-1" } = options;
    this.#options = options;
    this.#model = model;
    this.name = `${model} ${voice}`;
  }

  /** There is nothing to load; an address that is none is found out here. */
  async load(): Promise<void> {
    this.#address();
  }

  async *speak(
    text: string,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<Audio, void> {
    signal?.throwIfAborted();
    if (this.#closed) throw new Error(`The speech service ${this.name} is closed.`);
    if (!hasWords(text)) return;
    for (const part of clausesOf(text.replace(/\p{Cs}|\0/gu, " "), { most: longestInput }))
      if (hasWords(part)) yield* this.#speakPart(part, signal);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const open of this.#open) open.abort(new Error(`The speech service ${this.name} was closed.`));
  }

  async *#speakPart(text: string, outer: AbortSignal | undefined): AsyncGenerator<Audio, void> {
    const address = this.#address();
    const service = `The speech service at ${address.origin}${address.pathname}`;
    const abort = linkedAbort(outer);
    this.#open.add(abort);
    const within = this.#watch(abort, service);
    try {
      const response = await within(this.#request(address, { text, signal: abort.signal }));
      const { status } = response;
      if (!response.ok) {
        const body = (await within(response.text()).catch(() => "")).slice(0, 10_000);
        abort.signal.throwIfAborted();
        throw refusalError({
          service,
          purpose: "text to speech",
          model: this.#model,
          status,
          body,
          key: this.#options.key,
        });
      }
      const contentType = response.headers.get("content-type") ?? "";
      yield* soundOf(chunks(response, within), { contentType, format: this.#options.format ?? "wav" });
    } catch (error) {
      abort.signal.throwIfAborted();
      throw asServiceError(error, service);
    } finally {
      this.#open.delete(abort);
      abort.release();
      // Ends the transfer when nobody listens to its end.
      abort.abort(new Error("Nobody listens any more."));
    }
  }

  #request(address: URL, { text, signal }: { text: string; signal: AbortSignal }): Promise<Response> {
    const { key, voice = "alloy", speed, format = "wav" } = this.#options;
    return fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({
        model: this.#model,
        input: text,
        voice,
        response_format: format,
        ...(speed !== undefined && { speed }),
      }),
      signal,
    });
  }

  /** Waits for the service, but not for ever, and not when nobody asked it. */
  #watch(abort: LinkedAbort, service: string): Wait {
    const { silenceMs = 15_000 } = this.#options;
    return async (answer) => {
      const timer = setTimeout(() => {
        const seconds = Math.round(silenceMs / 100) / 10;
        abort.abort(new SpeechServiceError(`${service} has been silent for ${seconds} seconds.`));
      }, silenceMs);
      try {
        return await orAborted(answer, abort.signal);
      } finally {
        clearTimeout(timer);
      }
    };
  }

  #address(): URL {
    const { baseUrl = "https://api.openai.com" } = this.#options;
    const address = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
    if (!address || !/^https?:$/.test(address.protocol))
      throw new SpeechServiceError(
        "The address of the speech service is not one. Write it like http://127.0.0.1:8880 or https://api.openai.com.",
      );
    const path = address.pathname.replace(/\/+$/, "").replace(/\/v1(?:\/audio\/speech)?$/, "");
    address.pathname = `${path}/v1/audio/speech`;
    return address;
  }
}

type Wait = <Value>(answer: Promise<Value>) => Promise<Value>;

async function* chunks(response: Response, within: Wait): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = reader ? await within(reader.read()) : { done: true, value: undefined };
    if (value) yield value as Uint8Array;
    if (done) return;
  }
}

function asServiceError(error: unknown, service: string): Error {
  if (error instanceof SpeechServiceError) return error;
  if (error instanceof WavError)
    return new SpeechServiceError(`${service} did not answer with sound. ${error.message}`);
  return unreachable(service, error);
}
