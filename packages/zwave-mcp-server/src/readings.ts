import { describeValue, isKnown, readingName } from "./device-state.ts";
import type { ZwaveValue } from "./zwave-node.ts";

export interface Reading {
  name: string;
  value: string | number | boolean | null;
  unit: string | null;
  text: string;
  /** When the device reported it, by the gateway's clock; null when that is not known. */
  reportedAt: string | null;
  /** Null when it was never reported. */
  ageSeconds: number | null;
}

/** One measured value as data, with its age. */
export function toReading(value: ZwaveValue): Reading {
  const reported = value.value;
  const known = isKnown(reported);
  const at = known ? value.lastUpdate : undefined;
  const plain = typeof reported === "string" || typeof reported === "number" || typeof reported === "boolean";
  return {
    name: readingName(value),
    value: plain ? reported : null,
    unit: value.unit ?? null,
    text: known ? describeValue(value, reported) : "not reported yet",
    reportedAt: at === undefined ? null : new Date(at).toISOString(),
    ageSeconds: known ? Math.max(0, Math.round((Date.now() - (at ?? Date.now())) / 1000)) : null,
  };
}

export function describeReading({ name, text, ageSeconds }: Reading): string {
  return ageSeconds === null ? `${name}: not reported yet` : `${name}: ${text} (${describeAge(ageSeconds)})`;
}

function describeAge(seconds: number): string {
  if (seconds < 15) return "just now";
  if (seconds < 90) return `${seconds} seconds ago`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} minutes ago`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} hours ago`;
  return `${Math.round(seconds / 86_400)} days ago`;
}
