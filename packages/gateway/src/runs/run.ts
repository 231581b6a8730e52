import { randomUUID } from "node:crypto";
import { RunLog, type LogEntry } from "./run-log.ts";

export interface RunOptions {
  conversationId: string;
  /** How long a run without readers goes on. */
  graceMs: number;
}

/** One answer under way: its events, its readers, and how to end it. */
export class Run {
  readonly id = randomUUID();
  readonly conversationId: string;
  readonly log = new RunLog();
  readonly #controller = new AbortController();
  readonly #graceMs: number;
  #readers = 0;
  #grace: NodeJS.Timeout | undefined;
  endedAt: number | undefined;

  constructor({ conversationId, graceMs }: RunOptions) {
    this.conversationId = conversationId;
    this.#graceMs = graceMs;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  cancel(reason = "The run was cancelled."): void {
    clearTimeout(this.#grace);
    this.#controller.abort(new DOMException(reason, "AbortError"));
  }

  end(): void {
    clearTimeout(this.#grace);
    this.endedAt = Date.now();
    this.log.end();
  }

  /**
   * A reader, from the given number on. It counts as present from now until `close()`; when the last one has
   * gone and nobody comes back in time, the run is cancelled.
   */
  attach({ after = 0 }: { after?: number } = {}): {
    entries: AsyncGenerator<LogEntry, void>;
    close: () => void;
  } {
    clearTimeout(this.#grace);
    this.#readers++;
    let open = true;
    const close = (): void => {
      if (!open) return;
      open = false;
      this.#readers--;
      if (this.#readers > 0 || this.log.ended) return;
      this.#grace = setTimeout(() => this.cancel("Nobody was listening any more."), this.#graceMs);
      this.#grace.unref();
    };
    return { entries: this.log.read({ after }), close };
  }
}
