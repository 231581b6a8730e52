import { GatewayError } from "./gateway-error.ts";

/**
 * Lets one task per node run at a time and a limited number over all.
 * A Z-Wave network carries a few commands per second: what waits here waits with its clock stopped,
 * and two commands for one device cannot be taken for each other's outcome.
 */
export class CommandQueue {
  readonly #limit: number;
  readonly #busyNodes = new Set<number>();
  #waiting: { nodeId: number; start: () => void }[] = [];
  #running = 0;

  constructor({ limit = 16 }: { limit?: number } = {}) {
    this.#limit = limit;
  }

  async run<T>(
    nodeId: number,
    task: () => Promise<T>,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<T> {
    await this.#turn(nodeId, signal);
    try {
      return await task();
    } finally {
      this.#running -= 1;
      this.#busyNodes.delete(nodeId);
      this.#next();
    }
  }

  #turn(nodeId: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting = this.#waiting.filter((other) => other !== entry);
        reject(new GatewayError("The request was cancelled.", { kind: "cancelled", sent: false }));
      };
      const entry = {
        nodeId,
        start: () => {
          signal?.removeEventListener("abort", abort);
          resolve();
        },
      };
      if (signal?.aborted) return abort();
      signal?.addEventListener("abort", abort, { once: true });
      this.#waiting.push(entry);
      this.#next();
    });
  }

  #next(): void {
    while (this.#running < this.#limit) {
      const index = this.#waiting.findIndex(({ nodeId }) => !this.#busyNodes.has(nodeId));
      const [entry] = index === -1 ? [] : this.#waiting.splice(index, 1);
      if (entry === undefined) return;
      this.#running += 1;
      this.#busyNodes.add(entry.nodeId);
      entry.start();
    }
  }
}
