import type { Audio } from "../audio/audio.ts";
import { EngineProcess } from "../engine/engine-process.ts";
import type { OnProgress } from "../engine/engine.ts";
import { linkedAbort, orAborted } from "../engine/linked-abort.ts";
import { sharedLoad } from "../engine/shared-load.ts";
import type { TextToSpeech } from "./text-to-speech.ts";

/** What a process that speaks is asked: its settings come with every text, so that a new one knows them. */
export type SpeechRequest<Settings> = Settings & { readonly text: string };

export interface ProcessSpeechOptions<Settings> {
  /** For people. */
  name: string;
  /** The engine's module: it answers every `SpeechRequest` with an `Audio`. */
  module: URL;
  /** Finds what the process needs; throws a sentence when it is not there. */
  prepare: (tell: OnProgress) => Settings | Promise<Settings>;
  /** A text as the parts that are spoken one after the other; none when there is nothing to say. */
  partsOf: (text: string) => readonly string[];
  /** Told what is being loaded, whoever asked. */
  onProgress?: OnProgress | undefined;
}

/** Spoken, unheard, when a voice is loaded, so that the first answer is not slower than the next. */
const warmUpText = "The kitchen light is on.";

/** Text to speech by an engine that computes: it has a process of its own, which makes one part ahead. */
export class ProcessSpeech<Settings extends object> implements TextToSpeech {
  readonly name: string;
  readonly load: TextToSpeech["load"];
  readonly #worker: EngineProcess<SpeechRequest<Settings>, Audio>;
  readonly #partsOf: (text: string) => readonly string[];
  #settings: Settings | undefined;

  constructor({ name, module, prepare, partsOf, onProgress }: ProcessSpeechOptions<Settings>) {
    this.name = name;
    this.#partsOf = partsOf;
    this.#worker = new EngineProcess(module, { what: name });
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
