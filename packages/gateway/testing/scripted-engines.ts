import type { Audio } from "../src/voice/audio/audio.ts";
import { hearingRate } from "../src/voice/audio/audio.ts";
import type { VoiceEngines } from "../src/voice/voice-engines.ts";

/** A second of somebody who speaks, of nobody, and of the wake word: as the scripted engines hear them. */
export const sounds = {
  speech: (ms: number): Float32Array => new Float32Array((hearingRate * ms) / 1_000).fill(0.1),
  silence: (ms: number): Float32Array => new Float32Array((hearingRate * ms) / 1_000),
  wakeWord: (): Float32Array => new Float32Array(hearingRate * 0.6).fill(0.9),
};

export interface ScriptedEnginesOptions {
  /**
   * What is understood, one text after the other; the last one stays.
   * @default "turn on the kitchen light"
   */
  texts?: readonly (string | Error | Promise<string>)[];
  /** @default true */
  wakeWord?: boolean;
  /** Instead of a tone for every sentence. */
  speak?: (text: string, signal: AbortSignal | undefined) => AsyncIterable<Audio>;
}

export interface ScriptedEngines extends VoiceEngines {
  /** Sounds that were transcribed to their end, in seconds. */
  readonly transcribed: number[];
  readonly spoken: string[];
  /** Streams that are open. */
  readonly open: () => number;
  readonly loads: () => number;
  readonly closed: () => number;
}

/** Engines that know no speech: loudness is a voice, a constant is the wake word, and the texts are given. */
export function scriptedEngines({
  texts = ["turn on the kitchen light"],
  wakeWord = true,
  speak,
}: ScriptedEnginesOptions = {}): ScriptedEngines {
  const transcribed: number[] = [];
  const spoken: string[] = [];
  let loads = 0;
  let closed = 0;
  let open = 0;
  let next = 0;
  const engine = (name: string) => ({
    name,
    load: async () => {
      loads++;
    },
    close: async () => {
      closed++;
    },
  });
  const stream = (hear: (samples: Float32Array) => number) => {
    open++;
    let here = true;
    return {
      hear: async (samples: Float32Array) => hear(samples),
      reset: () => {},
      close: () => {
        if (here) open--;
        here = false;
      },
    };
  };
  return {
    transcribed,
    spoken,
    open: () => open,
    loads: () => loads,
    closed: () => closed,
    speechToText: {
      ...engine("scripted ears"),
      transcribe: async (samples, { signal } = {}) => {
        const turn = next++;
        // A guess that is given up leaves its text to the next one.
        signal?.addEventListener("abort", () => (next = Math.min(next, turn)), { once: true });
        const said = await untilAborted(
          Promise.resolve(texts[Math.min(turn, texts.length - 1)] ?? ""),
          signal,
        );
        transcribed.push(samples.length / hearingRate);
        if (said instanceof Error) throw said;
        return said;
      },
    },
    textToSpeech: {
      ...engine("scripted mouth"),
      async *speak(text, { signal } = {}) {
        signal?.throwIfAborted();
        spoken.push(text);
        if (speak) yield* speak(text, signal);
        else yield { samples: new Float32Array(hearingRate / 10).fill(0.2), sampleRate: hearingRate };
      },
    },
    voiceActivity: {
      ...engine("scripted voice activity"),
      open: () => stream((samples) => (Math.abs(samples[samples.length >> 1] ?? 0) > 0.05 ? 1 : 0)),
    },
    ...(wakeWord && {
      wakeWord: {
        ...engine("scripted wake word"),
        phrase: "hey computer",
        threshold: 0.5,
        open: () => stream((samples) => (samples.every((sample) => sample > 0.8) ? 1 : 0)),
      },
    }),
  };
}

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}
