import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Audio } from "../voice/audio/audio.ts";
import { readWav, WavError } from "../voice/audio/wav.ts";
import { UsageError } from "./exit-code.ts";

/** About ten minutes as a sound card records them. */
const maxBytes = 120_000_000;

export interface RecordingOptions {
  /** What "-" stands for. @default process.stdin */
  input?: Readable & { isTTY?: boolean };
}

/** The sound of a WAV file, or of standard input for "-". What is wrong with it is said in a sentence. */
export async function readRecording(
  file: string,
  { input = process.stdin }: RecordingOptions = {},
): Promise<Audio> {
  const name = file === "-" ? "Standard input" : file;
  const bytes = file === "-" ? await readInput(input) : await readFrom(file);
  if (bytes.length === 0) throw new WavError(`${name} is empty.`);
  try {
    const audio = readWav(bytes);
    if (audio.samples.length > 0) return audio;
    throw new WavError("This WAV file holds no sound.");
  } catch (error) {
    throw error instanceof WavError ? new WavError(`${name}: ${error.message}`, { cause: error }) : error;
  }
}

async function readInput(input: NonNullable<RecordingOptions["input"]>): Promise<Uint8Array> {
  if (input.isTTY)
    throw new UsageError('"-" reads a WAV file from standard input: cat FILE.wav | antiphon listen -');
  return gather(input, "Standard input");
}

async function readFrom(file: string): Promise<Uint8Array> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw new UsageError(`${file} is a directory, not a WAV file.`);
    if (found.size > maxBytes) throw tooLarge(file);
    return await gather(createReadStream(file), file);
  } catch (error) {
    if (error instanceof UsageError || error instanceof WavError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") throw new UsageError(`${file} does not exist.`);
    throw new UsageError(`${file} cannot be read (${code ?? message}).`);
  }
}

async function gather(stream: Readable, name: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > maxBytes) throw tooLarge(name);
  }
  return Buffer.concat(chunks);
}

function tooLarge(name: string): WavError {
  return new WavError(
    `${name} is too large: at most ${maxBytes / 1_000_000} MB are heard, about ten minutes. Cut it first: sox FILE.wav short.wav trim 0 600`,
  );
}
