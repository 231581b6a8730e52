import { callKey } from "../tools/result-cache.ts";
import { Failure } from "../tools/tool-failure.ts";
import type { ToolCall } from "../tools/tool.ts";

/** Counts how often the very same call stands in rounds that follow each other. */
export class RepeatedCalls {
  readonly #limit: number;
  #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The calls of the next round; those that were made too often carry a nudge, then a refusal. */
  check(calls: readonly ToolCall[]): readonly ToolCall[] {
    const counts = new Map<string, number>();
    const checked = calls.map((call) => {
      if (call.failure) return call;
      const key = callKey(call.name, call.args);
      const count = (this.#counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count > this.#limit ? { ...call, failure: this.#failure(call.name, count) } : call;
    });
    this.#counts = counts;
    return checked;
  }

  #failure(name: string, count: number): Failure {
    return new Failure(
      "refused",
      count === this.#limit + 1
        ? `"${name}" was called ${this.#limit} times in a row with the same arguments. Use the results above, change the arguments, or answer.`
        : `"${name}" is refused: it keeps being called with the same arguments. Answer with what you know.`,
    );
  }
}
