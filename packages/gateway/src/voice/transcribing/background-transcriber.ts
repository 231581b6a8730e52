import { Channel } from "../channel.ts";
import { linkedAbort } from "../engine/linked-abort.ts";
import type { SpeechToText } from "../speech-to-text/speech-to-text.ts";

export interface Utterance {
  readonly id: string;
  readonly audio: Float32Array;
  /** Whether the guess that was begun last covers all that was said. */
  readonly guessed: boolean;
}

export type Transcription =
  | { readonly utterance: Utterance; readonly text: string }
  | { readonly utterance: Utterance; readonly error: Error };

export interface BackgroundTranscriberOptions {
  speechToText: SpeechToText;
  /** Told the text of a guess, while its utterance may still go on. */
  onGuess?: ((text: string) => void) | undefined;
}

interface Guess {
  readonly text: Promise<string>;
  readonly giveUp: () => void;
}

/**
 * Transcribes in the background while listening goes on: utterances are added as they end, and their texts come
 * out in the same order. A pause may be the end: then the text is begun ahead of time, and given up when it was
 * not. A failure is a result like any other, so that nothing that was said is lost without a word.
 */
export class BackgroundTranscriber implements AsyncIterable<Transcription> {
  readonly #speechToText: SpeechToText;
  readonly #onGuess: ((text: string) => void) | undefined;
  readonly #results = new Channel<Promise<Transcription>>();
  readonly #end = new AbortController();
  #guess: Guess | undefined;

  constructor({ speechToText, onGuess }: BackgroundTranscriberOptions) {
    this.#speechToText = speechToText;
    this.#onGuess = onGuess;
  }

  /** Begins with a text that may already be the whole. */
  guess(audio: Float32Array): void {
    this.giveUpGuess();
    const { signal, abort, release } = linkedAbort(this.#end.signal);
    const text = this.#speechToText.transcribe(audio, { signal }).finally(release);
    text.then((guessed) => this.#onGuess?.(guessed)).catch(() => {});
    this.#guess = { text, giveUp: () => abort(new DOMException("The utterance went on.", "AbortError")) };
  }

  giveUpGuess(): void {
    this.#guess?.giveUp();
    this.#guess = undefined;
  }

  add(utterance: Utterance): void {
    const guess = this.#guess;
    this.#guess = undefined;
    if (!utterance.guessed) guess?.giveUp();
    const text =
      guess && utterance.guessed
        ? guess.text
        : this.#speechToText.transcribe(utterance.audio, { signal: this.#end.signal });
    this.#results.push(
      text.then(
        (said): Transcription => ({ utterance, text: said }),
        (error: unknown): Transcription => ({ utterance, error: toError(error) }),
      ),
    );
  }

  /** No more utterances; those that were added still come out. */
  end(): void {
    this.giveUpGuess();
    this.#results.end();
  }

  /** Gives up what is under way. Idempotent. */
  close(): void {
    this.#end.abort(new DOMException("Listening has ended.", "AbortError"));
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Transcription, void> {
    for await (const result of this.#results) yield result;
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
