import { afterAll, expect, test } from "vitest";
import { hearingRate, joined } from "../../audio/audio.ts";
import { openFliteVoices, type FliteVoices } from "../../wake-word/fixtures/flite-voice.ts";
import { frameSize, type VoiceActivity, type VoiceActivityStream } from "../voice-activity.ts";

export interface VoiceActivityContract {
  /** As a home has it. */
  create: () => VoiceActivity;
  /** One whose packages are not there, with their names. */
  createMissing: () => { engine: VoiceActivity; packages: readonly string[] };
  /** One that dies of a frame, and that frame. */
  createMortal: () => { engine: VoiceActivity; deadly: Float32Array };
}

const silence = (seconds: number): Float32Array => new Float32Array(seconds * hearingRate);
const noise = (length: number, loudness = 0.01): Float32Array =>
  Float32Array.from({ length }, (_, index) => loudness * Math.sin(index * index * 0.37));

/** What every voice activity detector does. */
export function voiceActivityContract({ create, createMissing, createMortal }: VoiceActivityContract): void {
  const engine = create();
  let voices: Promise<FliteVoices> | undefined;
  const said = async (text: string): Promise<Float32Array> => (await (voices ??= openFliteVoices()))(text);
  afterAll(() => engine.close());

  test("speech is found between silences", async () => {
    const speech = await said("Turn on the kitchen light.");
    const heard = await hearAll(engine.open(), joined([silence(1), speech, silence(1)]));
    const frames = heard.flatMap((likelihood, index) => (likelihood > 0.5 ? [index] : []));
    const seconds = (frame = 0): number => (frame * frameSize) / hearingRate;
    expect(seconds(frames[0])).toBeGreaterThan(0.9);
    expect(seconds(frames[0])).toBeLessThan(1.5);
    expect(seconds(frames.at(-1))).toBeGreaterThan(0.5 + speech.length / hearingRate);
    expect(seconds(frames.at(-1))).toBeLessThan(1.4 + speech.length / hearingRate);
    expect(frames.length * frameSize).toBeGreaterThan(speech.length * 0.6);
  });

  test("silence, hiss and a tone are no speech", async () => {
    const tone = Float32Array.from({ length: hearingRate }, (_, index) => 0.3 * Math.sin(index * 0.17));
    for (const sound of [silence(1), noise(hearingRate), tone]) {
      const heard = await hearAll(engine.open(), sound);
      expect(Math.max(...heard)).toBeLessThan(0.5);
    }
  });

  test("streams do not disturb each other", async () => {
    const one = await said("Is the front door locked?");
    const other = noise(one.length, 0.2);
    const alone = await hearAll(engine.open(), one);
    const [together] = await Promise.all([
      hearAll(engine.open(), one),
      hearAll(engine.open(), other),
      hearAll(engine.open(), one.toReversed()),
    ]);
    expect(together).toEqual(alone);
  });

  test("a frame of another size is refused with a sentence, and the stream goes on", async () => {
    const stream = engine.open();
    for (const length of [0, 1, frameSize - 1, frameSize + 1, 1_000_000])
      await expect(stream.hear(new Float32Array(length))).rejects.toThrow(
        `A frame has ${frameSize} samples; this one has ${length}.`,
      );
    await expect(stream.hear(new Float32Array(frameSize))).resolves.toBeLessThan(0.5);
    stream.close();
  });

  test("samples that are no numbers count as silence and spoil nothing that follows", async () => {
    const speech = await said("Good morning.");
    const clean = await hearAll(engine.open(), joined([silence(0.512), speech]));
    const stream = engine.open();
    const garbage = [Number.NaN, Infinity, -Infinity].flatMap((value) =>
      Array.from({ length: 5 }, () => new Float32Array(frameSize).fill(value)),
    );
    const frames = joined([...garbage, new Float32Array(frameSize), speech]);
    expect(await hearAll(stream, frames)).toEqual(clean);
    const loud = await engine.open().hear(new Float32Array(frameSize).fill(1e30));
    expect(loud).toBeGreaterThanOrEqual(0);
    expect(loud).toBeLessThanOrEqual(1);
  });

  test("closing a stream twice is closing it once, and a closed one hears nothing", async () => {
    const stream = engine.open();
    const last = stream.hear(new Float32Array(frameSize));
    stream.close();
    stream.close();
    await expect(last).resolves.toBeLessThan(0.5);
    await expect(stream.hear(new Float32Array(frameSize))).rejects.toThrow("is closed.");
    engine.open().close();
  });

  test("loading is shared and told once", async () => {
    const fresh = create();
    const told: string[] = [];
    await Promise.all([
      fresh.load((message) => told.push(message)),
      fresh.load((message) => told.push(message)),
    ]);
    await fresh.load((message) => told.push(message));
    expect(told).toEqual([expect.stringMatching(/^Loading .*\.$/)]);
    await fresh.close();
  });

  test("a closed engine says so, however often it is closed", async () => {
    const fresh = create();
    const stream = fresh.open();
    await stream.hear(new Float32Array(frameSize));
    await Promise.all([fresh.close(), fresh.close()]);
    await expect(stream.hear(new Float32Array(frameSize))).rejects.toThrow("is closed.");
    stream.close();
    const never = create();
    await never.close();
    await expect(never.load()).rejects.toThrow("is closed.");
  });

  test("missing packages are named at every attempt", async () => {
    const { engine: missing, packages } = createMissing();
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(missing.load()).rejects.toMatchObject({ name: "EngineMissing", packages });
    await expect(missing.open().hear(new Float32Array(frameSize))).rejects.toThrow("npm install");
    await missing.close();
  });

  test("when its process dies, what was asked fails with a sentence and the next frame is heard", async () => {
    const { engine: mortal, deadly } = createMortal();
    const first = mortal.open();
    const second = mortal.open();
    const speech = await said("Hello there.");
    const alone = await hearAll(engine.open(), speech);
    await hearAll(first, speech);
    await expect(second.hear(deadly)).rejects.toThrow("Voice activity detection stopped: ");
    expect(await hearAll(first, speech)).toEqual(alone);
    expect(await hearAll(second, speech)).toEqual(alone);
    await mortal.close();
  });
}

/** The likelihood of every whole frame. */
async function hearAll(stream: VoiceActivityStream, samples: Float32Array): Promise<number[]> {
  const frames: Promise<number>[] = [];
  for (let position = 0; position + frameSize <= samples.length; position += frameSize)
    frames.push(stream.hear(samples.slice(position, position + frameSize)));
  return Promise.all(frames);
}
