import type { Result } from "./conversation.ts";
import { type HomeDevice, labelOf } from "./home.ts";
import type { Intent } from "./intent.ts";
import { allOf, type KnownTool, type Plan, type PlanOptions, say, stepFor } from "./plan.ts";
import type { Target } from "./reading.ts";
import { askWhich, resolveTarget } from "./resolve-target.ts";

export function planCover(intent: Intent & { do: "cover" | "cover-position" }, options: PlanOptions): Plan {
  const args =
    intent.do === "cover" ? { action: intent.action } : { action: "position", position: intent.percent };
  return forEach(
    intent.target,
    { ...options, kind: "cover", called: "blind, shutter or curtain", several: true },
    (device) => step(options, { tool: "control_zwave_cover", device, args, what: "move a blind" }),
  );
}

export function planLock(
  { do: action, target }: Intent & { do: "lock" | "unlock" },
  options: PlanOptions,
): Plan {
  const tool = action === "lock" ? "lock_door" : "unlock_door";
  // Which door to unlock is never guessed, not even from what was said before in plural.
  const several = action === "lock";
  return forEach(
    target,
    { ...options, kind: "lock", called: "lock", several, allowSlips: action === "lock" },
    (device) => step(options, { tool, device, args: {}, what: `${action} a door` }),
  );
}

export function planHeat(
  intent: Intent & { do: "heat-to" | "heat-by" | "heat-mode" },
  options: PlanOptions,
): Plan {
  return forEach(
    intent.target,
    { ...options, kind: "thermostat", called: "thermostat", several: false },
    (device) => {
      if (intent.do === "heat-mode") return set(options, device, { mode: intent.mode });
      if (intent.do === "heat-to") return set(options, device, { temperature: intent.degrees });
      const next = (result: Result): Plan => {
        const now = setpointIn(result.text);
        if (now === undefined)
          return say(
            `I cannot tell what ${labelOf(device)} is set to, so I did not change it. It says: ${result.text}`,
          );
        return set(options, device, { temperature: Math.round((now + intent.degrees) * 10) / 10 });
      };
      if (options.tools.names.has("get_thermostat"))
        return step(options, { tool: "get_thermostat", device, args: {}, what: "read a thermostat", next });
      return next({ text: device.state, failed: false });
    },
  );
}

/** The setpoint of the present mode, else the first one. */
export function setpointIn(text: string): number | undefined {
  const mode = /\bmode (\w+)/.exec(text)?.[1]?.toLowerCase().slice(0, 4);
  const setpoints = [...text.matchAll(/([\w ()]*?) set to (-?\d+(?:\.\d+)?)/g)];
  const byMode = setpoints.find(([, name = ""]) => mode !== undefined && name.toLowerCase().includes(mode));
  const value = (byMode ?? setpoints[0])?.[2];
  return value === undefined ? undefined : Number(value);
}

interface EachOptions extends PlanOptions {
  kind: string;
  called: string;
  /** Whether a noun without a name means all of them. */
  several: boolean;
  allowSlips?: boolean;
}

function forEach(
  target: Target,
  { kind, called, several, ...options }: EachOptions,
  plan: (device: HomeDevice) => Plan,
): Plan {
  const accepts = (device: HomeDevice): boolean => device.kind === kind || device.kind === "";
  const resolved = resolveTarget(target, { ...options, accepts, called, pointed: kind !== "thermostat" });
  if (resolved.is === "say") return say(resolved.text);
  const devices = resolved.is === "devices" ? resolved.devices : resolved.members;
  const wholesale = target.plural || target.all || target.everything || target.home;
  if (devices.length > 1 && !(several && wholesale) && !(resolved.is === "devices" && wholesale && several))
    return say(askWhich(devices, target.spoken || called));
  return allOf(devices.map(plan));
}

function set(options: PlanOptions, device: HomeDevice, args: Record<string, unknown>): Plan {
  return step(options, { tool: "set_thermostat", device, args, what: "set a thermostat" });
}

function step(
  { tools }: PlanOptions,
  {
    tool,
    device,
    args,
    what,
    next,
  }: {
    tool: KnownTool;
    device: HomeDevice;
    args: Record<string, unknown>;
    what: string;
    next?: (result: Result) => Plan;
  },
): Plan {
  return stepFor(tools, {
    tool,
    args: { deviceName: labelOf(device), ...args },
    what,
    ...(next && { next }),
  });
}
