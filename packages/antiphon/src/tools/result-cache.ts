import type { ToolResult } from "./tool-result.ts";

interface Entry {
  readonly result: ToolResult;
  readonly expires: number;
}

const maxEntries = 1_000;

/** Successful results by tool and arguments, for as long as the tool's policy says. */
export class ResultCache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor({ now = Date.now }: { now?: () => number } = {}) {
    this.#now = now;
  }

  get(key: string): ToolResult | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.expires > this.#now()) return entry.result;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, result: ToolResult, cacheMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { result, expires: this.#now() + cacheMs });
    // A Map keeps insertion order: the first key is the oldest.
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest);
  }
}

/** The same for the same call, whatever the order of its arguments. */
export function callKey(name: string, args: unknown): string {
  return `${name} ${JSON.stringify(args, sortedKeys)}`;
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
