import { z } from "zod";
import type { Audio } from "../audio/audio.ts";
import { fromPcm16 } from "../audio/pcm16.ts";
import type { WyomingEvent } from "./event.ts";
import { WyomingError } from "./wyoming-error.ts";

const format = z.object({
  rate: z.int().min(4_000).max(384_000),
  width: z.literal(2),
  channels: z.int().min(1).max(32),
});

/** The sound of `audio-chunk` messages, its channels mixed to one. A sample that is cut in two is put together. */
export class SoundReader {
  readonly #from: string;
  #rest = new Uint8Array(0);

  /** @param from who sends, for messages */
  constructor(from: string) {
    this.#from = from;
  }

  read({ data, payload }: WyomingEvent): Audio {
    const known = format.safeParse(data);
    if (!known.success)
      throw new WyomingError(
        `${this.#from} sent sound in a format that is not understood: ${JSON.stringify(data).slice(0, 200)}. It must be 16-bit.`,
      );
    const { rate, channels } = known.data;
    const bytes = new Uint8Array(this.#rest.length + payload.length);
    bytes.set(this.#rest);
    bytes.set(payload, this.#rest.length);
    const whole = bytes.length - (bytes.length % (2 * channels));
    this.#rest = bytes.slice(whole);
    return { samples: mixed(fromPcm16(bytes.subarray(0, whole)), channels), sampleRate: rate };
  }
}

function mixed(samples: Float32Array, channels: number): Float32Array {
  if (channels === 1) return samples;
  return Float32Array.from({ length: samples.length / channels }, (_, frame) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += samples[frame * channels + channel] ?? 0;
    return sum / channels;
  });
}
