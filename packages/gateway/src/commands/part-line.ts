import type { Part, PartState } from "../startup/parts.ts";

const marks = new Map<PartState, string>([
  ["starting", "·"],
  ["ready", "✓"],
  ["degraded", "!"],
  ["failed", "✗"],
  ["off", "–"],
]);

/** One part on one line. */
export function partLine({ name, state, message }: Pick<Part, "name" | "state" | "message">): string {
  return `  ${marks.get(state) ?? " "} ${name.padEnd(12)} ${message}\n`;
}
