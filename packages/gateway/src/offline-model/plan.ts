import type { Call, Toolbox } from "./bound-tools.ts";
import type { Result } from "./conversation.ts";
import type { Home, HomeDevice } from "./home.ts";
import { noToolFor } from "./sentences.ts";

/** One call, how its result is told, and what may follow from it. */
export interface Step {
  readonly call: Call;
  /** @default the result's own words */
  readonly tell?: (result: Result) => string;
  /** What to do once the result is there; the result itself is then not told unless it failed. */
  readonly next?: (result: Result) => Plan;
}

/** Calls to make, or something to say instead of making any. */
export type Plan = { readonly steps: readonly Step[] } | { readonly say: string };

export interface PlanOptions {
  readonly home: Home;
  readonly tools: Toolbox;
  /** What was spoken of last. */
  readonly context: readonly HomeDevice[];
}

/** The tools that this model knows how to use. */
export const knownTools = [
  "list_zwave_devices",
  "control_zwave_device",
  "control_zwave_room",
  "get_device_sensor_data",
  "get_thermostat",
  "set_thermostat",
  "lock_door",
  "unlock_door",
  "control_zwave_cover",
  "zwave_health",
  "datetime",
  "search",
  "volume",
] as const;

export type KnownTool = (typeof knownTools)[number];

export function say(text: string): Plan {
  return { say: text };
}

/** One step, or why it cannot be taken. */
export function stepFor(
  tools: Toolbox,
  {
    tool,
    args,
    what,
    ...rest
  }: { tool: KnownTool; args: Record<string, unknown>; what: string } & Omit<Step, "call">,
): Plan {
  const call = tools.call(tool, args);
  return call ? { steps: [{ call, ...rest }] } : say(noToolFor(what));
}

/** All of them, or the first thing that must be said instead. */
export function allOf(plans: readonly Plan[]): Plan {
  const steps: Step[] = [];
  for (const plan of plans) {
    if ("say" in plan) return plan;
    steps.push(...plan.steps);
  }
  return { steps };
}
