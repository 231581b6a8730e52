import { EmbeddingStream, EmbeddingWindow } from "./embedding-stream.ts";
import type { Head } from "./head.ts";
import type { SpeechEmbedding } from "./speech-embedding.ts";

export interface WakeWordDetectorOptions {
  models: SpeechEmbedding;
  /** The embedding of silence. */
  silence: Float32Array;
  head: Head;
  /** How many embeddings the head looks at. */
  window: number;
  /** From this score on the phrase counts as heard. */
  threshold: number;
}

/** Listens for the phrase in one client's sound. */
export class WakeWordDetector {
  readonly #embeddings: EmbeddingStream;
  readonly #window: EmbeddingWindow;
  readonly #head: Head;
  readonly #threshold: number;
  #before = 0;

  constructor({ models, silence, head, window, threshold }: WakeWordDetectorOptions) {
    this.#embeddings = new EmbeddingStream(models);
    this.#window = new EmbeddingWindow(window, silence);
    this.#head = head;
    this.#threshold = threshold;
  }

  /**
   * The best score in these samples, 0 when they complete no step of 80 ms. A score is the mean of two steps,
   * since one alone may be chance. A phrase that was heard is forgotten at once: it counts once.
   */
  async hear(samples: Float32Array): Promise<number> {
    let best = 0;
    for await (const embedding of this.#embeddings.push(samples)) {
      this.#window.add(embedding);
      const now = this.#head(this.#window.values);
      const score = (this.#before + now) / 2;
      this.#before = now;
      best = Math.max(best, score);
      if (score >= this.#threshold) this.reset();
    }
    return best;
  }

  /** As if there had been silence until now. */
  reset(): void {
    this.#embeddings.reset();
    this.#window.reset();
    this.#before = 0;
  }
}
