import { expect, test } from "vitest";
import { frameSize } from "../voice-activity/voice-activity.ts";
import { UtteranceDetector, type Detection } from "./utterance-detector.ts";

const frameMs = 32;

/** Frames of one kind, and what they gave. Each frame is filled with its number, so that sound can be told apart. */
function player(detector: UtteranceDetector) {
  let number = 0;
  return (ms: number, { speech = 0, wake = 0 } = {}): Detection[] =>
    Array.from({ length: Math.round(ms / frameMs) }, () => {
      const samples = new Float32Array(frameSize).fill(++number / 10_000);
      return detector.frame({ samples, speech, wake });
    }).flat();
}

const types = (detections: readonly Detection[]): string[] => detections.map(({ type }) => type);
const utteranceIn = (detections: readonly Detection[]) =>
  detections.find((each) => each.type === "utterance") as Extract<Detection, { type: "utterance" }>;
const seconds = (audio: Float32Array): number => audio.length / 16_000;

test("in the wake word's attention only the wake word counts, and the command after it is one utterance", () => {
  const detector = new UtteranceDetector();
  const play = player(detector);
  detector.attend("wake-word");
  expect(play(3_000, { speech: 1 })).toEqual([]);
  expect(types(play(frameMs, { speech: 1, wake: 0.9 }))).toEqual(["wake"]);
  expect(play(1_500, { speech: 1 })).toEqual([]);
  const ended = play(480);
  expect(types(ended)).toEqual(["pause", "utterance"]);
  // The phrase, which lies before the moment it was recognised, is part of it.
  expect(seconds(utteranceIn(ended).audio)).toBeCloseTo(1.7 + 1.5 + 0.48, 1);
});

test("after the wake word alone it waits for the command, and leaves the phrase out of it", () => {
  const detector = new UtteranceDetector();
  const play = player(detector);
  detector.attend("wake-word");
  play(frameMs, { speech: 1, wake: 1 });
  expect(play(96, { speech: 1 })).toEqual([]);
  expect(play(2_000)).toEqual([]);
  expect(types(play(800, { speech: 1 }))).toEqual(["speech-start"]);
  const { audio } = utteranceIn(play(600));
  expect(seconds(audio)).toBeLessThan(1.8);
});

test("somebody who says the wake word and nothing else is not waited for for ever", () => {
  const detector = new UtteranceDetector({ expectMs: 6_000 });
  const play = player(detector);
  detector.attend("wake-word");
  play(frameMs, { speech: 1, wake: 1 });
  expect(types(play(7_000))).toEqual(["nothing"]);
  expect(types(play(frameMs, { wake: 1, speech: 1 }))).toEqual(["wake"]);
});

test("a pause is told as a guess, and taken back when speech goes on", () => {
  const detector = new UtteranceDetector();
  const play = player(detector);
  detector.attend("open");
  play(500, { speech: 1 });
  expect(types(play(250))).toEqual(["pause"]);
  expect(types(play(300, { speech: 1 }))).toEqual(["resumed"]);
  const ended = play(500);
  expect(types(ended)).toEqual(["pause", "utterance"]);
  expect(utteranceIn(ended)).toMatchObject({ sincePause: true, reason: "pause" });
});

test("what does not sound complete gets more time", () => {
  const detector = new UtteranceDetector({ endMs: 480, patientEndMs: 1_200 });
  const play = player(detector);
  detector.attend("open");
  play(500, { speech: 1 });
  expect(types(play(256))).toEqual(["pause"]);
  detector.holdOn();
  expect(play(800)).toEqual([]);
  expect(types(play(500))).toEqual(["utterance"]);
});

test("while an answer is given a cough is not an interruption, and a word is", () => {
  const detector = new UtteranceDetector();
  const play = player(detector);
  detector.attend("interruption");
  for (let cough = 0; cough < 20; cough++) {
    expect(play(160, { speech: 1 })).toEqual([]);
    expect(play(320)).toEqual([]);
  }
  expect(types(play(400, { speech: 1 }))).toEqual(["speech-start"]);
});

test("held sound is one utterance from press to release, pauses and all", () => {
  const detector = new UtteranceDetector();
  const play = player(detector);
  detector.attend("held");
  play(400, { speech: 1 });
  play(2_000);
  play(400, { speech: 1 });
  play(64);
  const [utterance] = detector.release();
  expect(utterance).toMatchObject({ type: "utterance", reason: "released", sincePause: false });
  expect(seconds(utteranceIn(utterance ? [utterance] : []).audio)).toBeCloseTo(2.91, 1);
  expect(detector.release()).toEqual([]);
});

test("held silence is nothing, and so is a release that was never pressed", () => {
  const detector = new UtteranceDetector();
  const play = player(detector);
  expect(detector.release()).toEqual([]);
  detector.attend("held");
  play(1_000);
  expect(detector.release()).toEqual([{ type: "nothing" }]);
});

test("an utterance ends at the limit, whatever is still being said", () => {
  const detector = new UtteranceDetector({ maxMs: 60_000 });
  const play = player(detector);
  detector.attend("open");
  const found = play(61_000, { speech: 1 });
  expect(utteranceIn(found)).toMatchObject({ reason: "limit" });
  expect(seconds(utteranceIn(found).audio)).toBeCloseTo(60, 0);
});

test("nothing is listened for until somebody asks for it", () => {
  const play = player(new UtteranceDetector());
  expect(play(2_000, { speech: 1, wake: 1 })).toEqual([]);
});

test("attention that ends lets an utterance go that is under way", () => {
  const detector = new UtteranceDetector();
  const play = player(detector);
  detector.attend("open");
  play(500, { speech: 1 });
  detector.attend("none");
  expect(play(1_000)).toEqual([]);
});
