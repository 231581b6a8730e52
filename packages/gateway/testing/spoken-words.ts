import { hearingRate, joined } from "../src/voice/audio/audio.ts";
import { resample } from "../src/voice/audio/resample.ts";
import type { TextToSpeech } from "../src/voice/text-to-speech/text-to-speech.ts";

/** A sentence as a person would say it to the home, at 16 kHz, with a breath before and silence after it. */
export async function spokenWords(
  text: string,
  { textToSpeech, silenceMs = 700 }: { textToSpeech: TextToSpeech; silenceMs?: number },
): Promise<Float32Array> {
  const parts: Float32Array[] = [new Float32Array(hearingRate * 0.3)];
  for await (const audio of textToSpeech.speak(text)) parts.push(resample(audio, hearingRate));
  return joined([...parts, new Float32Array((hearingRate * silenceMs) / 1_000)]);
}
