import { createRequire } from "node:module";
import type { InferenceSession, TensorConstructor } from "onnxruntime-node";
import { hearingRate } from "../audio/audio.ts";
import { frameSize } from "./voice-activity.ts";

/** Samples before a frame that the model hears again. */
const contextSize = 64;
const stateShape = [2, 1, 128];

/** What the model remembers of one client's sound. */
export interface SileroState {
  context: Float32Array;
  memory: Float32Array;
}

export function freshState(): SileroState {
  return { context: new Float32Array(contextSize), memory: new Float32Array(2 * 128) };
}

/** How likely somebody speaks in the frame; changes the state. */
export type SileroModel = (frame: Float32Array, state: SileroState) => Promise<number>;

export async function loadSilero(file: string): Promise<SileroModel> {
  const { InferenceSession, Tensor } = createRequire(import.meta.url)("onnxruntime-node") as {
    InferenceSession: {
      create: (file: string, options: InferenceSession.SessionOptions) => Promise<InferenceSession>;
    };
    Tensor: TensorConstructor;
  };
  const session = await InferenceSession.create(file, { intraOpNumThreads: 1 });
  const sr = new Tensor("int64", BigInt64Array.of(BigInt(hearingRate)), [1]);
  return async (frame, state) => {
    const samples = new Float32Array(contextSize + frameSize);
    samples.set(state.context);
    samples.set(frame.map(audible), contextSize);
    const results = await session.run({
      input: new Tensor("float32", samples, [1, samples.length]),
      state: new Tensor("float32", state.memory, stateShape),
      sr,
    });
    state.context = samples.slice(-contextSize);
    state.memory = results["stateN"]?.data as Float32Array;
    return Number(results["output"]?.data[0] ?? 0);
  };
}

/** One sample that is no number would spoil all that follows: it counts as silence. */
function audible(sample: number): number {
  return Number.isFinite(sample) ? Math.max(-1, Math.min(1, sample)) : 0;
}
