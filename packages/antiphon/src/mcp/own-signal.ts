/**
 * Runs work under a signal that follows the given one only as long as the work is pending. The SDK keeps
 * listening after a request is answered, and would tell the server to cancel what it has long done.
 */
export async function withOwnSignal<T>(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const follow = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) follow();
  else signal?.addEventListener("abort", follow, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    signal?.removeEventListener("abort", follow);
  }
}
