import type { Audio } from "../audio/audio.ts";
import { EngineWorker } from "../engine/engine-worker.ts";
import type { OnProgress } from "../engine/engine.ts";
import { linkedAbort, orAborted } from "../engine/linked-abort.ts";
import { sharedLoad } from "../engine/shared-load.ts";
import type { TextToSpeech } from "./text-to-speech.ts";

/** What a thread that speaks is asked: its settings come with every text, so that a new thread knows them. */
export type SpeechRequest<Settings> = Settings & { readonly text: string };

export interface ThreadSpeechOptions<Settings> {
  /** For people. */
  name: string;
  /** The thread's module: it answers every `SpeechRequest` with an `Audio`. */
  thread: URL;
  /** Finds what the thread needs; throws a sentence when it is not there. */
  prepare: (tell: OnProgress) => Settings | Promise<Settings>;
  /** A text as the parts that are spoken one after the other; none when there is nothing to say. */
  partsOf: (text: string) => readonly string[];
  /** Told what is being loaded, whoever asked. */
  onProgress?: OnProgress | undefined;
}

/** Spoken, unheard, when a voice is loaded, so that the first answer is not slower than the next. */
const warmUpText = "The kitchen light is on.";

/** Text to speech by an engine that computes: it has a thread of its own, which makes one part ahead. */
export class ThreadSpeech<Settings extends object> implements TextToSpeech {
  readonly name: string;
  readonly load: TextToSpeech["load"];
  readonly #worker: EngineWorker<SpeechRequest<Settings>, Audio>;
  readonly #partsOf: (text: string) => readonly string[];
  #settings: Settings | undefined;

  constructor({ name, thread, prepare, partsOf, onProgress }: ThreadSpeechOptions<Settings>) {
    this.name = name;
    this.#partsOf = partsOf;
    this.#worker = new EngineWorker(thread, { what: name });
    this.load = sharedLoad(async (tell) => {
      const tellAll: OnProgress = (message) => {
        onProgress?.(message);
        tell(message);
      };
      tellAll(`Loading the voice ${name}.`);
      const settings = await prepare(tellAll);
      await this.#worker.call({ ...settings, text: warmUpText });
      this.#settings = settings;
    });
  }

  async *speak(
    text: string,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<Audio, void> {
    signal?.throwIfAborted();
    const parts = this.#partsOf(text);
    if (parts.length === 0) return;
    const abort = linkedAbort(signal);
    const make = (part: string): Promise<Audio> =>
      this.#worker.call({ ...(this.#settings as Settings), text: part }, { signal: abort.signal });
    try {
      await orAborted(this.load(), abort.signal);
      let next: Promise<Audio> | undefined = make(parts[0] as string);
      for (let position = 1; next; position++) {
        const audio = await next;
        const part = parts[position];
        next = part === undefined ? undefined : make(part);
        // Its failure belongs to whoever asks for the next part.
        next?.catch(() => {});
        if (audio.samples.length > 0) yield audio;
      }
    } finally {
      abort.release();
      abort.abort(new Error("Nobody listens any more."));
    }
  }

  close(): Promise<void> {
    return this.#worker.close();
  }
}
