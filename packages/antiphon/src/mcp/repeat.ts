/** Work that is asked for at any time and runs one at a time: requests meanwhile make it run once more. */
export class Repeat {
  readonly #work: () => Promise<void>;
  #wanted = false;
  #running: Promise<void> | undefined;

  /** The work must not reject. */
  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  request(): void {
    this.#wanted = true;
    this.#running ??= this.#run();
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#wanted) {
      this.#wanted = false;
      await this.#work();
    }
    this.#running = undefined;
  }
}
