import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hearingRate } from "../../packages/gateway/src/voice/audio/audio.ts";
import { stepSamples } from "../../packages/gateway/src/voice/wake-word/embedding-stream.ts";
import { embeddingSize } from "../../packages/gateway/src/voice/wake-word/speech-embedding.ts";
import { cacheFolder, type Kind } from "./corpus.ts";
import type { Split } from "./phrases.ts";

/** A scene as the models heard it, with silence before its beginning. */
export interface EmbeddedScene {
  readonly kind: Kind | "noise";
  /** Where the speech ended, in samples. */
  readonly end: number;
  readonly steps: number;
  /** `window` - 1 embeddings of silence, and then one for each step. */
  readonly embeddings: Float32Array;
}

/** @param options.window how many embeddings are looked at together. */
export function readScenes(
  split: Split,
  { window, silence }: { window: number; silence: Float32Array },
): EmbeddedScene[] {
  const folder = join(cacheFolder, "features", split);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".f32")) : [];
  return names.sort().map((name) => {
    const bytes = readFileSync(join(folder, name));
    const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const kind = /^(wake-command|wake|near-miss|half-phrase|other-call|other|noise)-/.exec(
      name,
    )?.[1] as EmbeddedScene["kind"];
    const lead = (window - 1) * embeddingSize;
    const embeddings = new Float32Array(lead + values.length - 1);
    for (let position = 0; position < lead; position += embeddingSize) embeddings.set(silence, position);
    embeddings.set(values.subarray(1), lead);
    return { kind, end: values[0]!, steps: (values.length - 1) / embeddingSize, embeddings };
  });
}

/** What the head sees at a step. */
export function windowAt({ embeddings, steps }: EmbeddedScene, step: number): Float32Array {
  const length = embeddings.length - (steps - 1) * embeddingSize;
  return embeddings.subarray(step * embeddingSize, step * embeddingSize + length);
}

/**
 * 1 where the phrase has just ended, 0 where it was not said or is not complete, undefined where it does not
 * matter: around its end, and afterwards, when it has been heard.
 */
export function labelAt({ kind, end }: EmbeddedScene, step: number): 0 | 1 | undefined {
  if (kind === "wake-command") return undefined;
  if (kind !== "wake") return 0;
  const late = ((step + 1) * stepSamples - end) / hearingRate;
  if (late >= -0.04 && late <= 0.28) return 1;
  return late < -0.28 ? 0 : undefined;
}

export interface Statistics {
  readonly mean: Float32Array;
  readonly deviation: Float32Array;
}

export function statisticsOf(scenes: readonly EmbeddedScene[]): Statistics {
  const sum = new Float64Array(embeddingSize);
  const squares = new Float64Array(embeddingSize);
  let count = 0;
  for (const { embeddings } of scenes) {
    count += embeddings.length / embeddingSize;
    for (let index = 0; index < embeddings.length; index++) {
      sum[index % embeddingSize]! += embeddings[index]!;
      squares[index % embeddingSize]! += embeddings[index]! ** 2;
    }
  }
  const mean = Float32Array.from(sum, (value) => value / count);
  const deviation = Float32Array.from(
    squares,
    (value, index) => Math.sqrt(value / count - mean[index]! ** 2) + 1e-3,
  );
  return { mean, deviation };
}

/** The same scenes with every number around 0 and about as far from it as the others. */
export function standardised(
  scenes: readonly EmbeddedScene[],
  { mean, deviation }: Statistics,
): EmbeddedScene[] {
  return scenes.map((scene) => ({
    ...scene,
    embeddings: scene.embeddings.map((value, index) => {
      const place = index % embeddingSize;
      return (value - mean[place]!) / deviation[place]!;
    }),
  }));
}
