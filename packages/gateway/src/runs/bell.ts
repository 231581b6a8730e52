/** Wakes everybody who waits. One promise for all, made only when somebody waits. */
export class Bell {
  #waiting: { promise: Promise<void>; ring: () => void } | undefined;

  ring(): void {
    this.#waiting?.ring();
    this.#waiting = undefined;
  }

  /** Resolves at the next ring. */
  wait(): Promise<void> {
    if (!this.#waiting) {
      let ring = (): void => {};
      const promise = new Promise<void>((resolve) => {
        ring = resolve;
      });
      this.#waiting = { promise, ring };
    }
    return this.#waiting.promise;
  }
}
