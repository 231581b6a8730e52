import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { InferenceSession, Tensor, TensorConstructor } from "onnxruntime-node";
import { hearingRate } from "../audio/audio.ts";
import { withQuietEnd } from "./quiet-end.ts";
import { loopLength, withoutLoop } from "./token-loops.ts";

export interface MoonshineFiles {
  /** The folder with the two halves of the model. */
  readonly model: string;
  /** The folder of llama-tokenizer-js, whose vocabulary is the model's. */
  readonly tokenizer: string;
}

/** The text of one piece of sound, of at most half a minute. Rejects with the signal's reason when it aborts. */
export type MoonshineModel = (samples: Float32Array, options?: { signal?: AbortSignal }) => Promise<string>;

interface Runtime {
  readonly InferenceSession: {
    create: (file: string, options: InferenceSession.SessionOptions) => Promise<InferenceSession>;
  };
  readonly Tensor: TensorConstructor;
}

interface Tokenizer {
  readonly vocabById: readonly string[];
  decode: (tokens: number[], addBegin: boolean, addSpace: boolean) => string;
}

const begin = 1;
const end = 2;
/** Nobody speaks more of them; a model that writes more invents. */
const tokensPerSecond = 6.5;
const fewestTokens = 10;

export async function loadMoonshine({ model, tokenizer }: MoonshineFiles): Promise<MoonshineModel> {
  const { InferenceSession, Tensor } = createRequire(import.meta.url)("onnxruntime-node") as Runtime;
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: Math.min(4, availableParallelism()),
    // Waiting threads that spin take the time of all others: on two busy cores this halves the time of a command.
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  };
  const encoder = await InferenceSession.create(join(model, "encoder_model.onnx"), options);
  const decoder = await InferenceSession.create(join(model, "decoder_model_merged.onnx"), options);
  const vocabulary = await loadTokenizer(tokenizer);
  const decode = decoderOf(decoder, Tensor);

  return async (samples, { signal } = {}) => {
    signal?.throwIfAborted();
    const sound = withQuietEnd(samples);
    const input = new Tensor("float32", sound, [1, sound.length]);
    const { last_hidden_state: heard } = await encoder.run({ input_values: input });
    if (!heard) throw new Error("Speech recognition got nothing from its model.");
    const limit = Math.max(fewestTokens, Math.ceil((samples.length / hearingRate) * tokensPerSecond));
    const tokens = await decode(heard, { limit, signal });
    // The model knows some marks that are no text and that its vocabulary lacks.
    const words = tokens.filter((token) => token > end && token < vocabulary.vocabById.length);
    return vocabulary.decode(words, false, false);
  };
}

async function loadTokenizer(folder: string): Promise<Tokenizer> {
  const file = pathToFileURL(join(folder, "llama-tokenizer.js"));
  return ((await import(file.href)) as { default: Tokenizer }).default;
}

/**
 * The likeliest token after the other, until the end, a loop, or the limit. What the decoder remembers of the
 * sound comes with its first answer and stays; with every further token only what it remembers of the text grows.
 */
function decoderOf(decoder: InferenceSession, Tensor: TensorConstructor) {
  const memories = decoder.inputMetadata.flatMap((input) =>
    input.isTensor && input.name.startsWith("past_key_values.")
      ? [{ name: input.name, present: input.name.replace("past_key_values", "present"), shape: input.shape }]
      : [],
  );
  const ofText = memories.filter(({ name }) => name.includes(".decoder."));
  const nextOutputs = ["logits", ...ofText.map(({ present }) => present)];
  const nothing = new Float32Array(0);
  const first = new Tensor("bool", [false], [1]);
  const further = new Tensor("bool", [true], [1]);

  return async (
    heard: Tensor,
    { limit, signal }: { limit: number; signal: AbortSignal | undefined },
  ): Promise<readonly number[]> => {
    const last = BigInt64Array.of(BigInt(begin));
    const feeds: Record<string, Tensor> = {
      input_ids: new Tensor("int64", last, [1, 1]),
      encoder_hidden_states: heard,
      use_cache_branch: first,
    };
    for (const { name, shape } of memories) {
      const [, heads = 0, , width = 0] = shape.map(Number);
      feeds[name] = new Tensor("float32", nothing, [0, heads, 1, width]);
    }
    const tokens: number[] = [];
    while (tokens.length < limit) {
      const isFirst = tokens.length === 0;
      const outputs = await decoder.run(feeds, isFirst ? decoder.outputNames : nextOutputs);
      signal?.throwIfAborted();
      const token = likeliest(outputs["logits"]?.data as Float32Array);
      if (token === end) break;
      tokens.push(token);
      if (loopLength(tokens) > 0) break;
      last[0] = BigInt(token);
      feeds["use_cache_branch"] = further;
      for (const { name, present } of isFirst ? memories : ofText) feeds[name] = outputs[present] as Tensor;
    }
    return withoutLoop(tokens);
  };
}

function likeliest(scores: Float32Array): number {
  let token = 0;
  let best = -Infinity;
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index] as number;
    if (score > best) {
      best = score;
      token = index;
    }
  }
  return token;
}
