import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hearingRate } from "../../packages/gateway/src/voice/audio/audio.ts";
import { fromPcm16 } from "../../packages/gateway/src/voice/audio/pcm16.ts";
import { resample } from "../../packages/gateway/src/voice/audio/resample.ts";
import { readWav } from "../../packages/gateway/src/voice/audio/wav.ts";
import type { Recording } from "./recognition.ts";

const folder = "/usr/share/pocketsphinx/test/data";

/** Debian's `pocketsphinx-testdata`: people who read out. Undefined when it is not installed. */
export function humanRecordings(): readonly Recording[] | undefined {
  if (!existsSync(folder)) return undefined;
  return [
    ...transcribed("librivox", "transcription"),
    ...transcribed("cards", "cards.transcription"),
    { said: "go forward ten meters", samples: raw("goforward.raw") },
  ];
}

/** All human speech there is, with or without a known text. */
export function allHumanSpeech(): readonly Float32Array[] | undefined {
  const known = humanRecordings();
  if (!known) return undefined;
  return [
    ...known.map(({ samples }) => samples),
    ...["numbers.raw", "something.raw", "tidigits/dhd.2934z.raw"].map(raw),
  ];
}

function transcribed(part: string, file: string): Recording[] {
  const lines = readFileSync(join(folder, part, file), "utf8").split("\n");
  return lines.flatMap((line) => {
    const [, said, name] = /^<s>\s*(.*?)\s*<\/s>\s*\((.*)\)/.exec(line) ?? [];
    if (said === undefined || name === undefined) return [];
    const audio = readWav(readFileSync(join(folder, part, `${name}.wav`)));
    return [{ said, samples: resample(audio, hearingRate) }];
  });
}

function raw(name: string): Float32Array {
  return fromPcm16(readFileSync(join(folder, name)));
}
