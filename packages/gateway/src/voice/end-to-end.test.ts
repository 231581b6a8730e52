import { silentLogger } from "antiphon";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { spokenWords } from "../../testing/spoken-words.ts";
import { testConfig } from "../../testing/test-config.ts";
import { startGateway, type Gateway } from "../startup/gateway.ts";
import { hearingRate, joined, type Audio } from "./audio/audio.ts";
import { resample } from "./audio/resample.ts";
import type { VoiceEvent } from "./session/voice-event.ts";
import type { OpenOptions } from "./voice.ts";
import { createSpeechToText } from "./speech-to-text/create-speech-to-text.ts";
import { createTextToSpeech } from "./text-to-speech/create-text-to-speech.ts";

/** Somebody who speaks to the home, and somebody who listens to its answer. */
const somebody = createTextToSpeech({ kind: "flite", voice: "rms" });
const listener = createSpeechToText({ kind: "moonshine" });

let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway(testConfig(), { logger: silentLogger });
  await Promise.all([gateway.settled, gateway.voice.load(), somebody.load(), listener.load()]);
}, 90_000);

afterAll(() => Promise.all([gateway.close(), somebody.close(), listener.close()]));

const say = (text: string): Promise<Float32Array> => spokenWords(text, { textToSpeech: somebody });

async function lightOf(name: string) {
  const light = (await gateway.virtualHome)?.device(name);
  if (!light) throw new Error(`There is no ${name}.`);
  return light;
}

async function toolCalled(name: string, runId: string): Promise<void> {
  const reader = gateway.runs.find(runId)?.attach();
  for await (const { event } of reader?.entries ?? [])
    if (event.type === "tool-start" && event.call.name === name) break;
  reader?.close();
}

function talk(options: Partial<OpenOptions> = {}) {
  const events: VoiceEvent[] = [];
  const sound: Audio[] = [];
  const session = gateway.voice.open({
    mode: "open",
    interruptBy: "nothing",
    ...options,
    tell: (event) => {
      events.push(event);
      if (event.type === "sentence-end") queueMicrotask(() => session.played(event.id));
    },
    output: { play: (_id, audio) => sound.push(audio) },
  });
  onTestFinished(() => session.close());
  const all = <Type extends VoiceEvent["type"]>(type: Type) =>
    events.filter((event): event is Extract<VoiceEvent, { type: Type }> => event.type === type);
  const until = <Type extends VoiceEvent["type"]>(type: Type, count = 1) =>
    vi.waitFor(
      () => {
        expect(all(type).length).toBeGreaterThanOrEqual(count);
        return all(type)[count - 1] as Extract<VoiceEvent, { type: Type }>;
      },
      { timeout: 60_000 },
    );
  return { session, events, all, until, sound };
}

test("a spoken sentence switches the light, and the spoken answer, heard again, names it [G4]", async () => {
  const light = await lightOf("Kitchen/Kitchen Light");
  light.press(false);
  const { session, until, all, sound } = talk();
  session.hear(await say("turn on the kitchen light"));
  expect((await until("transcription")).text).toMatch(/^turn on the kitchen light\W?$/i);
  await until("response");
  expect(light.state()).toMatchObject({ on: true });
  session.end();
  await session.finished;
  const answer = joined(sound.map((audio) => resample(audio, hearingRate)));
  expect(await listener.transcribe(answer)).toMatch(/kitchen light/i);
  expect(all("problem")).toEqual([]);
}, 60_000);

test("after the wake word, in one breath or with a pause, the command is carried out", async () => {
  const light = await lightOf("Kitchen/Kitchen Light");
  light.press(false);
  const { session, until, all } = talk({ mode: "hands-free", interruptBy: "wake-word" });
  session.hear(await say("turn on the kitchen light"));
  session.hear(await say("hey computer, turn on the kitchen light"));
  await until("response");
  expect(light.state()).toMatchObject({ on: true });
  expect(all("transcription")).toHaveLength(1);
  expect(all("transcription")[0]?.text).toMatch(/^turn on the kitchen light/i);
  session.hear(await say("hey computer"));
  await until("wake", 2);
  session.hear(await say("turn off the kitchen light"));
  await until("response", 2);
  expect(light.state()).toMatchObject({ on: false });
}, 60_000);

test("a command to a device that hangs is cancelled by speaking, and the next one is carried out", async () => {
  const lamp = await lightOf("Bedroom/Bedside Lamp");
  const light = await lightOf("Kitchen/Kitchen Light");
  light.press(false);
  lamp.stopAnswering();
  onTestFinished(() => lamp.resumeAnswering());
  const { session, until, all } = talk({ interruptBy: "speech" });
  session.hear(await say("turn on the bedside lamp"));
  const { runId } = await until("run");
  // The device is being asked, and keeps silent.
  await toolCalled("control_zwave_device", runId);
  session.hear(await say("turn on the kitchen light"));
  await until("response", 2);
  expect(all("response").map(({ interrupted }) => interrupted)).toEqual([true, false]);
  expect(light.state()).toMatchObject({ on: true });
}, 60_000);

test("ten utterances in a row are each heard and answered", async () => {
  const { session, all } = talk();
  const switching = await Promise.all([say("turn on the kitchen light"), say("turn off the kitchen light")]);
  for (let count = 0; count < 10; count++) session.hear(switching[count % 2] as Float32Array);
  session.end();
  await session.finished;
  expect(all("response").map(({ text }) => /\bon\b/.test(text))).toEqual(
    Array.from({ length: 10 }, (_, index) => index % 2 === 0),
  );
}, 90_000);

test("two who speak at once are both understood", async () => {
  const [one, other] = [talk(), talk()];
  const samples = await Promise.all([say("turn on the kitchen light"), say("what time is it")]);
  one.session.hear(samples[0]);
  other.session.hear(samples[1]);
  const answers = await Promise.all([one.until("response"), other.until("response")]);
  expect(answers.map(({ text }) => text)).toEqual([
    expect.stringMatching(/kitchen light/i),
    expect.stringMatching(/\d/),
  ]);
}, 60_000);

test("silence and noise are no utterance, and nothing is said about them", async () => {
  const { session, all } = talk();
  session.hear(new Float32Array(hearingRate * 3));
  let seed = 7;
  const noise = Float32Array.from({ length: hearingRate * 3 }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (seed / 2_147_483_647 - 0.5) * 0.2;
  });
  session.hear(noise);
  session.hear(Float32Array.from({ length: 2_000 }, () => Number.NaN));
  session.end();
  await session.finished;
  expect(all("response")).toEqual([]);
  expect(all("sentence")).toEqual([]);
}, 60_000);

test("a minute without a pause is heard as one utterance and answered", async () => {
  const { session, until, all } = talk();
  const sentence = await say("please tell me something about the lights in this house and about the weather");
  const words = sentence.subarray(hearingRate * 0.3, sentence.length - hearingRate * 0.7);
  session.hear(joined(Array.from({ length: Math.ceil((60 * hearingRate) / words.length) }, () => words)));
  session.end();
  const { text } = await until("transcription");
  expect(text.match(/lights/gi)?.length ?? 0).toBeGreaterThan(6);
  await session.finished;
  expect(all("response").length).toBeGreaterThan(0);
}, 90_000);
