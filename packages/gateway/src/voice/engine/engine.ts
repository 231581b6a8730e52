/** Told what is being loaded, in a sentence, so that nobody waits without knowing for what. */
export type OnProgress = (message: string) => void;

/** What all speech engines have in common: they are loaded late, once, for all clients, and closed. */
export interface Engine {
  /** For people: "Moonshine base". */
  readonly name: string;
  /**
   * Loads what is needed. Every call returns the same work; after a failure the next call tries again.
   * Rejects with a sentence that says what to install or to change.
   */
  load: (onProgress?: OnProgress) => Promise<void>;
  /** Ends processes and connections. Idempotent. */
  close: () => Promise<void>;
}
