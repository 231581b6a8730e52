export interface WaitOptions {
  /** Dispatches "change" whenever the condition may have become true. */
  changes: EventTarget;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Resolves to whether the condition came true in time. Never rejects: an abort ends the wait with false. */
export function waitUntil(
  condition: () => boolean,
  { changes, timeoutMs, signal }: WaitOptions,
): Promise<boolean> {
  if (condition()) return Promise.resolve(true);
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const finish = (met: boolean) => {
      clearTimeout(timer);
      changes.removeEventListener("change", check);
      signal?.removeEventListener("abort", abort);
      resolve(met);
    };
    const check = () => {
      if (condition()) finish(true);
    };
    const abort = () => finish(false);
    const timer = setTimeout(() => finish(condition()), timeoutMs);
    changes.addEventListener("change", check);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
