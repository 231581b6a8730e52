import { setTimeout as sleep } from "node:timers/promises";
import { hearingRate, joined } from "../../packages/gateway/src/voice/audio/audio.ts";
import type { VoiceEvent } from "../../packages/gateway/src/voice/session/voice-event.ts";
import type { Voice } from "../../packages/gateway/src/voice/voice.ts";
import { median } from "./recognition.ts";

/** Milliseconds after the last sound of the last word. */
export interface Stages {
  readonly text: number;
  readonly firstToken: number;
  readonly firstAudio: number;
}

export interface LatencyFigures {
  readonly commands: number;
  readonly median: Stages;
  readonly slowest: Stages;
}

const pieceMs = 32;

/** Plays commands into a session as a microphone would, in real time, and takes the time of every stage. */
export async function measureLatency(
  voice: Voice,
  recordings: readonly Float32Array[],
): Promise<LatencyFigures> {
  const all: Stages[] = [];
  for (const samples of recordings) all.push(await once(voice, samples));
  const of = (choose: (values: readonly number[]) => number): Stages => ({
    text: choose(all.map(({ text }) => text)),
    firstToken: choose(all.map(({ firstToken }) => firstToken)),
    firstAudio: choose(all.map(({ firstAudio }) => firstAudio)),
  });
  return { commands: all.length, median: of(median), slowest: of((values) => Math.max(...values)) };
}

async function once(voice: Voice, samples: Float32Array): Promise<Stages> {
  const times = new Map<string, number>();
  const note = (what: string): void => {
    if (!times.has(what)) times.set(what, performance.now());
  };
  const session = voice.open({
    mode: "open",
    output: { play: () => note("audio") },
    tell: (event: VoiceEvent) => {
      note(event.type);
      if (event.type === "sentence-end") queueMicrotask(() => session.played(event.id));
    },
  });
  const lastWord = endOfSpeech(samples);
  const whole = joined([samples.subarray(0, lastWord), new Float32Array(hearingRate * 2)]);
  const size = (hearingRate * pieceMs) / 1_000;
  const start = performance.now();
  for (let position = 0; position < whole.length && !times.has("audio"); position += size) {
    session.hear(whole.slice(position, position + size));
    const due = start + ((position + size) / hearingRate) * 1_000;
    await sleep(Math.max(0, due - performance.now()));
  }
  session.end();
  await session.finished;
  const end = start + (lastWord / hearingRate) * 1_000;
  const after = (what: string): number => (times.get(what) ?? Number.POSITIVE_INFINITY) - end;
  return { text: after("transcription"), firstToken: after("first-token"), firstAudio: after("audio") };
}

/** Where the last sound ends that is not background. */
function endOfSpeech(samples: Float32Array): number {
  for (let index = samples.length - 1; index > 0; index--)
    if (Math.abs(samples[index] ?? 0) > 0.01) return index;
  return 0;
}
