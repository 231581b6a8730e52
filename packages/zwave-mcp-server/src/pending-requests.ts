import { GatewayError } from "./gateway-error.ts";

interface Pending {
  settle: (outcome: { result: unknown } | { error: GatewayError }) => void;
}

export interface PendingOptions {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** The sentence for an answer that did not come. */
  onTimeout: () => string;
}

/** Requests that have left and wait for their answer, each settled exactly once. */
export class PendingRequests {
  readonly #requests = new Map<string, Pending>();

  get size(): number {
    return this.#requests.size;
  }

  add(id: string, { timeoutMs, signal, onTimeout }: PendingOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle: Pending["settle"] = (outcome) => {
        this.#requests.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        if ("error" in outcome) reject(outcome.error);
        else resolve(outcome.result);
      };
      const abort = () =>
        settle({ error: new GatewayError("The request was cancelled.", { kind: "cancelled", sent: true }) });
      const timer = setTimeout(
        () => settle({ error: new GatewayError(onTimeout(), { kind: "timeout", sent: true }) }),
        timeoutMs,
      );
      signal?.addEventListener("abort", abort, { once: true });
      this.#requests.set(id, { settle });
    });
  }

  /** Unknown ids are ignored: the answer came too late. */
  resolve(id: string, result: unknown): void {
    this.#requests.get(id)?.settle({ result });
  }

  reject(id: string, error: GatewayError): void {
    this.#requests.get(id)?.settle({ error });
  }

  rejectAll(makeError: () => GatewayError): void {
    for (const request of this.#requests.values()) request.settle({ error: makeError() });
  }
}
