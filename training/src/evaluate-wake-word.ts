import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { hearingRate, joined } from "../../packages/gateway/src/voice/audio/audio.ts";
import { readWav, writeWav } from "../../packages/gateway/src/voice/audio/wav.ts";
import {
  fliteVoices,
  openFliteVoices,
} from "../../packages/gateway/src/voice/wake-word/fixtures/flite-voice.ts";
import type { WakeWord } from "../../packages/gateway/src/voice/wake-word/wake-word.ts";
import { corpus, type Clip, type Kind } from "./corpus.ts";
import { espeakVoices, sayWithEspeak } from "./espeak.ts";
import { humanSpeech } from "./human-speech.ts";
import { allNearMisses, command, otherSpeech } from "./phrases.ts";
import { seeded } from "./random.ts";
import { scene } from "./scene.ts";
import { sayClip } from "./speaker.ts";

export interface WakeWordFigures {
  readonly set: string;
  /** Whether the phrase is said in it. */
  readonly wanted: boolean;
  readonly clips: number;
  /** In how many of them it was heard. */
  readonly woken: number;
  readonly seconds: number;
  /** What was missed, or wrongly heard. */
  readonly wrong: readonly string[];
}

export interface EvaluateOptions {
  /** What is measured. */
  wakeWord: WakeWord;
  /**
   * At most so many clips in a set; none has more than 400.
   * @default 400
   */
  limit?: number;
  /**
   * Told of each set as it is done.
   * @default nobody
   */
  onFigures?: (figures: WakeWordFigures) => void;
}

interface Spoken {
  readonly name: string;
  readonly samples: Float32Array;
}

/**
 * Hits and false accepts on what nobody learned from: flite's voices, espeak-ng's when it is installed, speakers
 * and near misses that were kept back when Piper is installed, and people's recordings when those are.
 */
export async function evaluateWakeWord({
  wakeWord,
  limit = 400,
  onFigures,
}: EvaluateOptions): Promise<WakeWordFigures[]> {
  const all: WakeWordFigures[] = [];
  for (const { set, wanted, clips } of sets()) {
    let count = 0;
    let seconds = 0;
    const wrong: string[] = [];
    for await (const { name, samples } of clips) {
      if (count++ >= limit) break;
      seconds += samples.length / hearingRate;
      const stream = wakeWord.open();
      const woken = (await stream.hear(samples)) >= wakeWord.threshold;
      stream.close();
      if (woken !== wanted) wrong.push(name);
    }
    count = Math.min(count, limit);
    if (count === 0) continue;
    const figures = {
      set,
      wanted,
      clips: count,
      woken: wanted ? count - wrong.length : wrong.length,
      seconds,
      wrong,
    };
    onFigures?.(figures);
    all.push(figures);
  }
  return all;
}

function sets(): { set: string; wanted: boolean; clips: AsyncIterable<Spoken> | Iterable<Spoken> }[] {
  return [
    { set: "flite, the phrase", wanted: true, clips: fliteWake() },
    { set: "flite, near misses", wanted: false, clips: flite(allNearMisses("test")) },
    { set: "flite, other speech", wanted: false, clips: fliteOther() },
    {
      set: "espeak-ng, the phrase",
      wanted: true,
      clips: espeak(["hey computer.", "hey computer, turn on the light."]),
    },
    { set: "espeak-ng, near misses", wanted: false, clips: espeak(allNearMisses("test")) },
    { set: "new speakers, the phrase", wanted: true, clips: piper("wake", { clean: true }) },
    {
      set: "new speakers, the phrase and a command",
      wanted: true,
      clips: piper("wake-command", { clean: true }),
    },
    { set: "new speakers, near misses", wanted: false, clips: piper("near-miss", { clean: true }) },
    {
      set: "new speakers, half of the phrase",
      wanted: false,
      clips: piper("half-phrase", { clean: true }),
    },
    {
      set: "new speakers, other calls",
      wanted: false,
      clips: piper("other-call", { clean: true }),
    },
    {
      set: "new speakers in rooms and noise, the phrase",
      wanted: true,
      clips: piper("wake", { clean: false }),
    },
    {
      set: "new speakers in rooms and noise, near misses",
      wanted: false,
      clips: piper("near-miss", { clean: false }),
    },
    { set: "new speakers, other speech", wanted: false, clips: piper("other", { clean: true }) },
    { set: "people's recordings", wanted: false, clips: humanSpeech() },
  ];
}

const quiet = (samples: Float32Array): Float32Array =>
  joined([new Float32Array(hearingRate / 2), samples, new Float32Array(hearingRate / 2)]);

async function* fliteWake(): AsyncGenerator<Spoken> {
  const say = await openFliteVoices();
  const random = seeded("flite wake");
  for (const stretch of [0.8, 1, 1.2, 1.4])
    for (const pitch of [undefined, 100, 150, 200])
      for (const voice of fliteVoices)
        for (const text of ["hey computer.", `hey computer, ${command(random)}`])
          yield {
            name: `${voice} ${stretch} ${pitch ?? ""} ${text}`,
            samples: quiet(say(text, { voice, stretch, pitch })),
          };
}

async function* flite(texts: readonly string[]): AsyncGenerator<Spoken> {
  const say = await openFliteVoices();
  for (const text of texts)
    for (const voice of fliteVoices) yield { name: `${voice} ${text}`, samples: quiet(say(text, { voice })) };
}

async function* fliteOther(): AsyncGenerator<Spoken> {
  const random = seeded("flite other");
  const say = await openFliteVoices();
  for (let count = 0; count < 400; count++) {
    const text = otherSpeech(random);
    const voice = random.pick(fliteVoices);
    yield { name: `${voice} ${text}`, samples: say(text, { voice, stretch: random.between(0.8, 1.3) }) };
  }
}

function* espeak(texts: readonly string[]): Generator<Spoken> {
  for (const text of texts)
    for (const voice of espeakVoices) {
      const samples = sayWithEspeak(text, voice);
      if (!samples) return;
      yield { name: `${voice} ${text}`, samples: quiet(samples) };
    }
}

async function* piper(kind: Kind, { clean }: { clean: boolean }): AsyncGenerator<Spoken> {
  const clips = corpus("test");
  const backgrounds: Float32Array[] = [];
  for (const clip of clips.filter((clip) => clip.kind === "near-miss").slice(0, clean ? 0 : 40)) {
    const samples = await spoken(clip);
    if (samples) backgrounds.push(samples);
  }
  for (const clip of clips.filter((clip) => clip.kind === kind)) {
    const samples = await spoken(clip);
    if (!samples) return;
    const random = seeded(`test ${basename(clip.file)}`);
    const heard = scene(samples, { random, others: () => random.pick(backgrounds), clean });
    yield { name: `${basename(clip.file, ".wav")}: ${clip.text}`, samples: heard.samples };
  }
}

/** From the cache, or said now; undefined when Piper is not installed. */
async function spoken(clip: Clip): Promise<Float32Array | undefined> {
  if (existsSync(clip.file)) return readWav(readFileSync(clip.file)).samples;
  const samples = await sayClip(clip);
  if (!samples) return undefined;
  mkdirSync(dirname(clip.file), { recursive: true });
  writeFileSync(clip.file, writeWav({ samples, sampleRate: hearingRate }));
  return samples;
}
