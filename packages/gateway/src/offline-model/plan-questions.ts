import type { Result } from "./conversation.ts";
import { type HomeDevice, isLight, labelOf, parseListing, spokenName } from "./home.ts";
import type { ExpectedState, Intent } from "./intent.ts";
import type { Quantity } from "./labels.ts";
import { allOf, type Plan, type PlanOptions, say, stepFor } from "./plan.ts";
import { resolveTarget } from "./resolve-target.ts";
import { joinNames } from "./sentences.ts";

const mostReadings = 4;

const measures: Readonly<Record<Quantity, { pattern: RegExp; called: string }>> = {
  temperature: { pattern: /temperature|°|set to/i, called: "thermometer" },
  humidity: { pattern: /humidity/i, called: "humidity sensor" },
  motion: { pattern: /motion|movement|occupancy|presence/i, called: "motion sensor" },
  battery: { pattern: /battery/i, called: "battery device" },
  power: { pattern: /power|\bk?wh?\b|energy|electric/i, called: "power meter" },
  brightness: { pattern: /on at|^on|^off|luminance|lux/i, called: "light" },
};

/** Reads whatever measures the quantity in the place that was named. */
export function planQuantity(
  { quantity, target }: Intent & { do: "ask-quantity" },
  options: PlanOptions,
): Plan {
  const { pattern, called } = measures[quantity];
  const heating = target.nouns.includes("heating");
  const accepts = (device: HomeDevice): boolean => {
    if (device.kind === "" || target.named.length > 0) return true;
    if (quantity === "brightness") return isLight(device);
    if (quantity === "temperature" && device.kind === "thermostat") return true;
    return !heating && pattern.test(device.state);
  };
  const nouns = target.nouns.filter(
    (noun) => noun === "lamp" || (noun === "light" && quantity !== "temperature") || noun === "door",
  );
  const resolved = resolveTarget({ ...target, nouns, pronoun: false }, { ...options, accepts, called });
  if (resolved.is === "say") return say(resolved.text);
  const found = resolved.is === "devices" ? resolved.devices : resolved.members;
  // Where a sensor and a thermostat are in one place, the sensor knows best.
  const sensors = found.filter(({ kind }) => kind !== "thermostat");
  const asked = (target.rooms.length > 0 && sensors.length > 0 ? sensors : found).slice(0, mostReadings);
  return allOf(
    asked.map((device) =>
      read(device, { options, tell: (result) => tellQuantity(result, { quantity, device }) }),
    ),
  );
}

export function planState({ target, expected }: Intent & { do: "ask-state" }, options: PlanOptions): Plan {
  const doorish = expected === "locked" || expected === "unlocked";
  const accepts = (device: HomeDevice): boolean =>
    doorish
      ? device.kind === "lock" || device.kind === ""
      : !target.nouns.includes("cover") || device.kind === "cover";
  const resolved = resolveTarget(target, { ...options, accepts, called: doorish ? "lock" : "device" });
  if (resolved.is === "say") return say(resolved.text);
  const devices = resolved.is === "devices" ? resolved.devices : resolved.members;
  if (devices.length > mostReadings) return planList({ do: "list", expected, target }, options);
  return allOf(
    devices.map((device) =>
      read(device, { options, tell: (result) => tellState(result, { expected, device }) }),
    ),
  );
}

export function planList({ target, expected }: Intent & { do: "list" }, { tools, home }: PlanOptions): Plan {
  const [room, another] = target.rooms;
  if (another !== undefined) return say("One room at a time, please.");
  const light = target.nouns.some((noun) => noun === "light" || noun === "lamp");
  const cover = target.nouns.includes("cover");
  const door =
    target.nouns.includes("door") ||
    target.nouns.includes("lock-noun") ||
    expected === "locked" ||
    expected === "unlocked";
  const kind = light ? "light" : cover ? "cover" : door ? "lock" : undefined;
  if (target.unknown.length > 0)
    return say(`I know no room called "${target.unknown.join(" ")}". There are: ${joinNames(home.rooms)}.`);
  return stepFor(tools, {
    tool: "list_zwave_devices",
    args: { ...(room !== undefined && { room }), ...(kind !== undefined && { kind }) },
    what: "list the devices",
    tell: (result) => tellList(result, expected),
  });
}

function read(
  device: HomeDevice,
  { options: { tools }, tell }: { options: PlanOptions; tell: (result: Result) => string },
): Plan {
  const tool =
    device.kind === "thermostat" && tools.names.has("get_thermostat")
      ? "get_thermostat"
      : "get_device_sensor_data";
  return stepFor(tools, { tool, args: { deviceName: labelOf(device) }, what: "read a device", tell });
}

/** Of all that a device says, the lines about what was asked. */
function tellQuantity(
  { text, failed }: Result,
  { quantity, device }: { quantity: Quantity; device: HomeDevice },
): string {
  if (failed) return text;
  const { pattern } = measures[quantity];
  const lines = text.split("\n").map((line) => line.trim());
  if (lines.length === 1) return text;
  const fitting = lines.slice(1).filter((line) => pattern.test(line.replace(/^State: /, "")));
  const name = device.kind === "" ? device.name : spokenName(device);
  return fitting.length > 0
    ? `${name}: ${fitting.join(", ")}.`
    : `${name} does not say. ${text.replaceAll("\n", ", ")}`;
}

function tellState(
  { text, failed }: Result,
  { expected, device }: { expected: ExpectedState | undefined; device: HomeDevice },
): string {
  const state = /^State: (.+)$/m.exec(text)?.[1];
  if (failed || state === undefined) return text.replaceAll("\n", ", ");
  // A lock knows whether it is locked, not whether the door stands open.
  const unasked = expected === undefined || (device.kind === "lock" && !expected.endsWith("locked"));
  const answer = unasked ? "" : hasState(state, expected) ? "Yes, " : "No, ";
  return `${answer}${spokenName(device)} is ${state}.`;
}

function hasState(state: string, expected: ExpectedState): boolean {
  if (expected === "open") return /^(open|\d+ % open)/.test(state);
  return state.startsWith(expected);
}

function tellList({ text, failed }: Result, expected: ExpectedState | undefined): string {
  if (failed) return text;
  const devices = parseListing(text);
  if (devices.length === 0) return text;
  if (expected === undefined)
    return `There are ${joinNames(devices.map((device) => `${spokenName(device)} (${device.state || device.kind})`))}.`;
  const fitting = devices.filter(({ state }) => hasState(state, expected));
  if (fitting.length === 0)
    return `None of them is ${expected}: ${joinNames(devices.map((device) => `${spokenName(device)} is ${device.state}`))}.`;
  return `${fitting.length === devices.length ? "All of them are" : `${fitting.length} of ${devices.length} ${fitting.length === 1 ? "is" : "are"}`} ${expected}: ${joinNames(fitting.map((device) => spokenName(device)))}.`;
}
