import { afterAll, expect, test } from "vitest";
import { hearingRate, joined } from "../../audio/audio.ts";
import {
  fliteVoices,
  openFliteVoices,
  type FliteOptions,
  type FliteVoices,
} from "../fixtures/flite-voice.ts";
import type { WakeWord, WakeWordStream } from "../wake-word.ts";

export interface WakeWordContract {
  /** As a home has it. */
  create: () => WakeWord;
  /** One whose packages are not there, with their names. */
  createMissing: () => { engine: WakeWord; packages: readonly string[] };
  /** One that dies of some samples, and those. */
  createMortal: () => { engine: WakeWord; deadly: Float32Array };
}

const silence = (seconds: number): Float32Array => new Float32Array(Math.round(seconds * hearingRate));

/** What every wake word detector does. */
export function wakeWordContract({ create, createMissing, createMortal }: WakeWordContract): void {
  const engine = create();
  let voices: Promise<FliteVoices> | undefined;
  /** With quiet around it. */
  const said = async (text: string, options?: FliteOptions): Promise<Float32Array> =>
    joined([silence(0.4), (await (voices ??= openFliteVoices()))(text, options), silence(0.5)]);
  const phrase = `${engine.phrase}.`;
  afterAll(() => engine.close());

  /** Whether each text wakes, in each voice: those that do not, or do, as is asked for. */
  const heard = async (texts: readonly string[], voices: readonly (typeof fliteVoices)[number][]) => {
    const clips: { name: string; woke: boolean }[] = [];
    for (const text of texts)
      for (const voice of voices) {
        const score = await engine.open().hear(await said(text, { voice }));
        clips.push({ name: `${voice}: ${text}`, woke: score >= engine.threshold });
      }
    return clips;
  };

  test("the phrase wakes, whoever says it, alone or with a command after it, but for one in twenty", async () => {
    const texts = [phrase, "turn on the kitchen light.", "what time is it?", "good night.", "stop."].map(
      (text) => (text === phrase ? text : `${engine.phrase}, ${text}`),
    );
    const missed = (await heard(texts, fliteVoices)).filter(({ woke }) => !woke);
    expect(missed.slice(1)).toEqual([]);
  });

  test("what only sounds like the phrase does not wake, but for one in twenty", async () => {
    const texts = [
      "Computer.",
      "Okay computer.",
      "Hey Peter.",
      "Hey, come here.",
      "My computer is slow.",
      "Hey.",
      "Hey commuter.",
      "The computer said hey.",
      "Turn on the kitchen light.",
      "One, two, three, four, five, six, seven.",
    ];
    const woken = (await heard(texts, ["slt", "rms"])).filter(({ woke }) => woke);
    expect(woken.slice(1)).toEqual([]);
  });

  test("silence, hiss and tones do not wake", async () => {
    const length = 4 * hearingRate;
    const hiss = Float32Array.from({ length }, (_, index) => 0.2 * Math.sin(index * index * 0.37));
    const tones = Float32Array.from(
      { length },
      (_, index) => 0.4 * Math.sin(index * (0.05 + Math.floor(index / 4_000) * 0.02)),
    );
    for (const sound of [silence(4), hiss, tones])
      expect(await engine.open().hear(sound)).toBeLessThan(engine.threshold);
  });

  test("one phrase counts once, two count twice", async () => {
    const once = await said(phrase);
    expect(await countHits(engine.open(), once)).toBe(1);
    expect(await countHits(engine.open(), joined([once, silence(1), once, silence(1)]))).toBe(2);
  });

  test("the score does not depend on how the sound is cut", async () => {
    const sound = await said("Hey Peter, turn on the computer.");
    const whole = await engine.open().hear(sound);
    for (const size of [1, 512, 1_280, 5_003]) {
      const pieces = await inPieces(engine.open(), size === 1 ? sound.subarray(0, 3_000) : sound, size);
      const expected = size === 1 ? await engine.open().hear(sound.subarray(0, 3_000)) : whole;
      expect(Math.max(...pieces)).toBeCloseTo(expected, 4);
    }
  });

  test("after a reset the first half of the phrase is forgotten", async () => {
    const sound = await said(phrase);
    const stream = engine.open();
    const half = Math.round(sound.length * 0.55);
    const before = stream.hear(sound.subarray(0, half));
    stream.reset();
    const after = stream.hear(sound.subarray(half));
    expect(Math.max(await before, await after)).toBeLessThan(engine.threshold);
  });

  test("streams do not disturb each other", async () => {
    const one = await said("Hey, computers are slow today.");
    const other = await said(phrase, { voice: "rms" });
    const alone = await inPieces(engine.open(), one, 1_000);
    const [together] = await Promise.all([
      inPieces(engine.open(), one, 1_000),
      inPieces(engine.open(), other, 700),
      inPieces(engine.open(), other, 1_900),
    ]);
    expect(together).toEqual(alone);
  });

  test("samples that are no numbers count as silence and spoil nothing that follows", async () => {
    for (const value of [Number.NaN, Infinity, -Infinity]) {
      const stream = engine.open();
      expect(await stream.hear(new Float32Array(5_000).fill(value))).toBeLessThan(engine.threshold);
      expect(await stream.hear(await said(phrase))).toBeGreaterThanOrEqual(engine.threshold);
    }
    const loud = await engine.open().hear(new Float32Array(5_000).fill(1e30));
    expect(loud).toBeGreaterThanOrEqual(0);
    expect(loud).toBeLessThanOrEqual(1);
    expect(await engine.open().hear(new Float32Array(0))).toBe(0);
  });

  test("who hands over minutes at once does not hold up the others", async () => {
    const long = engine.open();
    let done = false;
    const huge = long.hear(silence(120)).then(
      () => (done = true),
      (error: unknown) => error,
    );
    expect(await engine.open().hear(await said(phrase))).toBeGreaterThanOrEqual(engine.threshold);
    expect(done).toBe(false);
    long.close();
    expect(await huge).toMatchObject({ message: expect.stringContaining("closed") as string });
  });

  test("closing a stream twice is closing it once, and a closed one hears nothing", async () => {
    const stream = engine.open();
    const last = stream.hear(new Float32Array(1_280));
    await last;
    stream.close();
    stream.close();
    stream.reset();
    await expect(stream.hear(new Float32Array(1_280))).rejects.toThrow("is closed.");
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
    await stream.hear(new Float32Array(1_280));
    await Promise.all([fresh.close(), fresh.close()]);
    await expect(stream.hear(new Float32Array(1_280))).rejects.toThrow("is closed.");
    stream.close();
    const never = create();
    await never.close();
    await expect(never.load()).rejects.toThrow("is closed.");
  });

  test("missing packages are named at every attempt", async () => {
    const { engine: missing, packages } = createMissing();
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(missing.load()).rejects.toMatchObject({ name: "EngineMissing", packages });
    await expect(missing.open().hear(new Float32Array(1_280))).rejects.toThrow("npm install");
    await missing.close();
  });

  test("when its process dies, what was asked fails with a sentence and the phrase is heard again", async () => {
    const { engine: mortal, deadly } = createMortal();
    const first = mortal.open();
    const second = mortal.open();
    await first.hear(silence(0.2));
    await expect(second.hear(deadly)).rejects.toThrow("The wake word stopped: ");
    const sound = await said(phrase);
    expect(await first.hear(sound)).toBeGreaterThanOrEqual(mortal.threshold);
    expect(await second.hear(sound)).toBeGreaterThanOrEqual(mortal.threshold);
    await mortal.close();
  });

  async function countHits(stream: WakeWordStream, sound: Float32Array): Promise<number> {
    const scores = await inPieces(stream, sound, 1_280);
    return scores.filter((score) => score >= engine.threshold).length;
  }
}

function inPieces(stream: WakeWordStream, sound: Float32Array, size: number): Promise<number[]> {
  const scores: Promise<number>[] = [];
  for (let position = 0; position < sound.length; position += size)
    scores.push(stream.hear(sound.subarray(position, position + size)));
  return Promise.all(scores);
}
