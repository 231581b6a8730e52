import { linkedAbort, type LinkedAbort } from "./linked-abort.ts";

export interface CallOptions {
  /** The caller's; the call ends with its reason. */
  signal?: AbortSignal | undefined;
  /** How long the call may take, in milliseconds. @default for ever */
  timeoutMs?: number | undefined;
}

/** One call: its signal aborts when the caller gives up, when it takes too long, and when all is closed. */
export interface Call {
  readonly signal: AbortSignal;
  /** Idempotent. */
  readonly end: () => void;
}

/** The calls to a service that are under way, so that closing ends them all. */
export class CallsUnderWay {
  readonly #service: string;
  readonly #open = new Set<LinkedAbort>();
  #closed = false;

  /** @param service who is called, for messages: "The speech service at http://localhost:8000" */
  constructor(service: string) {
    this.#service = service;
  }

  /** Throws when all is closed or the caller has given up already. */
  begin({ signal, timeoutMs }: CallOptions = {}): Call {
    signal?.throwIfAborted();
    if (this.#closed) throw new Error(`The connection to ${lowerFirst(this.#service)} is closed.`);
    const abort = linkedAbort(signal);
    this.#open.add(abort);
    const late = (): void =>
      abort.abort(new Error(`${this.#service} did not answer within ${(timeoutMs ?? 0) / 1_000} s.`));
    const timer = timeoutMs === undefined ? undefined : setTimeout(late, timeoutMs);
    return {
      signal: abort.signal,
      end: () => {
        clearTimeout(timer);
        abort.release();
        this.#open.delete(abort);
      },
    };
  }

  /** Idempotent. */
  close(): void {
    this.#closed = true;
    for (const { abort } of this.#open)
      abort(new Error(`The connection to ${lowerFirst(this.#service)} was closed.`));
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
