import type { Audio } from "./audio.ts";

/** Half the width of the filter, in zero crossings: enough that nothing above the new limit folds back. */
const crossings = 16;

/** The same sound at another rate, through a windowed-sinc filter. */
export function resample({ samples, sampleRate }: Audio, rate: number): Float32Array {
  if (sampleRate === rate) return samples;
  const filter = new Resampler(sampleRate, rate);
  const whole = filter.push(samples);
  const rest = filter.end();
  const output = new Float32Array(Math.round((samples.length * rate) / sampleRate));
  output.set(whole.subarray(0, output.length));
  if (whole.length < output.length) output.set(rest.subarray(0, output.length - whole.length), whole.length);
  return output;
}

/** Resampling of a stream: what is pushed comes out a few milliseconds later, without seams. */
export class Resampler {
  readonly #from: number;
  readonly #to: number;
  readonly #cutoff: number;
  readonly #reach: number;
  /** Where an output sample lies between two input samples repeats; so do the weights, which are kept. */
  readonly #weights: (Float32Array | undefined)[];
  /** Input that is still needed; its first sample is the `#start`th of the stream. */
  #input: Float32Array;
  #start: number;
  #produced = 0;

  constructor(from: number, to: number) {
    const common = greatestCommonDivisor(from, to);
    this.#from = from / common;
    this.#to = to / common;
    this.#cutoff = Math.min(1, to / from);
    this.#reach = Math.ceil(crossings / this.#cutoff);
    this.#weights = Array.from({ length: this.#to });
    this.#input = new Float32Array(this.#reach);
    this.#start = -this.#reach;
  }

  push(samples: Float32Array): Float32Array {
    const input = new Float32Array(this.#input.length + samples.length);
    input.set(this.#input);
    input.set(samples, this.#input.length);
    this.#input = input;
    const available = this.#start + input.length - this.#reach;
    const count = Math.max(0, Math.ceil((available * this.#to) / this.#from) - this.#produced);
    const output = new Float32Array(count);
    for (let index = 0; index < count; index++) output[index] = this.#sample(this.#produced + index);
    this.#produced += count;
    const needed = Math.floor((this.#produced * this.#from) / this.#to) - this.#reach;
    const drop = Math.max(0, Math.min(input.length, needed - this.#start));
    this.#input = input.slice(drop);
    this.#start += drop;
    return output;
  }

  /** What is still inside. */
  end(): Float32Array {
    return this.push(new Float32Array(this.#reach));
  }

  #sample(number: number): number {
    const center = Math.floor((number * this.#from) / this.#to);
    const phase = (number * this.#from) % this.#to;
    const weights = (this.#weights[phase] ??= this.#weightsAt(phase / this.#to));
    const first = center - this.#reach + 1 - this.#start;
    let sum = 0;
    for (let index = 0; index < weights.length; index++)
      sum += (this.#input[first + index] ?? 0) * (weights[index] ?? 0);
    return sum;
  }

  #weightsAt(fraction: number): Float32Array {
    return Float32Array.from({ length: this.#reach * 2 }, (_, index) =>
      this.#weight(fraction + this.#reach - 1 - index),
    );
  }

  #weight(distance: number): number {
    const window = Math.abs(distance) / this.#reach;
    if (window >= 1) return 0;
    const x = Math.PI * distance * this.#cutoff;
    const sinc = x === 0 ? 1 : Math.sin(x) / x;
    return this.#cutoff * sinc * (0.5 + 0.5 * Math.cos(Math.PI * window));
  }
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
