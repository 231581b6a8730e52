import { expect, test } from "vitest";
import { scriptedEngines, sounds } from "../../../testing/scripted-engines.ts";
import type { SpeechToText } from "../speech-to-text/speech-to-text.ts";
import { BackgroundTranscriber, type Transcription } from "./background-transcriber.ts";

const utterance = (id: string, { guessed = false } = {}) => ({ id, audio: sounds.speech(500), guessed });

async function all(transcriber: BackgroundTranscriber): Promise<Transcription[]> {
  const results: Transcription[] = [];
  for await (const result of transcriber)
    results.push({ ...result, utterance: { ...result.utterance, audio: new Float32Array() } });
  return results;
}

/** Answers when told to; remembers what was given up. */
function slowEars() {
  const pending: { resolve: (text: string) => void; aborted: boolean }[] = [];
  const speechToText: SpeechToText = {
    name: "slow ears",
    load: async () => {},
    close: async () => {},
    transcribe: (_samples, { signal } = {}) =>
      new Promise((resolve, reject) => {
        const call = { resolve, aborted: false };
        pending.push(call);
        signal?.addEventListener("abort", () => {
          call.aborted = true;
          reject(signal.reason as Error);
        });
      }),
  };
  return { speechToText, pending };
}

test("texts come in the order in which they were said, however long each takes [G4]", async () => {
  const { speechToText, pending } = slowEars();
  const transcriber = new BackgroundTranscriber({ speechToText });
  transcriber.add(utterance("first"));
  transcriber.add(utterance("second"));
  transcriber.end();
  pending[1]?.resolve("two");
  pending[0]?.resolve("one");
  expect(await all(transcriber)).toMatchObject([{ text: "one" }, { text: "two" }]);
});

test("a guess that covers all that was said is the text, and nothing is done twice", async () => {
  const { speechToText, pending } = slowEars();
  const guesses: string[] = [];
  const transcriber = new BackgroundTranscriber({ speechToText, onGuess: (text) => guesses.push(text) });
  transcriber.guess(sounds.speech(500));
  transcriber.add(utterance("only", { guessed: true }));
  transcriber.end();
  pending[0]?.resolve("turn it on");
  expect(await all(transcriber)).toMatchObject([{ text: "turn it on" }]);
  expect(pending).toHaveLength(1);
  expect(guesses).toEqual(["turn it on"]);
});

test("a guess is given up when the utterance goes on", async () => {
  const { speechToText, pending } = slowEars();
  const transcriber = new BackgroundTranscriber({ speechToText });
  transcriber.guess(sounds.speech(500));
  transcriber.giveUpGuess();
  transcriber.guess(sounds.speech(700));
  transcriber.add(utterance("whole"));
  transcriber.end();
  expect(pending.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  pending[2]?.resolve("turn it on again");
  expect(await all(transcriber)).toMatchObject([{ text: "turn it on again" }]);
});

test("a failure is a result, and what was said after it is transcribed", async () => {
  const { speechToText } = scriptedEngines({ texts: [new Error("The engine is gone."), "turn it off"] });
  const transcriber = new BackgroundTranscriber({ speechToText });
  transcriber.add(utterance("lost"));
  transcriber.add(utterance("kept"));
  transcriber.end();
  expect(await all(transcriber)).toMatchObject([
    { error: { message: "The engine is gone." } },
    { text: "turn it off" },
  ]);
});

test("closing gives up what is under way, and the reader ends", async () => {
  const { speechToText, pending } = slowEars();
  const transcriber = new BackgroundTranscriber({ speechToText });
  transcriber.add(utterance("never"));
  const results = all(transcriber);
  transcriber.close();
  transcriber.close();
  expect(await results).toMatchObject([{ error: { name: "AbortError" } }]);
  expect(pending[0]?.aborted).toBe(true);
});
