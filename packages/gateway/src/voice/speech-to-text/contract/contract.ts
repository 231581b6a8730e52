import { afterAll, expect, onTestFinished, test } from "vitest";
import { hearingRate } from "../../audio/audio.ts";
import type { OnProgress } from "../../engine/engine.ts";
import { words } from "../fixtures/spoken.ts";
import type { SpeechToText } from "../speech-to-text.ts";
import {
  door,
  light,
  sounds,
  type ContractDriver,
  type FailingDriver,
  type OpenDriver,
} from "./contract-driver.ts";

/** Never to be seen in a message. */
export const secret = "sk-secret-0123456789";

/** Engines that compute share a busy machine. */
const patienceMs = 60_000;

/** Holds a driver to the contract: one test for each rule. */
export function testSpeechToText(driver: ContractDriver): void {
  const rule = (name: string, holds: () => Promise<void>): void =>
    // oxlint-disable-next-line vitest/valid-title -- the rule is the title
    test(`${driver.label}: ${name}`, { timeout: patienceMs }, holds);
  const fresh = (options?: { onProgress: OnProgress }): Promise<SpeechToText> =>
    untilFinished(driver.open(options));
  // Engines load once for all rules that leave them as they were.
  let open: Promise<OpenDriver> | undefined;
  const shared = async (): Promise<SpeechToText> => (await (open ??= driver.open())).speechToText;
  afterAll(async () => open && closed(await open));

  rule("what was said comes as tidy text", async () => {
    const engine = await shared();
    const text = await engine.transcribe((await sounds()).light);
    expect(words(text)).toBe(light);
    expect(text).not.toMatch(/^\s|\s$|\s\s|\n/);
  });

  rule("silence is no text", async () => {
    const engine = await shared();
    for (const samples of [
      new Float32Array(0),
      new Float32Array(1),
      new Float32Array(3 * hearingRate),
      new Float32Array(hearingRate).fill(0.0005),
      new Float32Array(hearingRate).fill(Number.NaN),
    ])
      expect(await engine.transcribe(samples)).toBe("");
  });

  rule("samples that are no numbers or too loud spoil nothing", async () => {
    const engine = await shared();
    const samples = (await sounds()).light.slice();
    for (let index = 0; index < samples.length; index += 500) samples[index] = Number.NaN;
    samples[100] = Infinity;
    samples[200] = -1e30;
    expect(words(await engine.transcribe(samples))).not.toBe("");
  });

  rule("a sound too short for a word is no failure", async () => {
    const engine = await shared();
    for (const length of [1, 10, 500, 900])
      await expect(engine.transcribe(new Float32Array(length).fill(0.1))).resolves.toBeTypeOf("string");
  });

  rule("calls that overlap each get their own answer", async () => {
    const engine = await shared();
    const known = await sounds();
    const texts = await Promise.all(
      [known.light, known.door, known.light, known.door].map((sound) => engine.transcribe(sound)),
    );
    expect(texts.map(words)).toEqual([light, door, light, door]);
  });

  rule("the caller keeps its samples, and a part of a buffer is heard for itself", async () => {
    const engine = await shared();
    const known = await sounds();
    const buffer = new Float32Array(known.door.length + known.light.length);
    buffer.set(known.door);
    buffer.set(known.light, known.door.length);
    expect(words(await engine.transcribe(buffer.subarray(known.door.length)))).toBe(light);
    expect(buffer[1_000]).toBe(known.door[1_000]);
  });

  rule("an abort before the call rejects with its reason", async () => {
    const engine = await shared();
    const reason = new Error("never mind");
    const signal = AbortSignal.abort(reason);
    for (const samples of [(await sounds()).light, new Float32Array(0)])
      await expect(engine.transcribe(samples, { signal })).rejects.toBe(reason);
  });

  rule("an abort settles at once with its reason, and the next call works", async () => {
    const engine = await shared();
    const known = await sounds();
    await engine.transcribe(known.light);
    const controller = new AbortController();
    const given = engine.transcribe(known.slow, { signal: controller.signal });
    const other = engine.transcribe(known.door);
    const reason = new Error("never mind");
    await expect(Promise.race([given, pause()])).resolves.toBe("pause");
    const begun = performance.now();
    controller.abort(reason);
    await expect(given).rejects.toBe(reason);
    expect(performance.now() - begun).toBeLessThan(100);
    expect(words(await other)).toBe(door);
    expect(words(await engine.transcribe(known.light))).toBe(light);
  });

  rule("an abort while it loads settles too, and loading goes on", async () => {
    const engine = await fresh();
    const controller = new AbortController();
    const given = engine.transcribe((await sounds()).slow, { signal: controller.signal });
    controller.abort("enough");
    await expect(given).rejects.toBe("enough");
    expect(words(await engine.transcribe((await sounds()).light))).toBe(light);
  });

  rule("loading is shared and told once", async () => {
    const told: string[] = [];
    const engine = await fresh({ onProgress: (message) => told.push(message) });
    await Promise.all([engine.load(), engine.load()]);
    await engine.load();
    expect(told).toHaveLength(driver.loadMessages);
    for (const message of told) expect(message).toMatch(/^[A-Z].*\.$/);
  });

  rule("closing ends what is under way, says so, and is idempotent", async () => {
    const engine = await fresh();
    const known = await sounds();
    await engine.transcribe(known.light);
    const given = engine.transcribe(known.slow);
    given.catch(() => {});
    await Promise.all([engine.close(), engine.close()]);
    await expect(given).rejects.toThrow(/ (?:is|was) closed\.$/);
    await expect(engine.transcribe(known.light)).rejects.toThrow("is closed.");
    await expect(engine.transcribe(new Float32Array(0))).rejects.toThrow("is closed.");
    await expect(engine.load()).rejects.toThrow("is closed.");
    await engine.close();
  });

  rule("one that was never used closes too", async () => {
    const engine = await fresh();
    await engine.close();
    await expect(engine.load()).rejects.toThrow("is closed.");
  });

  rule("a breakdown is told in a sentence, and the next call works", async () => {
    const engine = await fresh();
    const known = await sounds();
    await engine.transcribe(known.light);
    expectSentence(await failure(engine.transcribe(known.fatal)));
    expect(words(await engine.transcribe(known.light))).toBe(light);
  });

  for (const failing of driver.failing)
    rule(`${failing.when} is told in a sentence, every time`, () => fails(failing));
}

async function fails({ open, says }: FailingDriver): Promise<void> {
  const speechToText = await untilFinished(open());
  for (let attempt = 0; attempt < 2; attempt++) {
    const error = await failure(speechToText.transcribe((await sounds()).light));
    expectSentence(error);
    expect(error.message).toMatch(says);
  }
}

async function untilFinished(driver: OpenDriver | Promise<OpenDriver>): Promise<SpeechToText> {
  const open = await driver;
  onTestFinished(() => closed(open));
  return open.speechToText;
}

async function closed({ speechToText, end }: OpenDriver): Promise<void> {
  await speechToText.close();
  await end?.();
}

async function failure(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(Error);
  return outcome as Error;
}

function expectSentence({ message }: Error): void {
  expect(message).toMatch(/^[A-Z].+(?:[.?]|npm install [\w\s@/-]+)$/);
  expect(message).not.toMatch(/\n|node:|\bat .*\.[jt]s:/);
  expect(message).not.toContain(secret);
}

function pause(): Promise<string> {
  return new Promise((resolve) => setImmediate(resolve, "pause"));
}
