/** A trained phrase, as it lies in the sources: see `training/`. */
export interface TrainedPhrase {
  readonly phrase: string;
  /** A score from here on counts as heard: chosen on speakers that are in no figure. */
  readonly threshold: number;
  /** How many embeddings, one every 80 ms, are looked at together. */
  readonly window: number;
  readonly layers: readonly Layer[];
}

/** outputs = weights · inputs + biases, rectified in all layers but the last. */
export interface Layer {
  readonly inputs: number;
  /** For each output what its weights are to be multiplied with. */
  readonly scales: readonly number[];
  readonly biases: readonly number[];
  /** Signed bytes in base64, output by output. */
  readonly weights: string;
}

/** How likely the phrase has just been said, 0 to 1, by the last embeddings. */
export type Head = (embeddings: Float32Array) => number;

export function readHead({ layers }: Pick<TrainedPhrase, "layers">): Head {
  const steps = layers.map((layer, index) => readLayer(layer, { rectified: index < layers.length - 1 }));
  return (embeddings) => {
    const [logit = 0] = steps.reduce((values, step) => step(values), embeddings);
    return 1 / (1 + Math.exp(-logit));
  };
}

function readLayer(
  { inputs, scales, biases, weights }: Layer,
  { rectified }: { rectified: boolean },
): (values: Float32Array) => Float32Array {
  const matrix = Float32Array.from(new Int8Array(Buffer.from(weights, "base64")));
  return (values) =>
    Float32Array.from(scales, (scale, output) => {
      let sum = 0;
      const row = output * inputs;
      for (let input = 0; input < inputs; input++) sum += (matrix[row + input] ?? 0) * (values[input] ?? 0);
      const result = sum * scale + (biases[output] ?? 0);
      return rectified ? Math.max(0, result) : result;
    });
}
