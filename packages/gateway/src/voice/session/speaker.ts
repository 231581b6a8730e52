import type { Logger } from "antiphon";
import type { VolumeState } from "../../built-in-tools/volume-control.ts";
import { Bell } from "../../runs/bell.ts";
import { durationMs, type Audio } from "../audio/audio.ts";
import type { TextToSpeech } from "../text-to-speech/text-to-speech.ts";
import type { VoiceEvent } from "./voice-event.ts";

/** Where sound goes. Who plays it says so by `played`. */
export interface SoundOutput {
  play: (sentenceId: number, audio: Audio) => void;
}

export interface SpeakerOptions {
  textToSpeech: TextToSpeech;
  output: SoundOutput;
  volume: () => VolumeState;
  tell: (event: VoiceEvent) => void;
  logger: Logger;
  /**
   * So many sentences may wait to be heard; more are not made before they are needed.
   * @default 4
   */
  maxAhead?: number;
}

/** A player that says nothing is believed to be done this long after it should be. */
const graceMs = 3_000;

/** Sentences in, sound out; knows what has not been heard yet. */
export class Speaker {
  readonly #options: SpeakerOptions;
  readonly #unheard = new Map<number, NodeJS.Timeout>();
  readonly #bell = new Bell();
  #last = 0;
  /** When all that was handed over will have been heard. */
  #playsUntil = 0;
  #told = false;

  constructor(options: SpeakerOptions) {
    this.#options = options;
  }

  /** Resolves when the sentence's sound is handed over. Rejects only with the signal's reason. */
  async say(text: string, { signal, onSound }: { signal: AbortSignal; onSound: () => void }): Promise<void> {
    const { textToSpeech, output, volume, tell, maxAhead = 4, logger } = this.#options;
    while (this.#unheard.size >= maxAhead) await this.#change(signal);
    signal.throwIfAborted();
    const id = ++this.#last;
    tell({ type: "sentence", id, text });
    let length = 0;
    try {
      if (!volume().muted) {
        for await (const audio of textToSpeech.speak(text, { signal })) {
          signal.throwIfAborted();
          if (volume().muted) break;
          if (length === 0) onSound();
          length += durationMs(audio);
          output.play(id, audio);
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ error }, "A sentence could not be spoken");
      if (!this.#told)
        tell({ type: "problem", message: `The answer cannot be spoken. ${(error as Error).message}` });
      this.#told = true;
    } finally {
      if (length > 0 && !signal.aborted) this.#expect(id, length);
      tell({ type: "sentence-end", id });
    }
  }

  played(id: number): void {
    clearTimeout(this.#unheard.get(id));
    if (this.#unheard.delete(id)) this.#bell.ring();
  }

  /** Resolves when everything has been heard; rejects with the signal's reason. */
  async heard(signal: AbortSignal): Promise<void> {
    while (this.#unheard.size > 0) await this.#change(signal);
  }

  /** What plays stops, what waits is dropped. */
  silence(): void {
    for (const id of this.#unheard.keys()) this.played(id);
    this.#playsUntil = 0;
    this.#told = false;
    this.#options.tell({ type: "silence" });
  }

  #expect(id: number, length: number): void {
    const now = performance.now();
    this.#playsUntil = Math.max(now, this.#playsUntil) + length;
    const timer = setTimeout(() => this.played(id), this.#playsUntil - now + graceMs);
    timer.unref();
    this.#unheard.set(id, timer);
  }

  /** Resolves at the next sentence that was heard; rejects when the signal aborts. */
  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(signal.reason as Error);
      if (signal.aborted) return onAbort();
      signal.addEventListener("abort", onAbort, { once: true });
      void this.#bell.wait().then(() => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      });
    });
  }
}
