/** Resolves after a while, when the signal fires, or when the browser says that it is online again. */
export function pause(ms: number, { signal }: { signal: AbortSignal }): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      globalThis.removeEventListener?.("online", done);
      resolve();
    }
    signal.addEventListener("abort", done);
    globalThis.addEventListener?.("online", done);
  });
}
