import { Bell } from "./bell.ts";
import type { GatewayEvent } from "./run-event.ts";

/** An event in its place: the `number`th of its run, `at` milliseconds after it began. */
export type LoggedEvent = GatewayEvent & { readonly at: number };

export interface LogEntry {
  /** From 1, without gaps. */
  readonly number: number;
  readonly event: LoggedEvent;
  /** The event as JSON, written once for all readers. */
  readonly json: string;
}

export interface RunLogOptions {
  /**
   * More than this is not kept: the oldest events go, and a reader that had not come so far is told.
   * @default 2_000_000
   */
  maxCharacters?: number;
  /** @default performance.now */
  now?: () => number;
}

const cutTogether = 1_000;

/**
 * The events of a run, for readers that come, go and come back, each at its own pace. A slow reader costs
 * nothing: it holds a number, not a queue.
 */
export class RunLog {
  #entries: LogEntry[] = [];
  /** How many entries at the front are let go; they are cut off together, since each cut moves all others. */
  #gone = 0;
  readonly #bell = new Bell();
  readonly #maxCharacters: number;
  readonly #now: () => number;
  readonly #startedAt: number;
  #characters = 0;
  #last = 0;
  #ended = false;

  constructor({ maxCharacters = 2_000_000, now = () => performance.now() }: RunLogOptions = {}) {
    this.#maxCharacters = maxCharacters;
    this.#now = now;
    this.#startedAt = now();
  }

  get ended(): boolean {
    return this.#ended;
  }

  push(event: GatewayEvent): void {
    if (this.#ended) return;
    const logged = { ...event, at: Math.round(this.#now() - this.#startedAt) };
    const entry = { number: ++this.#last, event: logged, json: JSON.stringify(logged) };
    this.#entries.push(entry);
    this.#characters += entry.json.length;
    this.#letGo();
    this.#bell.ring();
  }

  #letGo(): void {
    while (this.#characters > this.#maxCharacters && this.#gone < this.#entries.length - 1)
      this.#characters -= this.#entries[this.#gone++]?.json.length ?? 0;
    if (this.#gone < cutTogether) return;
    this.#entries = this.#entries.slice(this.#gone);
    this.#gone = 0;
  }

  end(): void {
    this.#ended = true;
    this.#bell.ring();
  }

  /** What came after the given number, then whatever comes, until the run has ended. */
  async *read({ after = 0 }: { after?: number } = {}): AsyncGenerator<LogEntry, void> {
    let position = after;
    while (true) {
      const first = this.#entries[this.#gone]?.number ?? this.#last + 1;
      if (position + 1 < first) {
        yield lost(first - 1, first - 1 - position);
        position = first - 1;
      }
      const entry = this.#entries[this.#gone + position + 1 - first];
      if (entry) {
        position = entry.number;
        yield entry;
      } else if (this.#ended) return;
      else await this.#bell.wait();
    }
  }
}

function lost(number: number, count: number): LogEntry {
  const event = {
    type: "error" as const,
    message: `${count} events were left out: they were read too slowly, or came too long ago. The conversation holds the whole answer.`,
    at: 0,
  };
  return { number, event, json: JSON.stringify(event) };
}
