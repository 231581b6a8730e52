import { fold } from "./fold.ts";
import { commandClass, type ZwaveNode, type ZwaveValue } from "./zwave-node.ts";

export const deviceKinds = [
  "light",
  "dimmer",
  "switch",
  "fan",
  "sensor",
  "thermostat",
  "lock",
  "cover",
  "other",
] as const;
export type DeviceKind = (typeof deviceKinds)[number];

export const deviceStatuses = ["alive", "awake", "asleep", "dead", "unknown"] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

/** A value that a command sets and the one where the device reports what became of it. */
export interface Actuator {
  readonly current: ZwaveValue;
  readonly target: ZwaveValue;
}

export interface Device {
  readonly nodeId: number;
  /** The endpoint, when the node switches several things and this is one of them. */
  readonly channel: number | undefined;
  readonly name: string;
  /** Empty when the device has not been put into a room. */
  readonly room: string;
  readonly kind: DeviceKind;
  readonly status: DeviceStatus;
  /** False while the gateway still finds out what the device can do. */
  readonly ready: boolean;
  /** Whether it can be asked at any time, unlike a battery device that sleeps. */
  readonly listening: boolean;
  readonly binary: Actuator | undefined;
  readonly level: Actuator | undefined;
  readonly cover: (Actuator & { readonly stop: ZwaveValue | undefined }) | undefined;
  readonly lock: Actuator | undefined;
  readonly thermostat: Thermostat | undefined;
  readonly readings: readonly ZwaveValue[];
}

export interface Thermostat {
  readonly mode: ZwaveValue | undefined;
  readonly setpoints: readonly ZwaveValue[];
  readonly operatingState: ZwaveValue | undefined;
}

const maximumNameLength = 200;
const closeOpen = 3;
/** Specific device classes below "multilevel switch" that move something, and the one for fans. */
const motorClasses = [3, 5, 6, 7];
const fanClass = 8;
const multilevelSwitchClass = 17;
const readingClasses: readonly number[] = [
  commandClass.binarySensor,
  commandClass.multilevelSensor,
  commandClass.meter,
  commandClass.notification,
  commandClass.battery,
];
const lightWords =
  /\b(light|lights|lamp|lamps|bulb|chandelier|sconce|lantern|led|leds|spot|spots|spotlight|spotlights|downlight|downlights|licht|lampe|leuchte|lumiere|luz|luce|lampada|lampara)\b|(licht|lampe|leuchte|lamp|light)$/;
const fanWords = /\b(fan|ventilator|lufter|ventilateur|ventilador)\b/;

/** The devices of one node: one, or one per channel when a node switches several things. */
export function devicesOf(node: ZwaveNode): Device[] {
  if (node.virtual || node.isControllerNode) return [];
  const channels = switchedEndpoints(node);
  if (channels.length < 2) return [toDevice(node, channels[0] ?? 0)];
  return channels.map((endpoint) => toDevice(node, endpoint, endpoint));
}

/** "Kitchen/Ceiling Light": the name that always finds the device, unless two share room and name. */
export function labelOf({ room, name }: Device): string {
  return room === "" ? name : `${room}/${name}`;
}

/** "Kitchen Ceiling Light": the name in a sentence; a room that the name begins with is not said twice. */
export function spokenName({ room, name }: Device): string {
  return room === "" || fold(name).startsWith(fold(room)) ? name : `${room} ${name}`;
}

