import {
  embeddedFrames,
  embeddingSize,
  melBands,
  silentMel,
  type SpeechEmbedding,
} from "./speech-embedding.ts";

/** 80 ms: after this many samples there is a new embedding. */
export const stepSamples = 1_280;
/** What the frames of one step reach back into the step before. */
const overlap = 480;
const stepFrames = 8;

/**
 * The embeddings of one client's sound, one every 80 ms, the same however it is cut into pieces, and the same
 * as those of the whole at once. Before the beginning lies silence.
 */
export class EmbeddingStream {
  readonly #models: SpeechEmbedding;
  /** The samples of the step that is filling up, after the last ones of the step before. */
  readonly #samples = new Float32Array(overlap + stepSamples);
  #filled = overlap;
  readonly #frames = new Float32Array(embeddedFrames * melBands).fill(silentMel);

  constructor(models: SpeechEmbedding) {
    this.#models = models;
  }

  async *push(samples: Float32Array): AsyncGenerator<Float32Array> {
    for (let position = 0; position < samples.length;) {
      const part = samples.subarray(position, position + this.#samples.length - this.#filled);
      this.#samples.set(part, this.#filled);
      this.#filled += part.length;
      position += part.length;
      if (this.#filled === this.#samples.length) yield await this.#step();
    }
  }

  /** As if there had been silence until now. */
  reset(): void {
    this.#samples.fill(0);
    this.#filled = overlap;
    this.#frames.fill(silentMel);
  }

  async #step(): Promise<Float32Array> {
    const fresh = await this.#models.mel(this.#samples);
    this.#samples.copyWithin(0, stepSamples);
    this.#filled = overlap;
    this.#frames.copyWithin(0, stepFrames * melBands);
    this.#frames.set(fresh.subarray(0, stepFrames * melBands), (embeddedFrames - stepFrames) * melBands);
    return this.#models.embed(this.#frames);
  }
}

/** What silence sounds like to the models. */
export function embedSilence(models: SpeechEmbedding): Promise<Float32Array> {
  return models.embed(new Float32Array(embeddedFrames * melBands).fill(silentMel));
}

/** The last embeddings, one after the other, as the head wants them; at first all silence. */
export class EmbeddingWindow {
  readonly values: Float32Array;
  readonly #silence: Float32Array;

  constructor(count: number, silence: Float32Array) {
    this.values = new Float32Array(count * embeddingSize);
    this.#silence = silence;
    this.reset();
  }

  add(embedding: Float32Array): void {
    this.values.copyWithin(0, embeddingSize);
    this.values.set(embedding, this.values.length - embeddingSize);
  }

  reset(): void {
    for (let position = 0; position < this.values.length; position += embeddingSize)
      this.values.set(this.#silence, position);
  }
}
