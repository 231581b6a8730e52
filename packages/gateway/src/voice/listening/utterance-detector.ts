import { hearingRate, joined } from "../audio/audio.ts";
import { frameSize } from "../voice-activity/voice-activity.ts";

/**
 * What is listened for. `none`: nothing. `wake-word`: the phrase. `interruption`: the phrase, or anybody who
 * speaks for a while. `open`: everything that is said. `command`: the next thing that is said, for some time.
 * `held`: everything until the release.
 */
export type Attention = "none" | "wake-word" | "interruption" | "open" | "command" | "held";

export interface Frame {
  readonly samples: Float32Array;
  /** How likely it is speech. */
  readonly speech: number;
  /** Score of the wake word; 0 when there is none. */
  readonly wake: number;
}

export type Detection =
  | { readonly type: "wake"; readonly score: number }
  | { readonly type: "speech-start" }
  /** It may be the end: the sound so far, worth transcribing ahead of time. */
  | { readonly type: "pause"; readonly audio: Float32Array }
  /** It was not the end. */
  | { readonly type: "resumed" }
  | {
      readonly type: "utterance";
      readonly audio: Float32Array;
      readonly reason: "pause" | "limit" | "released";
      /** Whether nothing was said since the last pause, so that its text is the text of the whole. */
      readonly sincePause: boolean;
      /** How long ago the last word ended, in milliseconds of sound. */
      readonly silenceMs: number;
    }
  /** Somebody was expected to speak and did not. */
  | { readonly type: "nothing" };

export interface UtteranceDetectorOptions {
  /** @default 0.5 */
  wakeThreshold?: number;
  /**
   * So much silence ends an utterance.
   * @default 450
   */
  endMs?: number;
  /**
   * The same after a text that does not sound complete.
   * @default 1_200
   */
  patientEndMs?: number;
  /**
   * So much silence is worth a guess that it has ended.
   * @default 190
   */
  pauseMs?: number;
  /**
   * How long somebody who was heard saying the wake word may think before speaking.
   * @default 6_000
   */
  expectMs?: number;
  /**
   * Longest utterance.
   * @default 60_000
   */
  maxMs?: number;
}

const frameMs = (frameSize / hearingRate) * 1_000;
const framesIn = (ms: number): number => Math.max(1, Math.round(ms / frameMs));

const speechFrom = 0.5;
const silenceBelow = 0.35;
/** The first sound of a word comes before it is recognised as speech. */
const preRoll = framesIn(350);
/** Reaches back before the wake word, so that no word that followed it at once is lost. */
const wakePreRoll = framesIn(1_700);
/** Less speech than this is a click, not a word. */
const shortestWord = framesIn(96);
/** Speech for so long interrupts an answer; a cough does not. */
const interruptionFrames = framesIn(320);
/** After the wake word, less than this is its own last syllable. */
const afterWakeFrames = framesIn(190);
/** A longer utterance is not transcribed ahead of time: it would be done again and again. */
const longestGuess = framesIn(15_000);

type Phase = "watching" | "expecting" | "speaking" | "held";

/**
 * Finds utterances in frames of sound. Knows no engine and no clock: what comes out is a function of the
 * frames and the calls, in their order.
 */
export class UtteranceDetector {
  readonly #wakeThreshold: number;
  readonly #endFrames: number;
  readonly #patientEndFrames: number;
  readonly #pauseFrames: number;
  readonly #expectFrames: number;
  readonly #maxFrames: number;
  #attention: Attention = "none";
  #phase: Phase = "watching";
  #recent: Float32Array[] = [];
  #gathered: Float32Array[] = [];
  #waited = 0;
  #speech = 0;
  #silence = 0;
  #paused = false;
  #patient = false;
  #afterWake = false;

  constructor({
    wakeThreshold = 0.5,
    endMs = 450,
    patientEndMs = 1_200,
    pauseMs = 190,
    expectMs = 6_000,
    maxMs = 60_000,
  }: UtteranceDetectorOptions = {}) {
    this.#wakeThreshold = wakeThreshold;
    this.#endFrames = framesIn(endMs);
    this.#patientEndFrames = framesIn(patientEndMs);
    this.#pauseFrames = framesIn(pauseMs);
    this.#expectFrames = framesIn(expectMs);
    this.#maxFrames = framesIn(maxMs);
  }

