import type { Audio } from "../audio/audio.ts";
import { fromPcm16 } from "../audio/pcm16.ts";
import { readWav, WavError } from "../audio/wav.ts";

export interface SoundStreamOptions {
  /** The content type of the answer, "" when there is none. */
  contentType: string;
  /** What was asked for. */
  format: "wav" | "pcm";
}

/** The rate of raw sound that says nothing about itself. */
const usualRate = 24_000;
const longestHeader = 65_536;
/** Parts are at least this long, but for the last one. */
const partSeconds = 0.04;

const compressed = new Map([
  ["OggS", "Ogg"],
  ["fLaC", "FLAC"],
  ["ID3", "MP3"],
]);

/**
 * The sound of an HTTP body, WAV or raw 16-bit samples, in parts as it arrives. Throws a `WavError` when it is
 * something else: services differ in what they send, so the bytes decide before the header.
 */
export async function* soundOf(
  body: AsyncIterable<Uint8Array>,
  { contentType, format }: SoundStreamOptions,
): AsyncGenerator<Audio, void> {
  let bytes = new Uint8Array();
  let decoder: Decoder | undefined;
  for await (const chunk of body) {
    bytes = concatenated(bytes, chunk);
    if (!decoder && bytes.length >= 12) decoder = decoderOf(bytes, { contentType, format });
    if (!decoder) continue;
    const { audio, rest } = decoder(bytes, false);
    bytes = rest;
    if (audio) yield audio;
  }
  if (bytes.length === 0 && !decoder) throw new WavError("The answer is empty.");
  const { audio } = (decoder ?? decoderOf(bytes, { contentType, format }))(bytes, true);
  if (audio) yield audio;
}

/** What can be made of the bytes so far, and what is left of them. */
type Decoder = (bytes: Uint8Array, last: boolean) => { audio?: Audio; rest: Uint8Array<ArrayBuffer> };

function decoderOf(bytes: Uint8Array, { contentType, format }: SoundStreamOptions): Decoder {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("latin1");
  if (start === "RIFF") return wavDecoder();
  if (/^(?:text\/|application\/(?:json|xml))/i.test(contentType) || /^\s*(?:[{[]"|<[!a-z])/i.test(start))
    throw new WavError("The answer is text, not sound.");
  for (const [tag, name] of compressed)
    if (start.startsWith(tag)) throw new WavError(`The answer is compressed as ${name}.`);
  if (/^audio\/(?:mpeg|mp3|ogg|opus|flac|aac)/i.test(contentType))
    throw new WavError(`The answer is compressed (${contentType}).`);
  if (format === "wav" && !/^(?:audio\/(?:pcm|l16)|application\/octet-stream)/i.test(contentType))
    throw new WavError("The answer is neither WAV nor raw sound.");
  const rate = Number(/rate=(\d{4,6})/i.exec(contentType)?.[1] ?? usualRate);
  return pcmDecoder(rate);
}

function pcmDecoder(sampleRate: number): Decoder {
  return (bytes, last) => {
    const size = wholeFrames(bytes.length, { frame: 2, sampleRate, last });
    if (size === 0) return { rest: bytes.slice() };
    return { audio: { samples: fromPcm16(bytes.subarray(0, size)), sampleRate }, rest: bytes.slice(size) };
  };
}

/** Reads each part as a small WAV file of its own, so that there is one reader of its formats. */
function wavDecoder(): Decoder {
  let header: { readonly bytes: Uint8Array; readonly frame: number; readonly sampleRate: number } | undefined;
  let left = Infinity;
  return (bytes, last) => {
    let data = bytes;
    if (!header) {
      const found = dataPart(bytes);
      if (!found && last) readWav(bytes);
      if (!found && bytes.length > longestHeader) throw new WavError("The answer has no end to its header.");
      if (!found) return { rest: bytes.slice() };
      const { start, size } = found;
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      const format = Buffer.from(bytes).indexOf("fmt ") + 8;
      const own = bytes.slice(0, start);
      own.fill(0, start - 4);
      header = {
        bytes: own,
        frame: view.getUint16(format + 12, true) || 1,
        sampleRate: view.getUint32(format + 4, true),
      };
      if (size > 0) left = size;
      data = bytes.subarray(start);
    }
    data = data.subarray(0, Math.min(data.length, left));
    const size = wholeFrames(data.length, { ...header, last });
    left -= size;
    if (size === 0) return { rest: data.slice() };
    return { audio: readWav(concatenated(header.bytes, data.subarray(0, size))), rest: data.slice(size) };
  };
}

function dataPart(bytes: Uint8Array): { start: number; size: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let position = 12; position + 8 <= bytes.length;) {
    const size = view.getUint32(position + 4, true);
    if (Buffer.from(bytes.subarray(position, position + 4)).toString("latin1") === "data")
      return { start: position + 8, size };
    position += 8 + size + (size % 2);
  }
  return undefined;
}

function wholeFrames(
  length: number,
  { frame, sampleRate, last }: { frame: number; sampleRate: number; last: boolean },
): number {
  if (!last && length < frame * sampleRate * partSeconds) return 0;
  return length - (length % frame);
}

function concatenated(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
