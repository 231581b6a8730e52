import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { hearingRate } from "../../packages/gateway/src/voice/audio/audio.ts";
import { fromPcm16 } from "../../packages/gateway/src/voice/audio/pcm16.ts";
import { resample } from "../../packages/gateway/src/voice/audio/resample.ts";
import { readWav } from "../../packages/gateway/src/voice/audio/wav.ts";

const folder = "/usr/share/pocketsphinx/test/data";

/** People's recordings of Debian's `pocketsphinx-testdata`, if it is installed. Nothing ever learns from them. */
export function humanSpeech(): { name: string; samples: Float32Array }[] {
  if (!existsSync(folder)) return [];
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => /\.(wav|raw)$/.test(name))
    .sort()
    .map((name) => ({ name: basename(name), samples: read(join(folder, name)) }));
}

function read(file: string): Float32Array {
  const bytes = readFileSync(file);
  return file.endsWith(".raw") ? fromPcm16(bytes) : resample(readWav(bytes), hearingRate);
}