function toDevice(node: ZwaveNode, endpoint: number, channel?: number): Device {
  const values = node.values.filter((value) => value.endpoint === endpoint || value.endpoint === 0);
  const nodeName = (node.name.trim() || `Node ${node.id}`).slice(0, maximumNameLength);
  const lock = findActuator(values, commandClass.doorLock, { current: "currentMode", target: "targetMode" });
  const thermostat = findThermostat(values);
  const multilevel = findActuator(values, commandClass.multilevelSwitch, { endpoint });
  const cover = multilevel !== undefined && isCover(node, values) ? multilevel : undefined;
  const readings = values.filter(isReading);
  // A radiator valve or a lock may show switch values too; they are not for switching.
  const switchable = lock === undefined && thermostat === undefined && cover === undefined;
  const level = switchable ? multilevel : undefined;
  const binary =
    switchable && level === undefined
      ? findActuator(values, commandClass.binarySwitch, { endpoint })
      : undefined;
  const kind = ((): DeviceKind => {
    if (lock !== undefined) return "lock";
    if (thermostat !== undefined) return "thermostat";
    if (cover !== undefined) return "cover";
    if (level !== undefined) return isFan(node) ? "fan" : "dimmer";
    if (binary !== undefined) return isFan(node) ? "fan" : isLight(node, values) ? "light" : "switch";
    return readings.some((value) => value.commandClass !== commandClass.battery) ? "sensor" : "other";
  })();
  return {
    nodeId: node.id,
    channel,
    name: channel === undefined ? nodeName : `${nodeName} ${channel}`,
    room: node.loc.trim().slice(0, maximumNameLength),
    kind,
    status: toStatus(node.status),
    ready: node.ready,
    listening: node.isListening || Boolean(node.isFrequentListening),
    binary,
    level,
    cover: cover === undefined ? undefined : { ...cover, stop: values.find(isLevelChange) },
    lock,
    thermostat,
    readings,
  };
}

function switchedEndpoints(node: ZwaveNode): number[] {
  const endpoints = new Set<number>();
  for (const value of node.values) {
    const switches =
      value.commandClass === commandClass.binarySwitch ||
      value.commandClass === commandClass.multilevelSwitch;
    if (switches && value.property === "targetValue") endpoints.add(value.endpoint);
  }
  // The root endpoint of a node with several channels only mirrors them.
  if (endpoints.size > 1) endpoints.delete(0);
  return [...endpoints].sort((a, b) => a - b);
}

function findActuator(
  values: readonly ZwaveValue[],
  wanted: number,
  {
    endpoint,
    current = "currentValue",
    target = "targetValue",
  }: { endpoint?: number; current?: string; target?: string },
): Actuator | undefined {
  const find = (property: string) =>
    values.find(
      (value) =>
        value.commandClass === wanted &&
        value.property === property &&
        (endpoint === undefined || value.endpoint === endpoint),
    );
  const [currentValue, targetValue] = [find(current), find(target)];
  if (currentValue === undefined || targetValue === undefined) return undefined;
  return { current: currentValue, target: targetValue };
}

function findThermostat(values: readonly ZwaveValue[]): Thermostat | undefined {
  const find = (wanted: number, property: string) =>
    values.filter((value) => value.commandClass === wanted && value.property === property);
  const [mode] = find(commandClass.thermostatMode, "mode");
  const setpoints = find(commandClass.thermostatSetpoint, "setpoint");
  if (mode === undefined && setpoints.length === 0) return undefined;
  return { mode, setpoints, operatingState: find(commandClass.thermostatOperatingState, "state")[0] };
}

function isCover(node: ZwaveNode, values: readonly ZwaveValue[]): boolean {
  const { generic, specific } = node.deviceClass ?? { generic: 0, specific: 0 };
  if (generic === multilevelSwitchClass && motorClasses.includes(specific)) return true;
  return values.some((value) => isLevelChange(value) && value.ccSpecific?.switchType === closeOpen);
}

/** The values that start and stop a movement ("Up", "Open", …); writing false to one stops it. */
function isLevelChange(value: ZwaveValue): boolean {
  return (
    value.commandClass === commandClass.multilevelSwitch &&
    value.writeable &&
    value.ccSpecific?.switchType !== undefined
  );
}

function isReading(value: ZwaveValue): boolean {
  if (!value.readable || !readingClasses.includes(value.commandClass)) return false;
  return value.property !== "alarmType" && value.property !== "alarmLevel";
}

function isFan(node: ZwaveNode): boolean {
  const { generic, specific } = node.deviceClass ?? { generic: 0, specific: 0 };
  return (generic === multilevelSwitchClass && specific === fanClass) || fanWords.test(fold(node.name));
}

/** A relay does not know what hangs on it; its name, or a colour control beside it, tells. */
function isLight(node: ZwaveNode, values: readonly ZwaveValue[]): boolean {
  return (
    lightWords.test(fold(node.name)) ||
    values.some((value) => value.commandClass === commandClass.colorSwitch)
  );
}

function toStatus(status: string): DeviceStatus {
  const lower = status.toLowerCase();
  return deviceStatuses.find((known) => known === lower) ?? "unknown";
}
