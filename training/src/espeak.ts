import { spawnSync } from "node:child_process";
import { hearingRate } from "../../packages/gateway/src/voice/audio/audio.ts";
import { resample } from "../../packages/gateway/src/voice/audio/resample.ts";
import { readWav } from "../../packages/gateway/src/voice/audio/wav.ts";

export const espeakVoices = ["en-us", "en-gb", "en-gb-scotland", "en-us+f3", "en-gb+f4"] as const;

/** The program `espeak-ng`, only to measure with; undefined when it is not installed. */
export function sayWithEspeak(text: string, voice: string): Float32Array | undefined {
  const { stdout, status } = spawnSync("espeak-ng", ["-v", voice, "--stdout", text], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? resample(readWav(stdout), hearingRate) : undefined;
}
