import { closeSync, openSync, writeSync } from "node:fs";
import type { Audio } from "../voice/audio/audio.ts";
import { toPcm16 } from "../voice/audio/pcm16.ts";
import { resample } from "../voice/audio/resample.ts";
import { writeWav } from "../voice/audio/wav.ts";
import { UsageError } from "./exit-code.ts";

const pauseSeconds = 0.25;
const emptyRate = 16_000;
const headerBytes = 44;

/** Everything that is spoken, as one WAV file that grows. It can be read at any time. */
export class SpokenFile {
  readonly #file: number;
  #sampleRate: number | undefined;
  #samples = 0;
  #sentence: number | undefined;
  #closed = false;

  /** Throws a `UsageError` when the file cannot be written. */
  constructor(path: string) {
    try {
      this.#file = openSync(path, "w");
      this.#writeHeader();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new UsageError(`${path} cannot be written (${code ?? message}).`);
    }
  }

  /** Sentences are set apart by a short pause. */
  write(sentence: number, audio: Audio): void {
    if (this.#closed) return;
    this.#sampleRate ??= audio.sampleRate;
    if (this.#sentence !== undefined && this.#sentence !== sentence)
      this.#append(new Float32Array(Math.round(this.#sampleRate * pauseSeconds)));
    this.#sentence = sentence;
    this.#append(resample(audio, this.#sampleRate));
    this.#writeHeader();
  }

  /** Idempotent. */
  close(): void {
    if (!this.#closed) closeSync(this.#file);
    this.#closed = true;
  }

  #append(samples: Float32Array): void {
    this.#write(toPcm16(samples), headerBytes + this.#samples * 2);
    this.#samples += samples.length;
  }

  #writeHeader(): void {
    const sampleRate = this.#sampleRate ?? emptyRate;
    const header = writeWav({ samples: new Float32Array(0), sampleRate });
    const view = new DataView(header.buffer);
    view.setUint32(4, headerBytes - 8 + this.#samples * 2, true);
    view.setUint32(headerBytes - 4, this.#samples * 2, true);
    this.#write(header, 0);
  }

  #write(bytes: Uint8Array, position: number): void {
    writeSync(this.#file, bytes, 0, bytes.length, position);
  }
}
