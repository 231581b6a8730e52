import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { durationMs, joined, type Audio } from "../../audio/audio.ts";
import { fatalText } from "../fixtures/fatal-text.ts";
import type { TextToSpeech } from "../text-to-speech.ts";
import type { ContractSpeech, OpenSpeech } from "./contract-speech.ts";

const sentence = "The kitchen light is on.";
const longer = "It is twenty one degrees in the living room and the front door is locked.";

/** Holds a driver to the contract: one test for each rule. Most rules share one that is loaded already. */
export function testTextToSpeech(driver: ContractSpeech): void {
  let shared: OpenSpeech;
  let speech: TextToSpeech;
  beforeAll(async () => {
    shared = await driver.open();
    ({ speech } = shared);
    await speech.load();
  });
  afterAll(() => closed(shared));

  const rule = (name: string, holds: () => Promise<void>): void =>
    // oxlint-disable-next-line vitest/valid-title -- the rule is the title
    test(`${driver.label}: ${name}`, holds);

  rule("a sentence is sound of a plausible length, not silent and within bounds", async () => {
    const audio = await whole(speech, sentence);
    expect(audio.sampleRate).toBeGreaterThanOrEqual(8_000);
    expect(durationMs(audio)).toBeGreaterThan(sentence.length * 30);
    expect(durationMs(audio)).toBeLessThan(sentence.length * 200);
    expect(audio.samples.every((sample) => sample >= -1 && sample <= 1)).toBe(true);
    expect(loudness(audio)).toBeGreaterThan(0.01);
  });

  rule("a longer text is a longer sound", async () => {
    const short = await whole(speech, sentence);
    expect(durationMs(await whole(speech, longer))).toBeGreaterThan(durationMs(short) * 1.7);
  });

  rule("a text without words is no sound and no failure", async () => {
    const silent = ["", "  \n ", "...", "?!", "🎉", "\0", "-", "\ud800"];
    for (const text of silent) expect({ text, made: await parts(speech, text) }).toEqual({ text, made: [] });
  });

  rule("odd texts are spoken", async () => {
    const odd = [
      "-voice kal",
      "--help",
      `"quoted" and 'so'`,
      "one\ntwo",
      "a\0b lights",
      "🎉 party 🎉",
      "Café",
      "$(ls) %s \\n",
    ];
    for (const text of odd)
      expect({ text, heard: loudness(await whole(speech, text)) > 0.005 }).toEqual({ text, heard: true });
  });

  rule("a text of 10,000 characters begins to be heard, and whoever has enough may leave", async () => {
    const text = "The light in the room at the end of the hall is on, ".repeat(193);
    for await (const audio of speech.speak(text)) {
      expect(audio.samples.length).toBeGreaterThan(0);
      break;
    }
    expect(loudness(await whole(speech, sentence))).toBeGreaterThan(0.01);
  });

  rule("a call that is aborted before it begins throws the reason", async () => {
    const reason = new Error("never mind");
    await expect(parts(speech, sentence, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  rule("an abort settles at once with its reason, and the next call works", async () => {
    const controller = new AbortController();
    const pending = parts(speech, driver.slowText, controller.signal);
    const reason = new Error("somebody spoke");
    const settled = failureOf(pending);
    await new Promise(setImmediate);
    const start = performance.now();
    controller.abort(reason);
    expect(await settled).toBe(reason);
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(loudness(await whole(speech, sentence))).toBeGreaterThan(0.01);
  });

  rule("an abort while it loads settles at once", async () => {
    const speech = await opened(driver);
    const controller = new AbortController();
    const pending = parts(speech, driver.slowText, controller.signal);
    const reason = new Error("somebody spoke");
    const settled = failureOf(pending);
    controller.abort(reason);
    expect(await settled).toBe(reason);
    expect(loudness(await whole(speech, sentence))).toBeGreaterThan(0.01);
  });

  rule("calls that overlap do not mix", async () => {
    const texts = [sentence, longer, "Yes.", "Good night."];
    const alone: number[] = [];
    for (const text of texts) alone.push(durationMs(await whole(speech, text)));
    const together = await Promise.all(texts.map((text) => whole(speech, text)));
    for (const [position, audio] of together.entries()) {
      // Some voices breathe a little differently each time.
      expect(durationMs(audio) / (alone[position] ?? 0)).toBeGreaterThan(0.6);
      expect(durationMs(audio) / (alone[position] ?? 0)).toBeLessThan(1.6);
    }
  });

  rule("it is loaded once, whoever asks", async () => {
    const told: string[] = [];
    const speech = await opened(driver, told);
    await Promise.all([speech.load(), speech.load(), parts(speech, sentence)]);
    const first = [...told];
    await speech.load((message) => told.push(message));
    await parts(speech, sentence);
    expect(told).toEqual(first);
    expect(new Set(told).size).toBe(told.length);
  });

  rule("what breaks down fails in a sentence, and the next call works", async () => {
    const failure = await failureOf(parts(speech, `${fatalText}, and nobody knows why.`));
    expectSentence(failure.message);
    expect(loudness(await whole(speech, sentence))).toBeGreaterThan(0.01);
  });

  rule("closing ends what is being spoken; twice is as good as once", async () => {
    const speech = await opened(driver);
    await speech.load();
    const ended = failureOf(parts(speech, driver.slowText));
    await new Promise(setImmediate);
    await Promise.all([speech.close(), speech.close()]);
    expectSentence((await ended).message);
    await speech.close();
    expectSentence((await failureOf(parts(speech, sentence))).message);
  });

  rule("what was never used is closed as well", async () => {
    await (await opened(driver)).close();
  });

  for (const { when, open, says, atLoad } of driver.failing) {
    rule(`${when} is said in a sentence, each time`, async () => {
      const failing = await open();
      onTestFinished(() => closed(failing));
      const { speech } = failing;
      const speak = (): Promise<unknown> => parts(speech, sentence);
      for (const attempt of [atLoad ? () => speech.load() : speak, speak]) {
        const failure = await failureOf(attempt());
        expectSentence(failure.message);
        expect(failure.message).toMatch(says);
      }
    });
  }
}

async function opened(driver: ContractSpeech, told: string[] = []): Promise<TextToSpeech> {
  const open = await driver.open({ onProgress: (message) => told.push(message) });
  onTestFinished(() => closed(open));
  return open.speech;
}

async function closed({ speech, close }: OpenSpeech): Promise<void> {
  await speech.close();
  await close?.();
}

async function parts(speech: TextToSpeech, text: string, signal?: AbortSignal): Promise<Audio[]> {
  const made: Audio[] = [];
  for await (const audio of speech.speak(text, { signal })) made.push(audio);
  return made;
}

async function whole(speech: TextToSpeech, text: string): Promise<Audio> {
  const made = await parts(speech, text);
  return { samples: joined(made.map(({ samples }) => samples)), sampleRate: made[0]?.sampleRate ?? 0 };
}

function loudness({ samples }: Audio): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

async function failureOf(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => new Error("This did not fail."),
    (error: Error) => error,
  );
}

/** For people: one line that begins and ends like a sentence, or ends with the command to run. */
function expectSentence(message: string): void {
  expect(message).not.toBe("This did not fail.");
  expect(message).toMatch(/^\p{L}[^\n]*(?:[.?]|npm install [^\n]+)$/u);
  expect(message).not.toMatch(/\bat \S+:\d+:\d+|undefined|\[object/);
}
