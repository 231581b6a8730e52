import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  fliteVoices,
  type FliteVoice,
} from "../../packages/gateway/src/voice/wake-word/fixtures/flite-voice.ts";
import {
  halfPhrase,
  nearMiss,
  otherCall,
  otherSpeech,
  wakeAndCommand,
  wakePhrase,
  type Split,
} from "./phrases.ts";
import { seeded, shuffled, type Random } from "./random.ts";

export type Kind = "wake" | "wake-command" | "near-miss" | "half-phrase" | "other-call" | "other";

/** One thing that one speaker says. */
export interface Clip {
  readonly file: string;
  readonly split: Split;
  readonly kind: Kind;
  readonly text: string;
  /** 1 is the voice's own; above is faster. */
  readonly speed: number;
  readonly voice: Voice;
}

export type Voice =
  /** Piper's; `variation` is the place in `variations`. */
  | { readonly engine: "piper"; readonly speaker: number; readonly variation: number }
  | { readonly engine: "flite"; readonly voice: FliteVoice; readonly pitch: number };

/** How freely the voice varies what it says: steady, usual, lively. */
export const variations = [
  { noiseScale: 0.4, noiseScaleW: 0.6 },
  { noiseScale: 0.667, noiseScaleW: 0.8 },
  { noiseScale: 0.85, noiseScaleW: 1 },
] as const;

export const cacheFolder = fileURLToPath(new URL("../cache/", import.meta.url));

const counts: Record<Split, Record<Kind, number>> = {
  train: {
    wake: 1_200,
    "wake-command": 400,
    "near-miss": 1_200,
    "half-phrase": 1_600,
    "other-call": 500,
    other: 900,
  },
  validation: {
    wake: 200,
    "wake-command": 100,
    "near-miss": 300,
    "half-phrase": 80,
    "other-call": 80,
    other: 150,
  },
  test: {
    wake: 200,
    "wake-command": 200,
    "near-miss": 400,
    "half-phrase": 120,
    "other-call": 120,
    other: 400,
  },
};

/** Something of another kind of synthesis to learn from. */
const fliteCounts: Record<Kind, number> = {
  wake: 240,
  "wake-command": 120,
  "near-miss": 300,
  "half-phrase": 240,
  "other-call": 150,
  other: 100,
};

const speakerCount = 904;

/** Every ninth speaker is kept for the test, another ninth for choosing the threshold. */
export function speakersOf(split: Split): number[] {
  const all = Array.from({ length: speakerCount }, (_, speaker) => speaker);
  const part = (speaker: number): Split =>
    speaker % 9 === 0 ? "test" : speaker % 9 === 4 ? "validation" : "train";
  return shuffled(
    all.filter((speaker) => part(speaker) === split),
    seeded(split),
  );
}

/** Everything to be said, in an order of which any beginning is a fair sample. */
export function corpus(split: Split): Clip[] {
  const speakers = speakersOf(split);
  const piper = Object.entries(counts[split]).flatMap(([kind, count]) =>
    numbered(count, (number) => {
      const name = `${kind}-${number}`;
      const random = seeded(`${split}/${kind}/${number}`);
      const text = textOf(kind as Kind, { split, random });
      const speed = kind === "other" ? random.between(0.8, 1.25) : random.between(0.6, 1.2);
      const variation = Math.floor(random.next() * variations.length);
      const speaker = speakers[number % speakers.length] ?? 0;
      return clip(name, {
        split,
        kind: kind as Kind,
        text,
        speed,
        voice: { engine: "piper", speaker, variation },
      });
    }),
  );
  const flite = Object.entries(split === "train" ? fliteCounts : {}).flatMap(([kind, count]) =>
    numbered(count, (number) => {
      const name = `${kind}-flite-${number}`;
      const random = seeded(`${split}/${name}`);
      const text = textOf(kind as Kind, { split, random });
      const voice = random.pick(fliteVoices);
      const speed = random.between(0.65, 1.3);
      const pitch = Math.round(random.between(80, 230));
      return clip(name, { split, kind: kind as Kind, text, speed, voice: { engine: "flite", voice, pitch } });
    }),
  );
  return [...piper, ...flite].sort((one, other) => one.place - other.place).map(({ clip }) => clip);
}

function numbered<Item>(count: number, make: (number: number) => Item): { clip: Item; place: number }[] {
  return Array.from({ length: count }, (_, number) => ({ clip: make(number), place: number / count }));
}

function clip(name: string, facts: Omit<Clip, "file">): Clip {
  return { file: join(cacheFolder, "speech", facts.split, `${name}.wav`), ...facts };
}

function textOf(kind: Kind, { split, random }: { split: Split; random: Random }): string {
  switch (kind) {
    case "wake":
      return wakePhrase(random);
    case "wake-command":
      return wakeAndCommand(random);
    case "near-miss":
      return nearMiss(split, random);
    case "half-phrase":
      return halfPhrase(split, random);
    case "other-call":
      return otherCall(random);
    case "other":
      return otherSpeech(random);
    default:
      return kind satisfies never;
  }
}
