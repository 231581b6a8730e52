import type { Audio } from "./audio.ts";
import { toPcm16 } from "./pcm16.ts";

/** A file that is no WAV, or one that cannot be read. The message is for people. */
export class WavError extends Error {
  override readonly name = "WavError";
}

interface Format {
  readonly kind: "integer" | "float";
  readonly channels: number;
  readonly sampleRate: number;
  readonly bits: number;
}

const extensible = 0xfffe;

/**
 * The sound of a WAV file, its channels mixed to one. Lengths in the header are not believed: recorders that
 * stream write 0 or all ones there, so the data goes at most to the end of the file.
 */
export function readWav(bytes: Uint8Array): Audio {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || tag(view, 0) !== "RIFF" || tag(view, 8) !== "WAVE")
    throw new WavError("This is not a WAV file: it does not begin with RIFF and WAVE.");
  let format: Format | undefined;
  for (let position = 12; position + 8 <= bytes.length;) {
    const name = tag(view, position);
    const size = view.getUint32(position + 4, true);
    const start = position + 8;
    if (name === "fmt ") format = readFormat(view, start);
    if (name === "data") {
      if (!format) throw new WavError("This WAV file holds sound before it says in which format.");
      const end = size === 0 ? bytes.length : Math.min(bytes.length, start + size);
      return { samples: mix(view, format, { start, end }), sampleRate: format.sampleRate };
    }
    position = start + size + (size % 2);
  }
  throw new WavError("This WAV file holds no sound: it has no data part.");
}

/** 16-bit mono. */
export function writeWav({ samples, sampleRate }: Audio): Uint8Array<ArrayBuffer> {
  const data = toPcm16(samples);
  const bytes = new Uint8Array(44 + data.length);
  const view = new DataView(bytes.buffer);
  const write = (position: number, name: string): void => {
    for (let index = 0; index < name.length; index++) bytes[position + index] = name.charCodeAt(index);
  };
  write(0, "RIFF");
  view.setUint32(4, 36 + data.length, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, data.length, true);
  bytes.set(data, 44);
  return bytes;
}

function tag(view: DataView, position: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(position + offset)));
}

function readFormat(view: DataView, start: number): Format {
  if (start + 16 > view.byteLength) throw new WavError("This WAV file ends in the middle of its header.");
  const written = view.getUint16(start, true);
  const code =
    written === extensible && start + 26 <= view.byteLength ? view.getUint16(start + 24, true) : written;
  const channels = view.getUint16(start + 2, true);
  const sampleRate = view.getUint32(start + 4, true);
  const bits = view.getUint16(start + 14, true);
  const kind = code === 1 ? "integer" : code === 3 ? "float" : undefined;
  const known = kind === "integer" ? [8, 16, 24, 32] : [32, 64];
  if (kind === undefined || !known.includes(bits)) {
    throw new WavError(
      `This WAV file is compressed or unusual (format ${code}, ${bits} bits). Convert it to 16-bit PCM first: sox in.wav -b 16 out.wav`,
    );
  }
  if (channels < 1 || channels > 32) throw new WavError(`This WAV file claims ${channels} channels.`);
  if (sampleRate < 4_000 || sampleRate > 384_000)
    throw new WavError(`This WAV file claims ${sampleRate} samples in a second.`);
  return { kind, channels, sampleRate, bits };
}

function mix(
  view: DataView,
  { kind, channels, bits }: Format,
  { start, end }: { start: number; end: number },
): Float32Array {
  const size = bits / 8;
  const frames = Math.max(0, Math.floor((end - start) / (size * channels)));
  const samples = new Float32Array(frames);
  const read = reader(view, { kind, bits });
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++)
      sum += read(start + (frame * channels + channel) * size);
    const sample = sum / channels;
    samples[frame] = Number.isFinite(sample) ? Math.max(-1, Math.min(1, sample)) : 0;
  }
  return samples;
}

function reader(view: DataView, { kind, bits }: Pick<Format, "kind" | "bits">): (position: number) => number {
  if (kind === "float")
    return bits === 32 ? (at) => view.getFloat32(at, true) : (at) => view.getFloat64(at, true);
  switch (bits) {
    case 8:
      return (at) => (view.getUint8(at) - 128) / 128;
    case 24:
      return (at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65_536) / 8_388_608;
    case 32:
      return (at) => view.getInt32(at, true) / 2_147_483_648;
    default:
      return (at) => view.getInt16(at, true) / 32_768;
  }
}
