import { setTimeout as sleep } from "node:timers/promises";
import { hearingRate } from "../audio/audio.ts";
import { fromPcm16 } from "../audio/pcm16.ts";
import { recorders } from "./recorders.ts";
import { startSoundProcess, type SoundProgram, type Spawn } from "./sound-process.ts";

/** There is no sound to be had. The message is for people and says what to do. */
export class MicrophoneError extends Error {
  override readonly name = "MicrophoneError";
}

export interface MicrophoneOptions {
  /** Ends it, without an error. */
  signal: AbortSignal;
  /** Told in a sentence when a recorder had to be started again, and when there is only silence. */
  onNotice?: ((message: string) => void) | undefined;
  /** @default that of Node */
  spawn?: Spawn | undefined;
  /**
   * A recorder that gives nothing for so long is given up.
   * @default 3_000
   */
  stalledMs?: number;
  /**
   * How long after its end a recorder is started again.
   * @default 500
   */
  restartMs?: number;
  /**
   * How often in a row.
   * @default 5
   */
  maxRestarts?: number;
}

/** A recorder that ran for so long was all right. */
const steadySamples = 10 * hearingRate;
const silentSamples = 5 * hearingRate;

interface Trouble {
  readonly program: string;
  readonly missing: boolean;
  readonly reason: string;
  readonly samples: number;
}

/**
 * The microphone's sound at 16 kHz, by the first program that gives some. A recorder that ends is started again.
 * Throws a `MicrophoneError` when there is none, or none any more.
 */
export async function* openMicrophone(options: MicrophoneOptions): AsyncGenerator<Float32Array, void> {
  const { signal, onNotice = () => {}, restartMs = 500, maxRestarts = 5 } = options;
  let order: readonly SoundProgram[] = recorders;
  let restarts = 0;
  let worked: Trouble | undefined;
  while (!signal.aborted) {
    const troubles: Trouble[] = [];
    for (const recorder of order) {
      const trouble = yield* record(recorder, options);
      if (signal.aborted) return;
      if (trouble.samples >= steadySamples) restarts = 0;
      troubles.push(trouble);
      if (trouble.samples === 0) continue;
      worked = trouble;
      order = [recorder, ...recorders.filter((other) => other !== recorder)];
      break;
    }
    if (!worked) throw new MicrophoneError(noSound(troubles));
    const { program, reason } = worked;
    if (++restarts > maxRestarts)
      throw new MicrophoneError(`The microphone is lost: ${program} ends again and again (${reason}).`);
    await sleep(restartMs, undefined, { signal }).catch(() => {});
    if (!signal.aborted) onNotice(`${program} has ended (${reason}); it is started again.`);
  }
}

/** The sound of one recorder, until it ends; returns why. */
async function* record(
  { program, args }: SoundProgram,
  { signal, onNotice, spawn, stalledMs = 3_000 }: MicrophoneOptions,
): AsyncGenerator<Float32Array, Trouble> {
  const { child, ended, kill } = startSoundProcess({ program, args }, { spawn });
  let stalled = false;
  const watchdog = setTimeout(() => {
    stalled = true;
    kill();
  }, stalledMs);
  signal.addEventListener("abort", kill, { once: true });
  if (signal.aborted) kill();
  let samples = 0;
  let silent = true;
  let rest = new Uint8Array(0);
  try {
    for await (const bytes of child.stdout ?? []) {
      watchdog.refresh();
      const whole = Buffer.concat([rest, bytes as Buffer]);
      rest = whole.subarray(whole.length - (whole.length % 2));
      const heard = fromPcm16(whole);
      if (heard.length === 0 || stalled || signal.aborted) continue;
      const before = samples;
      samples += heard.length;
      silent &&= heard.every((sample) => sample === 0);
      if (silent && before < silentSamples && samples >= silentSamples)
        onNotice?.(`${program} gives only silence. Is the microphone muted?`);
      yield heard;
      watchdog.refresh();
    }
  } catch {
    // A pipe that breaks says no more than the end of the program does.
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener("abort", kill);
    kill();
    await ended;
  }
  const { missing, reason } = await ended;
  return { program, missing, samples, reason: stalled ? "it gave no sound" : reason };
}

function noSound(troubles: readonly Trouble[]): string {
  const instead = "A recording works too: antiphon listen FILE.wav";
  const present = troubles.filter(({ missing }) => !missing);
  if (present.length === 0)
    return `There is no program to record with. Install one, for instance with: apt install alsa-utils (arecord), or: apt install sox. ${instead}`;
  const said = new Map(present.map(({ program, reason }) => [program, reason]));
  const list = [...said].map(([program, reason]) => `${program}: ${reason}`).join("; ");
  return `No microphone gives sound (${list}). Is one connected, and may you use it? ${instead}`;
}
