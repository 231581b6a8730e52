/** Numbers that are learned, and what Adam remembers of each. */
export class Parameters {
  readonly values: Float32Array;
  readonly gradient: Float32Array;
  readonly #first: Float32Array;
  readonly #second: Float32Array;

  constructor(count: number, initial: () => number) {
    this.values = Float32Array.from({ length: count }, initial);
    this.gradient = new Float32Array(count);
    this.#first = new Float32Array(count);
    this.#second = new Float32Array(count);
  }

  /** Moves against the gradient, which is 0 again afterwards. */
  step(rate: number, steps: number, decay: number): void {
    const firstScale = 1 / (1 - 0.9 ** steps);
    const secondScale = 1 / (1 - 0.999 ** steps);
    for (let index = 0; index < this.values.length; index++) {
      const gradient = this.gradient[index]!;
      const first = 0.9 * this.#first[index]! + 0.1 * gradient;
      const second = 0.999 * this.#second[index]! + 0.001 * gradient * gradient;
      this.#first[index] = first;
      this.#second[index] = second;
      const change = (first * firstScale) / (Math.sqrt(second * secondScale) + 1e-8);
      this.values[index]! -= rate * (change + decay * this.values[index]!);
    }
    this.gradient.fill(0);
  }
}
