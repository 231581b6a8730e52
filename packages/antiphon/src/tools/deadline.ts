import { Failure } from "./tool-failure.ts";

export interface DeadlineOptions {
  /** No timer when it is not a finite positive number. */
  timeoutMs: number;
  /** The caller's own signal. */
  signal?: AbortSignal | undefined;
  /** Named in the failure. */
  name: string;
}

const longestTimer = 2 ** 31 - 1;

/**
 * Runs work under one signal that fires at the deadline or when the caller aborts, and settles at that
 * moment even when the work ignores the signal.
 *
 * `AbortSignal.timeout` and `AbortSignal.any` are not used: on Node 20 their timers can be collected as
 * garbage before they fire. The timer here lives exactly as long as the work is pending.
 */
export function withDeadline<T>(
  work: (signal: AbortSignal) => T | PromiseLike<T>,
  { timeoutMs, signal: outer, name }: DeadlineOptions,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;

    const release = (): void => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", onAbort);
    };
    const stop = (failure: Failure): void => {
      release();
      reject(failure);
      controller.abort(failure);
    };
    const onAbort = (): void => stop(cancelled(name));

    if (outer?.aborted) {
      reject(cancelled(name, "before it started"));
      return;
    }
    outer?.addEventListener("abort", onAbort, { once: true });
    if (timeoutMs > 0 && timeoutMs <= longestTimer) {
      timer = setTimeout(
        () =>
          stop(
            new Failure(
              "timeout",
              `Tool "${name}" timed out after ${timeoutMs} ms and may still be running.`,
            ),
          ),
        timeoutMs,
      );
    }

    const fulfil = (value: T): void => {
      release();
      resolve(value);
    };
    const fail = (error: unknown): void => {
      release();
      reject(error);
    };
    try {
      Promise.resolve(work(controller.signal)).then(fulfil, fail);
    } catch (error) {
      fail(error);
    }
  });
}

export function cancelled(name: string, when?: "before it started"): Failure {
  return new Failure(
    "cancelled",
    when ? `Tool "${name}" was cancelled ${when}.` : `Tool "${name}" was cancelled and may still be running.`,
  );
}
