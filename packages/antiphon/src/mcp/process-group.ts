/**
 * Sends a signal to a child and everything it started: the child was spawned as leader of its own group.
 * Returns whether there was anyone to receive it. `0` only asks.
 */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    // Windows has no groups; the leader alone is ended there.
    process.kill(process.platform === "win32" ? leader : -leader, signal);
    return true;
  } catch {
    return false;
  }
}

const pollMs = 20;

/** Waits until nobody of the group is left. Returns false when the time is over first. */
export async function groupGone(leader: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (signalGroup(leader, 0)) {
    if (performance.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return true;
}
