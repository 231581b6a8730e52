import { fold, type HomeDevice, isLight, labelOf, levelOf, spokenName } from "./home.ts";
import type { Intent } from "./intent.ts";
import { allOf, type Plan, type PlanOptions, say, stepFor } from "./plan.ts";
import type { Target } from "./reading.ts";
import { askWhich, type Resolved, resolveTarget } from "./resolve-target.ts";
import { joinNames } from "./sentences.ts";

type Order = { readonly action: "on" | "off" } | { readonly action: "dim"; readonly level: number };
type Group = "light" | "switch" | "fan" | "all";

const lowLevel = 30;
const highLevel = 70;
/** More devices than this are switched as a room, not one by one. */
const mostSingles = 12;
const notSwitched = new Set(["lock", "cover", "thermostat", "sensor", "other"]);
const canSwitch = ({ kind }: HomeDevice): boolean => !notSwitched.has(kind);

export function planSwitch({ state, target }: Intent & { do: "switch" }, options: PlanOptions): Plan {
  const resolved = resolve(target, options);
  if (resolved.is === "say") return say(resolved.text);
  if (state !== "toggle") return order(resolved, { target, ...options, order: { action: state } });
  const devices = resolved.is === "devices" ? resolved.devices : resolved.members;
  return allOf(
    devices.map((device) =>
      single(device, { ...options, order: { action: /^on\b/.test(device.state) ? "off" : "on" } }),
    ),
  );
}

export function planDim({ percent, target }: Intent & { do: "dim" }, options: PlanOptions): Plan {
  const resolved = resolve(target, options);
  if (resolved.is === "say") return say(resolved.text);
  return order(resolved, { target, ...options, order: { action: "dim", level: percent } });
}

/** Brighter or darker than the listing says it is. What is off stays off, unless nothing is on. */
export function planBrightness(
  { step, share, dimming, target }: Intent & { do: "brightness" },
  options: PlanOptions,
): Plan {
  const resolved = resolve(target, { ...options, lights: true });
  if (resolved.is === "say") return say(resolved.text);
  const devices = resolved.is === "devices" ? resolved.devices : resolved.members;
  const shining = devices.filter((device) => (levelOf(device) ?? 0) > 0);
  if (shining.length > 0) {
    return allOf(
      shining.map((device) => {
        const now = levelOf(device) ?? 0;
        const level = Math.min(100, Math.max(1, Math.round(now + (share ? (now * step) / 100 : step))));
        return single(device, { ...options, order: { action: "dim", level } });
      }),
    );
  }
  const fixed = devices.filter(({ state }) => /^on\b/.test(state));
  const unknownState = devices.every(({ state }) => state === "");
  if (step > 0) {
    if (unknownState)
      return order(resolved, { target, ...options, order: { action: "dim", level: highLevel } });
    if (fixed.length === devices.length)
      return say(`${joinNames(fixed.map(spokenName))} cannot be made brighter: it is on and has no levels.`);
    return order(resolved, { target, ...options, order: { action: "on" } });
  }
  const dimmable = devices.filter(({ kind, state }) => kind === "dimmer" || state === "");
  if (dimmable.length > 0 && (dimming || unknownState))
    return order(resolved, { target, ...options, order: { action: "dim", level: lowLevel } });
  if (fixed.length > 0)
    return say(`${joinNames(fixed.map(spokenName))} can only be switched on or off, not dimmed.`);
  return say(`${joinNames(devices.slice(0, 6).map(spokenName))}: already off.`);
}

function resolve(
  target: Target,
  { home, context, lights = false }: PlanOptions & { lights?: boolean },
): Resolved {
  const lightNoun = target.nouns.some((noun) => noun === "light" || noun === "lamp");
  const group = groupOf(target);
  const accepts = (device: HomeDevice): boolean => {
    if (target.named.length > 0 || target.unknown.length > 0) return canSwitch(device);
    if (lights || lightNoun || group === "light") return isLight(device) || device.kind === "";
    return canSwitch(device);
  };
  const called =
    group === "light" || lights
      ? "light"
      : group === "fan"
        ? "fan"
        : group === "switch"
          ? "plug"
          : "device that can be switched";
  return resolveTarget(target, { home, accepts, called, context, pointed: !lights });
}

/** A room without a noun means its lights: "turn off the kitchen". */
function groupOf({ nouns, everything, rooms, home, here, all }: Target): Group {
  if (everything || nouns.includes("device")) return "all";
  if (nouns.includes("fan")) return "fan";
  if (nouns.includes("plug")) return "switch";
  if (nouns.length > 0 || rooms.length > 0 || here) return "light";
  return home || all ? "all" : "light";
}

function order(
  resolved: Exclude<Resolved, { is: "say" }>,
  { target, order, ...options }: PlanOptions & { target: Target; order: Order },
): Plan {
  if (resolved.is === "devices")
    return allOf(resolved.devices.map((device) => single(device, { ...options, order })));
  const { members, rooms } = resolved;
  const kind = groupOf(target);
  const several = target.plural || target.all || target.everything;
  const [only, another] = members;
  if (only && !another && !several && target.nouns.length > 0) return single(only, { ...options, order });
  // "the light in the kitchen" is the kitchen light, where one is called so.
  const namesake =
    several || rooms.length !== 1
      ? undefined
      : members.find(({ name }) =>
          target.nouns.some((noun) => fold(name) === `${fold(rooms[0] ?? "")} ${noun}`),
        );
  if (namesake) return single(namesake, { ...options, order });
  // "the light" is all the light there is; "the lamp", "the fan" is one of them.
  const oneOfMany =
    !several && target.nouns.some((noun) => noun === "lamp" || noun === "fan" || noun === "plug");
  if (another && oneOfMany) return say(askWhich(members, target.spoken));
  const lampsOnly = target.nouns.includes("lamp");
  if ((lampsOnly || !options.tools.names.has("control_zwave_room")) && members.length <= mostSingles)
    return allOf(members.map((device) => single(device, { ...options, order })));
  const places = rooms.length > 0 ? rooms : ["all"];
  return allOf(
    places.map((room) =>
      stepFor(options.tools, {
        tool: "control_zwave_room",
        args: { room, kind, ...order },
        what: "switch a room",
        tell: ({ text }) => tellRoom(text),
      }),
    ),
  );
}

function single(device: HomeDevice, { tools, order }: PlanOptions & { order: Order }): Plan {
  return stepFor(tools, {
    tool: "control_zwave_device",
    args: { deviceName: labelOf(device), ...order },
    what: "switch a device",
  });
}

/** The devices' own reports when they are few, else the summary. */
function tellRoom(text: string): string {
  const [head = "", ...lines] = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 0 && lines.length <= 4
    ? lines.join(" ")
    : [head, ...lines.filter((line) => /fail|not |unknown|dead/i.test(line))].join(" ");
}
