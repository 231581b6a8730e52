import type { Call } from "./bound-tools.ts";
import type { MadeCall, Result } from "./conversation.ts";
import type { Plan } from "./plan.ts";

/** What is still to be called, and what the results so far say. */
export function progress(
  { steps }: Exclude<Plan, { say: string }>,
  made: readonly MadeCall[],
): { missing: Call[]; told: string[] } {
  const missing: Call[] = [];
  const told: string[] = [];
  for (const { call, tell = wording, next } of steps) {
    const result = made.find((one) => isSame(one, call))?.result;
    if (!result) missing.push(call);
    else if (!next || result.failed) told.push(result.failed ? wording(result) : tell(result));
    else {
      const after = next(result);
      if ("say" in after) told.push(after.say);
      else {
        const rest = progress(after, made);
        missing.push(...rest.missing);
        told.push(...rest.told);
      }
    }
  }
  const different = missing.filter((call, i) => missing.findIndex((other) => isSame(other, call)) === i);
  return { missing: different, told: [...new Set(told)].filter((text) => text !== "") };
}

function isSame(one: Call, other: Call): boolean {
  return one.name === other.name && JSON.stringify(one.args) === JSON.stringify(other.args);
}

/** A result in one line. */
export function wording({ text }: Result): string {
  const line = text
    .split("\n")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
  return line === "" ? "The tool said nothing about it." : line;
}
