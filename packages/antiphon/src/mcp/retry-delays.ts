export interface RetryOptions {
  /**
   * Attempts to connect before a server counts as failed.
   * @default 3
   */
  attempts?: number;
  /**
   * Delay before the second attempt; it doubles with each further one.
   * @default 2_000
   */
  baseDelayMs?: number;
  /**
   * No delay grows over this.
   * @default 30_000
   */
  maxDelayMs?: number;
}

export type RetryPlan = Readonly<Required<RetryOptions>>;

/** 0 s, 2 s, 4 s: the one place where these numbers stand. */
export const defaultRetry: RetryPlan = { attempts: 3, baseDelayMs: 2_000, maxDelayMs: 30_000 };

/** The wait before an attempt; the first goes out at once. */
export function retryDelay(attempt: number, { baseDelayMs, maxDelayMs }: RetryPlan): number {
  return attempt <= 1 ? 0 : Math.min(baseDelayMs * 2 ** Math.min(attempt - 2, 30), maxDelayMs);
}

/** Between half and the whole of a delay, so that servers which fell together do not come back together. */
export function jittered(delayMs: number, random: () => number = Math.random): number {
  return Math.round(delayMs * (0.5 + random() / 2));
}

/** Resolves after the delay; rejects with the signal's reason when it fires first. */
export function delay(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, delayMs);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
