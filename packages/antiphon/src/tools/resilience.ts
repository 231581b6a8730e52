import type { CircuitBreakerPolicy } from "cockatiel";
import { rejectOnAbort } from "../abort.ts";
import type { Logger } from "../logger.ts";
import { preview } from "../redaction.ts";
import { Failure, toFailure } from "./tool-failure.ts";
import type { ToolPolicy } from "./tool.ts";

export interface Attempt {
  readonly tool: string;
  readonly callId: string;
  readonly policy: ToolPolicy;
  readonly signal: AbortSignal;
}

const retries = 2;
const firstDelayMs = 200;

/** Retry of idempotent tools and circuit breakers. Both libraries are loaded on first use. */
export class Resilience {
  readonly #breakers = new Map<string, CircuitBreakerPolicy>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  run<T>(work: () => Promise<T>, attempt: Attempt): Promise<T> {
    const { idempotent, circuitBreaker } = attempt.policy;
    const retried = idempotent ? () => this.#retry(work, attempt) : work;
    return circuitBreaker ? this.#break(retried, attempt, circuitBreaker) : retried();
  }

  async #retry<T>(work: () => Promise<T>, { tool, callId, signal }: Attempt): Promise<T> {
    // The first attempt pays for nothing: most calls succeed.
    let first: Failure;
    try {
      return await work();
    } catch (error) {
      first = toFailure(error, tool);
      if (first.kind !== "network") throw first;
    }
    const { default: pRetry } = await import("p-retry");
    this.#logger.warn(
      { tool, callId, error: preview(first.message) },
      "Network failure, trying the idempotent tool again",
    );
    return pRetry(
      async (attempt) => {
        // p-retry waits after a failure; the failure before its first attempt was ours.
        if (attempt === 1) throw first;
        return work().catch((error: unknown) => {
          throw toFailure(error, tool);
        });
      },
      {
        retries,
        minTimeout: firstDelayMs,
        randomize: true,
        signal,
        shouldRetry: ({ error }) => error instanceof Failure && error.kind === "network",
      },
    );
  }

  async #break<T>(
    work: () => Promise<T>,
    { tool, signal }: Attempt,
    { failures, resetMs }: { failures: number; resetMs: number },
  ): Promise<T> {
    const { circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError } =
      await import("cockatiel");
    let breaker = this.#breakers.get(tool);
    if (!breaker) {
      breaker = circuitBreaker(handleWhen(countsAgainstTool), {
        halfOpenAfter: resetMs,
        breaker: new ConsecutiveBreaker(failures),
      });
      breaker.onBreak(() =>
        this.#logger.warn({ tool, failures, resetMs }, "Circuit opened: the tool keeps failing"),
      );
      this.#breakers.set(tool, breaker);
    }
    try {
      return await breaker.execute(() => {
        // Loading, or waiting for another call's trial, may have outlived the deadline.
        signal.throwIfAborted();
        return rejectOnAbort(work(), signal);
      });
    } catch (error) {
      if (!isBrokenCircuitError(error)) throw error;
      throw new Failure(
        "network",
        `Tool "${tool}" has failed ${failures} times in a row and is paused for up to ${resetMs} ms.`,
      );
    }
  }
}

/** A caller that changes its mind says nothing about the tool; a deadline that passes does. */
function countsAgainstTool(error: unknown): boolean {
  return toFailure(error, "").kind !== "cancelled";
}
