export interface LeaveOptions {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** A state that others can wait for. */
export class StateGate<State extends string> {
  state: State;
  readonly #waiting = new Set<() => void>();

  constructor(state: State) {
    this.state = state;
  }

  enter(state: State): void {
    this.state = state;
    for (const wake of this.#waiting) wake();
  }

  /** Resolves when the state is none of these, or when the time is over; rejects when the signal fires. */
  leave(states: readonly State[], { timeoutMs, signal }: LeaveOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const release = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        signal?.removeEventListener("abort", onAbort);
      };
      const onAbort = (): void => {
        release();
        reject(signal?.reason as Error);
      };
      const done = (): void => {
        release();
        resolve();
      };
      const look = (): void => {
        if (!states.includes(this.state)) done();
      };
      const timer = setTimeout(done, timeoutMs);
      this.#waiting.add(look);
      if (signal?.aborted) onAbort();
      else signal?.addEventListener("abort", onAbort, { once: true });
      look();
    });
  }
}
