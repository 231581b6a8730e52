/** What was wrong with the stream, to follow the name of who sent it. */
export class ByteError extends Error {
  override readonly name = "ByteError";
}

const newline = 0x0a;

/** Lines and counted bytes out of a stream that is cut anywhere. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  /** What has arrived and was not read. */
  #held: Uint8Array[] = [];
  #length = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** A line without its end; undefined when the stream has ended before its first byte. */
  async line(most: number): Promise<Uint8Array | undefined> {
    let seen = 0;
    for (let index = 0; ; index++) {
      if (index === this.#held.length && !(await this.#more())) {
        if (this.#length === 0) return undefined;
        throw new ByteError("broke off in the middle of a message");
      }
      const chunk = this.#held[index] as Uint8Array;
      const end = chunk.indexOf(newline);
      const length = seen + (end === -1 ? chunk.length : end);
      if (length > most) throw new ByteError(`sent a line of more than ${most} bytes`);
      if (end !== -1) return this.#take(length + 1).subarray(0, length);
      seen = length;
    }
  }

  async exactly(count: number): Promise<Uint8Array> {
    if (count === 0) return new Uint8Array(0);
    while (this.#length < count)
      if (!(await this.#more())) throw new ByteError("broke off in the middle of a message");
    return this.#take(count);
  }

  /** Tells the stream that nobody reads on. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#held.push(value);
    this.#length += value.length;
    return true;
  }

  #take(count: number): Uint8Array {
    const whole = this.#held.length === 1 ? (this.#held[0] as Uint8Array) : Buffer.concat(this.#held);
    const rest = whole.subarray(count);
    this.#held = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
    return whole.subarray(0, count);
  }
}
