import type { Capture } from "./capture-sound.ts";

export interface MicrophoneOptions {
  /** Opens the device. */
  readonly capture: () => Promise<Capture>;
  /** It takes so long that the person should know why nothing happens; `false` when that is over. */
  readonly onSlow: (slow: boolean) => void;
}

/** Opening an allowed microphone takes less; longer means that the browser asks the person. */
const slowAfterMs = 500;
/** Long enough for a second thought, short enough that nobody feels overheard. */
const lingerMs = 2_000;

/** One microphone for all who need it: opened once, let go of soon after the last use. */
export class Microphone {
  readonly #options: MicrophoneOptions;
  #opening: Promise<Capture> | undefined;
  #linger: ReturnType<typeof setTimeout> | undefined;

  constructor(options: MicrophoneOptions) {
    this.#options = options;
  }

  /**
   * Resolves with whether it is open: `false` when it was closed in the meantime. Rejects with the
   * browser's reason.
   */
  async open(): Promise<boolean> {
    clearTimeout(this.#linger);
    this.#opening ??= this.#start();
    const opening = this.#opening;
    try {
      await opening;
      return this.#opening === opening;
    } catch (error) {
      // The next attempt asks anew.
      if (this.#opening !== opening) return false;
      this.#opening = undefined;
      throw error;
    }
  }

  /** Nobody needs it for now. */
  closeSoon(): void {
    clearTimeout(this.#linger);
    if (this.#opening) this.#linger = setTimeout(() => this.close(), lingerMs);
  }

  close(): void {
    clearTimeout(this.#linger);
    const opening = this.#opening;
    this.#opening = undefined;
    // An answer of the person that comes too late opens nothing.
    opening?.then(
      (capture) => capture.close(),
      () => undefined,
    );
  }

  async #start(): Promise<Capture> {
    const { capture, onSlow } = this.#options;
    const timer = setTimeout(() => onSlow(true), slowAfterMs);
    try {
      return await capture();
    } finally {
      clearTimeout(timer);
      onSlow(false);
    }
  }
}
