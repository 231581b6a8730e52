import type { Layer } from "../../packages/gateway/src/voice/wake-word/head.ts";
import { Parameters } from "./parameters.ts";
import { quantised } from "./quantise.ts";
import { seeded, type Random } from "./random.ts";

export interface NetworkOptions {
  inputs: number;
  /** A multiple of 8. */
  hidden: number;
  /** Share of hidden values that are left out at each step of training. */
  dropout: number;
  /** Deviation of what is added to every input at each step of training. */
  noise: number;
  /** How much weights shrink with every step, as a share of the step's size. */
  decay: number;
  seed: number;
}

export interface Example {
  readonly input: Float32Array;
  /** 1 when it is the phrase. */
  readonly label: number;
}

/** Hidden units are computed eight at a time, their weights side by side: twice as fast as one by one. */
const lanes = 8;

/** inputs → hidden, rectified → one logit; trained by Adam on the logistic loss. */
export class Network {
  readonly #options: NetworkOptions;
  readonly #random: Random;
  readonly #weights: Parameters;
  readonly #biases: Parameters;
  /** The last one is the bias. */
  readonly #output: Parameters;
  readonly #hidden: Float32Array;
  readonly #noise: Float32Array;
  readonly #noisy: Float32Array;
  #steps = 0;

  constructor(options: NetworkOptions) {
    const { inputs, hidden, noise, seed } = options;
    const random = seeded(seed);
    this.#options = options;
    this.#random = random;
    this.#weights = new Parameters(hidden * inputs, () => random.normal() * Math.sqrt(2 / inputs));
    this.#biases = new Parameters(hidden, () => 0);
    this.#output = new Parameters(hidden + 1, () => random.normal() * Math.sqrt(1 / hidden));
    this.#hidden = new Float32Array(hidden);
    this.#noise = Float32Array.from({ length: 100_003 + inputs }, () => random.normal() * noise);
    this.#noisy = new Float32Array(inputs);
  }

  logit(input: Float32Array): number {
    this.#activate(input);
    const output = this.#output.values;
    return this.#hidden.reduce(
      (sum, value, unit) => sum + value * output[unit]!,
      output[this.#hidden.length]!,
    );
  }

  /** One step on some examples. */
  learn(batch: readonly Example[], rate: number): void {
    for (const { input, label } of batch) {
      const offset = Math.floor(this.#random.next() * 100_003);
      for (let index = 0; index < input.length; index++)
        this.#noisy[index] = input[index]! + this.#noise[offset + index]!;
      this.#accumulate(this.#noisy, label, batch.length);
    }
    this.#steps++;
    this.#weights.step(rate, this.#steps, this.#options.decay);
    this.#biases.step(rate, this.#steps, 0);
    this.#output.step(rate, this.#steps, this.#options.decay);
  }

  /** As signed bytes, for inputs that are not standardised yet. */
  layers({ mean, deviation }: { mean: Float32Array; deviation: Float32Array }): Layer[] {
    const { inputs, hidden } = this.#options;
    const rows = Array.from({ length: hidden }, (_, unit) => {
      const start = (unit - (unit % lanes)) * inputs + (unit % lanes);
      const weights = Float32Array.from(
        { length: inputs },
        (_, index) => this.#weights.values[start + index * lanes]! / deviation[index % deviation.length]!,
      );
      const shift = weights.reduce((sum, weight, index) => sum + weight * mean[index % mean.length]!, 0);
      return { weights, bias: this.#biases.values[unit]! - shift };
    });
    const last = { weights: this.#output.values.slice(0, hidden), bias: this.#output.values[hidden]! };
    return [quantised(rows), quantised([last])];
  }

  #activate(input: Float32Array): void {
    const { inputs, hidden } = this.#options;
    const weights = this.#weights.values;
    const sums = this.#hidden;
    for (let unit = 0; unit < hidden; unit += lanes) {
      let [sum0, sum1, sum2, sum3, sum4, sum5, sum6, sum7] = [0, 0, 0, 0, 0, 0, 0, 0];
      for (let index = 0, place = unit * inputs; index < inputs; index++, place += lanes) {
        const value = input[index]!;
        sum0 += weights[place]! * value;
        sum1 += weights[place + 1]! * value;
        sum2 += weights[place + 2]! * value;
        sum3 += weights[place + 3]! * value;
        sum4 += weights[place + 4]! * value;
        sum5 += weights[place + 5]! * value;
        sum6 += weights[place + 6]! * value;
        sum7 += weights[place + 7]! * value;
      }
      sums.set([sum0, sum1, sum2, sum3, sum4, sum5, sum6, sum7], unit);
    }
    for (let unit = 0; unit < hidden; unit++)
      sums[unit] = Math.max(0, sums[unit]! + this.#biases.values[unit]!);
  }

  #accumulate(input: Float32Array, label: number, size: number): void {
    const { inputs, hidden, dropout } = this.#options;
    this.#activate(input);
    const kept = Float32Array.from({ length: hidden }, () =>
      this.#random.next() < dropout ? 0 : 1 / (1 - dropout),
    );
    const output = this.#output.values;
    let logit = output[hidden]!;
    for (let unit = 0; unit < hidden; unit++) logit += this.#hidden[unit]! * kept[unit]! * output[unit]!;
    const error = (1 / (1 + Math.exp(-logit)) - label) / size;
    const slopes = new Float32Array(hidden);
    for (let unit = 0; unit < hidden; unit++) {
      this.#output.gradient[unit]! += error * this.#hidden[unit]! * kept[unit]!;
      slopes[unit] = this.#hidden[unit]! > 0 ? error * output[unit]! * kept[unit]! : 0;
      this.#biases.gradient[unit]! += slopes[unit]!;
    }
    this.#output.gradient[hidden]! += error;
    const gradient = this.#weights.gradient;
    for (let unit = 0; unit < hidden; unit++) {
      const slope = slopes[unit]!;
      if (slope === 0) continue;
      let place = (unit - (unit % lanes)) * inputs + (unit % lanes);
      for (let index = 0; index < inputs; index++, place += lanes) gradient[place]! += slope * input[index]!;
    }
  }
}
