import { joined, hearingRate } from "../../packages/gateway/src/voice/audio/audio.ts";
import { resample } from "../../packages/gateway/src/voice/audio/resample.ts";
import type { SpeechToText } from "../../packages/gateway/src/voice/speech-to-text/speech-to-text.ts";
import type { TextToSpeech } from "../../packages/gateway/src/voice/text-to-speech/text-to-speech.ts";
import { wordErrors } from "./word-errors.ts";

export interface Recording {
  readonly said: string;
  /** 16 kHz. */
  readonly samples: Float32Array;
}

export interface RecognitionFigures {
  readonly source: string;
  readonly sentences: number;
  readonly words: number;
  /** Share of words that were wrong. */
  readonly wordErrorRate: number;
  /** Sentences without any mistake. */
  readonly exact: number;
  /** Median time from sound to text. */
  readonly medianMs: number;
  readonly mistakes: readonly { readonly said: string; readonly heard: string }[];
}

const breath = new Float32Array(hearingRate * 0.3);

/** Nobody begins and ends with the recording. */
export function withSilence(samples: Float32Array): Float32Array {
  return joined([breath, samples, breath]);
}

/** What a voice makes of a text, at the rate that ears want, with a little room around it. */
export async function record(text: string, textToSpeech: TextToSpeech): Promise<Recording> {
  const parts: Float32Array[] = [];
  for await (const audio of textToSpeech.speak(text)) parts.push(resample(audio, hearingRate));
  return { said: text, samples: withSilence(joined(parts)) };
}

export async function measureRecognition(
  source: string,
  {
    recordings,
    speechToText,
  }: { recordings: AsyncIterable<Recording> | Iterable<Recording>; speechToText: SpeechToText },
): Promise<RecognitionFigures> {
  let errors = 0;
  let words = 0;
  let exact = 0;
  const times: number[] = [];
  const mistakes: { said: string; heard: string }[] = [];
  for await (const { said, samples } of recordings) {
    const start = performance.now();
    const heard = await speechToText.transcribe(samples);
    times.push(performance.now() - start);
    const counted = wordErrors(said, heard);
    errors += counted.errors;
    words += counted.words;
    if (counted.errors === 0) exact++;
    else mistakes.push({ said, heard });
  }
  return {
    source,
    sentences: times.length,
    words,
    wordErrorRate: words === 0 ? 0 : errors / words,
    exact,
    medianMs: median(times),
    mistakes,
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}
