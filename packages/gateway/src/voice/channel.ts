import { Bell } from "../runs/bell.ts";

export interface ChannelOptions {
  /**
   * More than so many wait for nobody: the oldest goes.
   * @default Infinity
   */
  limit?: number;
}

/** Where producers meet one reader: what is pushed is read in order, until the end. */
export class Channel<Item> implements AsyncIterable<Item> {
  readonly #items: Item[] = [];
  readonly #bell = new Bell();
  readonly #limit: number;
  #ended = false;

  constructor({ limit = Number.POSITIVE_INFINITY }: ChannelOptions = {}) {
    this.#limit = limit;
  }

  /** False when it had to let the oldest item go, or has ended. */
  push(item: Item): boolean {
    if (this.#ended) return false;
    this.#items.push(item);
    const fits = this.#items.length <= this.#limit;
    if (!fits) this.#items.shift();
    this.#bell.ring();
    return fits;
  }

  /** What was pushed before is still read. Idempotent. */
  end(): void {
    this.#ended = true;
    this.#bell.ring();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    while (true) {
      if (this.#items.length > 0) yield this.#items.shift() as Item;
      else if (this.#ended) return;
      else await this.#bell.wait();
    }
  }
}
