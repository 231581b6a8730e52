import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";

export interface LineReaderOptions {
  input: Readable;
  output: Writable;
  /** Ctrl-C. */
  onInterrupt: () => void;
}

/** Lines that a person types, one after the other; what is typed ahead is kept. */
export class LineReader {
  readonly #interface: Interface;
  readonly #lines: string[] = [];
  #waiting: ((line: string | undefined) => void) | undefined;
  #closed = false;

  constructor({ input, output, onInterrupt }: LineReaderOptions) {
    this.#interface = createInterface({ input, output, terminal: true });
    this.#interface.on("line", (line) => {
      if (this.#waiting) this.#settle(line);
      else this.#lines.push(line);
    });
    this.#interface.on("SIGINT", onInterrupt);
    this.#interface.on("close", () => {
      this.#closed = true;
      this.#settle(undefined);
    });
  }

  /** The next line; undefined when the input has ended or the reader was closed. */
  next(prompt: string): Promise<string | undefined> {
    const line = this.#lines.shift();
    if (line !== undefined || this.#closed) return Promise.resolve(line);
    this.#interface.setPrompt(prompt);
    this.#interface.prompt();
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /** Gives up the line that is being waited for, as if it were empty. */
  skip(): void {
    this.#settle("");
  }

  /** Idempotent. */
  close(): void {
    if (!this.#closed) this.#interface.close();
  }

  #settle(line: string | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(line);
  }
}
