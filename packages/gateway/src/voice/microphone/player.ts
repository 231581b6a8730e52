import type { VolumeState } from "../../built-in-tools/volume-control.ts";
import { Bell } from "../../runs/bell.ts";
import { durationMs, type Audio } from "../audio/audio.ts";
import { toPcm16 } from "../audio/pcm16.ts";
import type { SoundOutput } from "../session/speaker.ts";
import { atVolume } from "../speaking/volume.ts";
import { players } from "./players.ts";
import {
  startSoundProcess,
  type Ended,
  type SoundProcess,
  type SoundProgram,
  type Spawn,
} from "./sound-process.ts";

export interface PlayerOptions {
  volume: () => VolumeState;
  /** Told when a sentence has been heard to its end, or cannot be. */
  onPlayed: (sentenceId: number) => void;
  /** Told once, in a sentence, when nothing plays sound here. */
  onProblem: (message: string) => void;
  /** @default that of Node */
  spawn?: Spawn | undefined;
  /**
   * A program that plays on so long after the sound has ended is not believed.
   * @default 3_000
   */
  graceMs?: number;
}

interface Sentence {
  readonly id: number;
  readonly parts: Audio[];
  complete: boolean;
}

/** Plays sentence after sentence through the first program that can; one process for each sentence. */
export class Player implements SoundOutput {
  readonly #options: PlayerOptions;
  readonly #sentences: Sentence[] = [];
  readonly #bell = new Bell();
  #process: SoundProcess | undefined;
  /** The program that played last, by its position. */
  #working = 0;
  #told = false;
  #closed = false;
  #playing: Promise<void> | undefined;

  constructor(options: PlayerOptions) {
    this.#options = options;
  }

  play(id: number, audio: Audio): void {
    if (this.#closed) return;
    const sentence = this.#sentences.find((each) => each.id === id);
    if (sentence) sentence.parts.push(audio);
    else this.#sentences.push({ id, parts: [audio], complete: false });
    this.#bell.ring();
    this.#playing ??= this.#playAll();
  }

  /** No more sound of this sentence will come. */
  end(id: number): void {
    const sentence = this.#sentences.find((each) => each.id === id);
    if (sentence) sentence.complete = true;
    this.#bell.ring();
  }

  /** Stops at once; what waits is dropped. */
  silence(): void {
    this.#sentences.length = 0;
    this.#process?.kill();
    this.#bell.ring();
  }

  /** Leaves no process behind. Idempotent. */
  async close(): Promise<void> {
    this.#closed = true;
    this.silence();
    await this.#playing;
  }

  async #playAll(): Promise<void> {
    for (let sentence = this.#sentences[0]; sentence; sentence = this.#sentences[0]) {
      await this.#playSentence(sentence);
      if (this.#sentences[0] === sentence) this.#sentences.shift();
      this.#options.onPlayed(sentence.id);
    }
    this.#playing = undefined;
  }

  async #playSentence(sentence: Sentence): Promise<void> {
    const programs = players(sentence.parts[0]?.sampleRate ?? 0);
    const troubles = new Map<string, string>();
    for (let tried = 0; tried < programs.length; tried++) {
      // What worked last comes first.
      const position = (this.#working + tried) % programs.length;
      const program = programs[position] as SoundProgram;
      const trouble = await this.#playThrough(program, sentence);
      if (trouble === undefined) this.#working = position;
      if (trouble === undefined || this.#sentences[0] !== sentence) return;
      if (!trouble.missing) troubles.set(program.program, trouble.reason);
    }
    if (!this.#told) this.#options.onProblem(noPlayer(troubles));
    this.#told = true;
  }

  /** Undefined when it was played. */
  async #playThrough(program: SoundProgram, sentence: Sentence): Promise<Ended | undefined> {
    const { volume, spawn, graceMs = 3_000 } = this.#options;
    const running = startSoundProcess(program, { spawn });
    this.#process = running;
    const { stdin, stdout } = running.child;
    stdout?.resume();
    const ended = running.ended.finally(() => this.#bell.ring());
    let length = 0;
    for (let position = 0; !running.isOver();) {
      const part = sentence.parts[position];
      if (part) {
        position++;
        length += durationMs(part);
        stdin?.write(toPcm16(atVolume(part, volume()).samples));
      } else if (sentence.complete) break;
      else await this.#bell.wait();
    }
    stdin?.end();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      running.kill();
    }, length + graceMs);
    const end = await ended;
    clearTimeout(timer);
    return end.code === 0 || late ? undefined : end;
  }
}

function noPlayer(troubles: ReadonlyMap<string, string>): string {
  const instead = "Answers are only shown, or written with --out FILE.wav.";
  if (troubles.size === 0)
    return `There is no program to play sound with. Install one, for instance with: apt install alsa-utils (aplay), or: apt install sox. ${instead}`;
  const list = [...troubles].map(([program, reason]) => `${program}: ${reason}`).join("; ");
  return `Sound cannot be played here (${list}). ${instead}`;
}
