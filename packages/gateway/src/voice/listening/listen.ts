import { joined } from "../audio/audio.ts";
import { frameSize, type VoiceActivityStream } from "../voice-activity/voice-activity.ts";
import type { WakeWordStream } from "../wake-word/wake-word.ts";
import type { Attention, Detection, UtteranceDetector } from "./utterance-detector.ts";

/** Sound and what is to be done with it, in one order: a release comes after the last word before it. */
export type Heard =
  | { readonly type: "sound"; readonly samples: Float32Array }
  | { readonly type: "attend"; readonly attention: Attention }
  | { readonly type: "release" }
  | { readonly type: "hold-on" };

/** How loud it is and how much like speech, both 0 to 1. */
export interface Level {
  readonly type: "level";
  readonly level: number;
  readonly speech: number;
}

export interface ListenOptions {
  detector: UtteranceDetector;
  voiceActivity: VoiceActivityStream;
  /** Without one only holding and follow-ups are understood. */
  wakeWord?: WakeWordStream | undefined;
}

/** A level for so many frames. */
const levelEvery = 3;
/** So much sound stands behind each level. */
export const levelSamples = levelEvery * frameSize;

/** PCM in, utterances out. */
export async function* listen(
  input: AsyncIterable<Heard>,
  { detector, voiceActivity, wakeWord }: ListenOptions,
): AsyncGenerator<Detection | Level> {
  let rest = new Float32Array(0);
  let frames = 0;
  let loudest = 0;
  let likeliest = 0;

  async function* hear(samples: Float32Array): AsyncGenerator<Detection | Level> {
    const { attention } = detector;
    const [speech, wake] = await Promise.all([
      attention === "none" ? 0 : voiceActivity.hear(samples),
      attention === "wake-word" || attention === "interruption" ? (wakeWord?.hear(samples) ?? 0) : 0,
    ]);
    const found = detector.frame({ samples, speech, wake });
    if (found.some(({ type }) => type === "wake")) wakeWord?.reset();
    loudest = Math.max(loudest, loudness(samples));
    likeliest = Math.max(likeliest, speech);
    if (++frames % levelEvery === 0) {
      yield { type: "level", level: loudest, speech: likeliest };
      loudest = likeliest = 0;
    }
    yield* found;
  }

  for await (const heard of input) {
    switch (heard.type) {
      case "attend":
        if (heard.attention === "held") rest = new Float32Array(0);
        detector.attend(heard.attention);
        break;
      case "hold-on":
        detector.holdOn();
        break;
      case "release": {
        if (rest.length > 0) yield* hear(joined([rest, new Float32Array(frameSize - rest.length)]));
        rest = new Float32Array(0);
        yield* detector.release();
        break;
      }
      case "sound": {
        const samples = rest.length > 0 ? joined([rest, heard.samples]) : heard.samples;
        let position = 0;
        for (; position + frameSize <= samples.length; position += frameSize)
          yield* hear(samples.slice(position, position + frameSize));
        rest = samples.slice(position);
        break;
      }
      default:
        heard satisfies never;
    }
  }
}

/** Root mean square, stretched so that speech at an arm's length fills about half of a meter. */
function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.min(1, Math.sqrt(sum / samples.length) * 4);
}
