/** `off`: not wanted. `degraded`: works in part, or is coming back. */
export type PartState = "starting" | "ready" | "degraded" | "failed" | "off";

export interface PartStatus {
  readonly state: PartState;
  /** One sentence for people; says what to do when it is not ready. */
  readonly message: string;
}

export interface Part extends PartStatus {
  readonly name: string;
  /** How long it has been in this state. */
  readonly sinceMs: number;
}

export interface PartsOptions {
  /** Told of every change. */
  onChange?: ((part: Part) => void) | undefined;
  /** @default Date.now */
  now?: () => number;
}

/** What the gateway is made of, and how each part does. */
export class Parts {
  readonly #parts = new Map<string, PartStatus & { at: number }>();
  readonly #live = new Map<string, () => PartStatus>();
  readonly #onChange: ((part: Part) => void) | undefined;
  readonly #now: () => number;

  constructor({ onChange, now = Date.now }: PartsOptions = {}) {
    this.#onChange = onChange;
    this.#now = now;
  }

  set(name: string, state: PartState, message: string): void {
    const before = this.#parts.get(name);
    const at = before?.state === state ? before.at : this.#now();
    this.#parts.set(name, { state, message, at });
    if (before?.state !== state || before.message !== message)
      this.#onChange?.({ name, state, message, sinceMs: this.#now() - at });
  }

  /** From now on the state is asked for whenever somebody wants to know it. */
  follow(name: string, read: () => PartStatus): void {
    this.#live.set(name, read);
    this.#refresh(name);
  }

  list(): Part[] {
    for (const name of this.#live.keys()) this.#refresh(name);
    return [...this.#parts].map(([name, { state, message, at }]) => ({
      name,
      state,
      message,
      sinceMs: this.#now() - at,
    }));
  }

  #refresh(name: string): void {
    const status = this.#live.get(name)?.();
    if (status) this.set(name, status.state, status.message);
  }
}
