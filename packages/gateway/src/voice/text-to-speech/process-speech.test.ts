import { expect, onTestFinished, test } from "vitest";
import { ProcessSpeech } from "./process-speech.ts";
import type { TextToSpeech } from "./text-to-speech.ts";

const module = new URL("./fixtures/counting-worker.ts", import.meta.url);

function counting(prepare: () => object = () => ({})): TextToSpeech {
  const speech = new ProcessSpeech({ name: "Counting", module, prepare, partsOf: (text) => text.split(" ") });
  onTestFinished(() => speech.close());
  return speech;
}

async function lengths(speech: TextToSpeech, text: string, signal?: AbortSignal): Promise<number[]> {
  const made: number[] = [];
  for await (const { samples } of speech.speak(text, { signal })) made.push(samples.length);
  return made;
}

test("parts come in their order, after the one that warmed up", async () => {
  expect(await lengths(counting(), "0 0 0")).toEqual([2, 3, 4]);
});

test("what was given up before its turn is never made", async () => {
  const speech = counting();
  await speech.load();
  const controller = new AbortController();
  const first = lengths(speech, "200");
  const second = lengths(speech, "0", controller.signal);
  const settled = second.catch((error: unknown) => error);
  const third = lengths(speech, "0");
  await new Promise(setImmediate);
  const reason = new Error("given up");
  controller.abort(reason);
  expect(await settled).toBe(reason);
  expect([await first, await third]).toEqual([[2], [3]]);
});

test("a part that fails fails its text, and the next text is spoken", async () => {
  const speech = counting();
  await expect(lengths(speech, "0 fail 0")).rejects.toThrow("The bellows are empty.");
  expect(await lengths(speech, "0")).toHaveLength(1);
});

test("a part that is made ahead and fails disturbs nobody who left", async () => {
  const speech = counting();
  for await (const _ of speech.speak("0 fail")) break;
  expect(await lengths(speech, "0")).toHaveLength(1);
});

test("what could not be prepared is tried again", async () => {
  let attempts = 0;
  const speech = counting(() => {
    if (attempts++ === 0) throw new Error("Install it first.");
    return {};
  });
  await expect(speech.load()).rejects.toThrow("Install it first.");
  await speech.load();
  expect(await lengths(speech, "0")).toEqual([2]);
  expect(attempts).toBe(2);
});

test("everybody who waits is told what is loaded", async () => {
  const speech = counting();
  const told: string[][] = [[], []];
  await Promise.all(told.map((messages) => speech.load((message) => messages.push(message))));
  expect(told[0]).toEqual(["Loading the voice Counting."]);
});
