import type { Config } from "../config/schema.ts";
import type { PartStatus } from "../startup/parts.ts";
import { chooseEngines } from "../startup/voice.ts";
import { hearingRate, joined } from "../voice/audio/audio.ts";
import { resample } from "../voice/audio/resample.ts";
import type { VoiceEngines } from "../voice/voice-engines.ts";

const sentence = "Turn on the kitchen light.";

/** Whether the house understands its own voice: a sentence is spoken, and heard again. */
export async function voiceHealth(
  config: Config,
  engines: VoiceEngines | string = chooseEngines(config),
): Promise<PartStatus> {
  if (typeof engines === "string") return { state: "off", message: engines };
  const { speechToText, textToSpeech, voiceActivity, wakeWord } = engines;
  const all = [speechToText, textToSpeech, voiceActivity, ...(wakeWord ? [wakeWord] : [])];
  try {
    await Promise.all(all.map((engine) => engine.load()));
    const sound: Float32Array[] = [];
    for await (const audio of textToSpeech.speak(sentence)) sound.push(resample(audio, hearingRate));
    const start = performance.now();
    const heard = await speechToText.transcribe(joined([...sound, new Float32Array(hearingRate / 3)]));
    const took = Math.round(performance.now() - start);
    const names = `${textToSpeech.name} said "${sentence}", ${speechToText.name} heard "${heard}" (${took} ms).`;
    return { state: heard === "" ? "degraded" : "ready", message: names };
  } catch (error) {
    return { state: "failed", message: (error as Error).message };
  } finally {
    await Promise.all(all.map((engine) => engine.close()));
  }
}
