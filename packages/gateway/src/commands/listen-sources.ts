import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { hearingRate, type Audio } from "../voice/audio/audio.ts";
import { Resampler } from "../voice/audio/resample.ts";
import type { VoiceSession } from "../voice/session/voice-session.ts";
import type { ListenTalk } from "./listen-talk.ts";

export interface SourceOptions {
  session: Pick<VoiceSession, "hear" | "end" | "press" | "release" | "finished">;
  /** Ends it, whatever is still to be answered. */
  signal: AbortSignal;
}

export interface RecordingSourceOptions extends SourceOptions {
  /** How much was listened to. */
  talk: Pick<ListenTalk, "listened" | "progress">;
}

/** Sound is handed over about as fast as it is listened to: so far ahead. */
const aheadSamples = 2 * hearingRate;
const pieceSeconds = 0.25;

/** A recording is heard as if somebody spoke. Resolves when everything in it was answered. */
export async function hearRecording(
  { samples, sampleRate }: Audio,
  { session, talk, signal }: RecordingSourceOptions,
): Promise<void> {
  const resampler = new Resampler(sampleRate, hearingRate);
  const over = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    over.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const end = (): void => over.abort();
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  void session.finished.then(end);
  const piece = Math.round(sampleRate * pieceSeconds);
  let sent = 0;
  for (let position = 0; position < samples.length; position += piece) {
    while (sent - talk.listened > aheadSamples && !over.signal.aborted)
      await Promise.race([talk.progress(), stopped]);
    if (over.signal.aborted) break;
    const part = samples.subarray(position, position + piece);
    const heard = sampleRate === hearingRate ? part : resampler.push(part);
    session.hear(heard);
    sent += heard.length;
  }
  session.end();
  await stopped;
  signal.removeEventListener("abort", end);
}

export interface MicrophoneSourceOptions extends SourceOptions {
  /** Enter begins and ends what is said. */
  pushToTalk: boolean;
  /** Where Enter is pressed. @default process.stdin */
  input?: Readable;
}

/** Somebody talks, until the signal comes, listening fails, or there is nobody left to press Enter. */
export async function hearMicrophone(
  sound: AsyncIterable<Float32Array>,
  { session, signal, pushToTalk, input = process.stdin }: MicrophoneSourceOptions,
): Promise<void> {
  let over = false;
  void session.finished.then(() => {
    over = true;
  });
  let held = false;
  const keys = pushToTalk ? createInterface({ input }) : undefined;
  keys?.on("line", () => {
    if (held) session.release();
    else session.press();
    held = !held;
  });
  keys?.once("close", () => {
    if (held) session.release();
    session.end();
  });
  try {
    for await (const samples of sound) {
      if (over || signal.aborted) break;
      session.hear(samples);
    }
  } finally {
    keys?.close();
  }
}
