import { createRequire } from "node:module";
import { join } from "node:path";
import type { InferenceSession, TensorConstructor } from "onnxruntime-node";

/** Bands of one mel frame; a frame begins every 10 ms. */
export const melBands = 32;
/** Mel frames that one embedding sees: 760 ms. */
export const embeddedFrames = 76;
/** Numbers in one embedding. */
export const embeddingSize = 96;

/**
 * In decibels. The model cuts off what is 80 dB below the loudest sound of the same call, so its frames would
 * depend on how the sound was cut into calls. No sound gets louder than 115.7: above this floor they do not.
 */
const melFloor = 36;

/** How this model family wants its mel frames: decibels / 10 + 2. */
export const silentMel = melFloor / 10 + 2;

export interface SpeechEmbedding {
  /** A frame for every 160 samples that have 512 - 160 after them. Samples lie between -1 and 1. */
  mel: (samples: Float32Array) => Promise<Float32Array>;
  /** One embedding for every `embeddedFrames` mel frames, one after the other. */
  embed: (frames: Float32Array) => Promise<Float32Array>;
}

/** openWakeWord's two models that turn sound into what was spoken, whoever spoke it. */
export async function loadSpeechEmbedding(
  packageFolder: string,
  { threads = 1 }: { threads?: number } = {},
): Promise<SpeechEmbedding> {
  const { InferenceSession, Tensor } = createRequire(import.meta.url)("onnxruntime-node") as {
    InferenceSession: {
      create: (file: string, options: InferenceSession.SessionOptions) => Promise<InferenceSession>;
    };
    Tensor: TensorConstructor;
  };
  const open = (name: string): Promise<InferenceSession> =>
    InferenceSession.create(join(packageFolder, "models", name), { intraOpNumThreads: threads });
  const [mel, embedding] = await Promise.all([open("melspectrogram.onnx"), open("embedding_model.onnx")]);
  const run = async (
    session: InferenceSession,
    data: Float32Array,
    shape: number[],
  ): Promise<Float32Array> => {
    const [input = ""] = session.inputNames;
    const [output = ""] = session.outputNames;
    const results = await session.run({ [input]: new Tensor("float32", data, shape) });
    return results[output]?.data as Float32Array;
  };
  return {
    mel: async (samples) => {
      const frames = await run(mel, samples.map(asPcm), [1, samples.length]);
      return frames.map((decibels) => Math.max(decibels, melFloor) / 10 + 2);
    },
    embed: (frames) =>
      run(embedding, frames, [frames.length / (embeddedFrames * melBands), embeddedFrames, melBands, 1]),
  };
}

/** The models expect the numbers of 16-bit sound; what is no number is silence. */
function asPcm(sample: number): number {
  return Number.isFinite(sample) ? Math.max(-1, Math.min(1, sample)) * 32_768 : 0;
}
