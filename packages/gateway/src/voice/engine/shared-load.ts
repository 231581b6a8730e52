import type { OnProgress } from "./engine.ts";

/**
 * One piece of loading for all who ask, told to each of them as it goes on; after a failure the next one tries
 * again.
 */
export function sharedLoad(
  work: (tell: OnProgress) => Promise<void>,
): (onProgress?: OnProgress) => Promise<void> {
  const listeners = new Set<OnProgress>();
  let loading: Promise<void> | undefined;
  return async (onProgress) => {
    if (onProgress) listeners.add(onProgress);
    const mine = (loading ??= work((message) => {
      for (const listener of listeners) listener(message);
    }));
    try {
      await mine;
    } catch (error) {
      if (loading === mine) loading = undefined;
      throw error;
    } finally {
      if (onProgress) listeners.delete(onProgress);
    }
  };
}
