/** A line that would not fit into memory: the sender is not to be trusted any further. */
export class LineTooLongError extends Error {
  override name = "LineTooLongError";

  constructor(maxBytes: number) {
    super(`a line on stdout is longer than ${maxBytes} bytes`);
  }
}

const newline = 0x0a;

/** Bytes in any portions → whole lines. Work is linear in the number of bytes, however they are cut. */
export class LineReader {
  #parts: Buffer[] = [];
  #length = 0;
  readonly #maxBytes: number;

  constructor({ maxBytes }: { maxBytes: number }) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that this portion completes. Throws when the pending line grows over the limit. */
  *push(chunk: Buffer): Generator<string> {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, end));
      start = end + 1;
      yield this.end();
    }
    this.#keep(chunk.subarray(start));
  }

  /** What has come since the last newline. */
  end(): string {
    const line = Buffer.concat(this.#parts).toString("utf8");
    this.#parts = [];
    this.#length = 0;
    return line;
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#length += part.length;
    if (this.#length > this.#maxBytes) {
      this.#parts = [];
      this.#length = 0;
      throw new LineTooLongError(this.#maxBytes);
    }
    this.#parts.push(part);
  }
}
