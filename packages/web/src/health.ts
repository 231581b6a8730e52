import { booleanOf, fieldsOf, listOf, stringOf } from "./json-fields.ts";
import { partLabel } from "./part-label.ts";

export const partStates = ["starting", "ready", "degraded", "failed", "off"] as const;
export type PartState = (typeof partStates)[number];

export interface Part {
  readonly name: string;
  readonly state: PartState;
  readonly message: string;
}

export interface Health {
  readonly model: { readonly name: string; readonly offline: boolean };
  readonly parts: readonly Part[];
}

export function readHealth(value: unknown): Health | undefined {
  const fields = fieldsOf(value);
  if (!fields) return undefined;
  const model = fieldsOf(fields["model"]);
  return {
    model: { name: stringOf(model?.["name"]) ?? "", offline: booleanOf(model?.["offline"]) ?? false },
    parts: listOf(fields["parts"], readPart),
  };
}

function readPart(value: unknown): Part | undefined {
  const fields = fieldsOf(value);
  const name = stringOf(fields?.["name"]);
  const state = partStates.find((known) => known === fields?.["state"]);
  return name && state ? { name, state, message: stringOf(fields?.["message"]) ?? "" } : undefined;
}

/** The parts that a person should know about before anything else works. */
export function troubledParts(health: Health): Part[] {
  return health.parts.filter((part) => part.state === "failed" || part.state === "degraded");
}

/** One line for the top of the page. */
export function healthSummary(health: Health | undefined): { state: PartState | "unknown"; text: string } {
  if (!health) return { state: "unknown", text: "Checking" };
  const [worst, ...others] = troubledParts(health).sort((a, b) => weight(b) - weight(a));
  if (worst) {
    const what = worst.state === "failed" ? "down" : "in trouble";
    return {
      state: worst.state,
      text: others.length > 0 ? `${others.length + 1} parts in trouble` : `${partLabel(worst.name)}: ${what}`,
    };
  }
  const starting = health.parts.filter((part) => part.state === "starting");
  if (starting.length > 0) return { state: "starting", text: "Starting up" };
  return { state: "ready", text: "All well" };
}

function weight(part: Part): number {
  return part.state === "failed" ? 1 : 0;
}
