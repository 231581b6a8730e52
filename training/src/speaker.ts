import { hearingRate } from "../../packages/gateway/src/voice/audio/audio.ts";
import { resample } from "../../packages/gateway/src/voice/audio/resample.ts";
import {
  openFliteVoices,
  type FliteVoices,
} from "../../packages/gateway/src/voice/wake-word/fixtures/flite-voice.ts";
import { variations, type Clip } from "./corpus.ts";
import { openPiper, type Piper } from "./piper.ts";

let flite: Promise<FliteVoices> | undefined;
const pipers = new Map<number, Piper | undefined>();

/** Says a clip at 16 kHz; undefined when its voice is not installed. */
export async function sayClip({ text, speed, voice }: Clip): Promise<Float32Array | undefined> {
  if (voice.engine === "flite") {
    const say = await (flite ??= openFliteVoices());
    return say(text, { voice: voice.voice, stretch: 1 / speed, pitch: voice.pitch });
  }
  const { speaker, variation } = voice;
  if (!pipers.has(variation)) pipers.set(variation, openPiper(variations[variation] ?? {}));
  const audio = pipers.get(variation)?.say(text, { speaker, speed });
  return audio && resample(audio, hearingRate);
}