  /** An utterance that is under way goes on, unless nothing is listened for any more. */
  attend(attention: Attention): void {
    this.#attention = attention;
    if (attention === "none") this.#watch();
    else if (attention === "held") this.#begin("held", 0);
    else if (attention === "command" && this.#phase === "watching") this.#expect();
    else if (attention !== "command" && this.#phase === "expecting") this.#watch();
  }

  get attention(): Attention {
    return this.#attention;
  }

  /** What was said does not sound complete: more silence is needed until it counts as the end. */
  holdOn(): void {
    this.#patient = true;
  }

  release(): Detection[] {
    if (this.#phase !== "held") return [];
    return this.#finish("released");
  }

  frame(frame: Frame): Detection[] {
    this.#recent.push(frame.samples);
    if (this.#recent.length > wakePreRoll) this.#recent.shift();
    switch (this.#phase) {
      case "watching":
        return this.#watchFor(frame);
      case "expecting":
        return this.#expectSpeech(frame);
      case "speaking":
      case "held":
        return this.#gather(frame);
      default:
        return this.#phase satisfies never;
    }
  }

  #watchFor({ speech, wake }: Frame): Detection[] {
    if (this.#attention === "none") return [];
    if (wake >= this.#wakeThreshold) return this.#wake(wake);
    if (this.#attention === "wake-word") return [];
    this.#speech = speech >= speechFrom ? this.#speech + 1 : Math.max(0, this.#speech - 2);
    const needed = this.#attention === "open" ? shortestWord : interruptionFrames;
    if (this.#speech < needed) return [];
    this.#begin("speaking", preRoll + needed);
    this.#speech = needed;
    return [{ type: "speech-start" }];
  }

  #wake(score: number): Detection[] {
    this.#begin("speaking", wakePreRoll);
    this.#afterWake = true;
    return [{ type: "wake", score }];
  }

  #expectSpeech({ speech }: Frame): Detection[] {
    this.#speech = speech >= speechFrom ? this.#speech + 1 : 0;
    if (this.#speech >= shortestWord) {
      this.#begin("speaking", preRoll + shortestWord);
      this.#speech = shortestWord;
      return [{ type: "speech-start" }];
    }
    if (++this.#waited < this.#expectFrames) return [];
    this.#watch();
    return [{ type: "nothing" }];
  }

  #gather({ samples, speech, wake }: Frame): Detection[] {
    // Somebody who says the wake word again starts again.
    if (this.#phase === "speaking" && !this.#afterWake && wake >= this.#wakeThreshold)
      return this.#wake(wake);
    this.#gathered.push(samples);
    const found: Detection[] = [];
    if (speech >= speechFrom) {
      this.#speech++;
      this.#silence = 0;
      if (this.#paused) found.push({ type: "resumed" });
      this.#paused = false;
      this.#patient = false;
    } else if (speech < silenceBelow || this.#silence > 0) this.#silence++;
    if (this.#gathered.length >= this.#maxFrames) return [...found, ...this.#finish("limit")];
    const enough = this.#speech >= (this.#afterWake ? afterWakeFrames : shortestWord);
    if (
      this.#phase === "speaking" &&
      this.#silence >= (this.#patient ? this.#patientEndFrames : this.#endFrames)
    ) {
      if (enough) return [...found, ...this.#finish("pause")];
      // Only the wake word was said: the command is still to come.
      if (this.#afterWake) this.#expect();
      else return [...found, ...this.#finish("pause")];
    } else if (
      enough &&
      !this.#paused &&
      this.#silence >= this.#pauseFrames &&
      this.#gathered.length <= longestGuess
    ) {
      this.#paused = true;
      found.push({ type: "pause", audio: joined(this.#gathered) });
    }
    return found;
  }

  #finish(reason: "pause" | "limit" | "released"): Detection[] {
    const audio = joined(this.#gathered);
    const sincePause = this.#paused;
    const silenceMs = this.#silence * frameMs;
    const spoke = this.#speech >= shortestWord;
    this.#watch();
    return spoke ? [{ type: "utterance", audio, reason, sincePause, silenceMs }] : [{ type: "nothing" }];
  }

  #watch(): void {
    this.#phase = "watching";
    if (this.#attention === "command" || this.#attention === "held") this.#attention = "none";
    this.#clear([]);
  }

  #expect(): void {
    this.#phase = "expecting";
    this.#clear([]);
  }

  #begin(phase: "speaking" | "held", before: number): void {
    this.#phase = phase;
    this.#clear(before === 0 ? [] : this.#recent.slice(-before));
  }

  #clear(gathered: Float32Array[]): void {
    this.#gathered = gathered;
    this.#waited = 0;
    this.#speech = 0;
    this.#silence = 0;
    this.#paused = false;
    this.#patient = false;
    this.#afterWake = false;
  }
}
