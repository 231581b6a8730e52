/** Milliseconds before the n-th attempt, from 1: 250 ms doubling up to 8 s, each shortened at random by up to a third. */
export function growingDelay(attempt: number): number {
  const delay = Math.min(8_000, 250 * 2 ** (attempt - 1));
  return delay * (1 - Math.random() / 3);
}
