import type { Home } from "zwave-mcp-server";

/** A device as the page shows it. */
export interface Device {
  readonly id: string;
  readonly name: string;
  readonly room: string;
  readonly kind: "switch" | "dimmer" | "sensor" | "thermostat" | "lock" | "cover";
  readonly status: "alive" | "dead" | "asleep" | "unknown";
  readonly on?: boolean;
  /** 0 to 100. */
  readonly level?: number;
  readonly locked?: boolean;
  /** 0 closed, 100 open. */
  readonly position?: number;
  readonly mode?: string;
  readonly setpoint?: number;
  readonly readings?: readonly Reading[];
  /** In percent. */
  readonly battery?: number;
}

export interface Reading {
  readonly name: string;
  readonly value: string | number | boolean;
  readonly unit: string;
}

export type ZwaveDevice = Awaited<ReturnType<Home["devices"]>>[number];
type ZwaveValue = ZwaveDevice["readings"][number];

const batteryClass = 128;
const locked = 255;
const unlocked = 0;

export function toDevice(device: ZwaveDevice): Device {
  const { nodeId, channel, name, room, binary, level, cover, lock, thermostat } = device;
  const brightness = percent(level?.current.value);
  const position = percent(cover?.current.value);
  const on = level ? brightness && brightness.value > 0 : asBoolean(binary?.current.value);
  const bolt = lock?.current.value;
  const mode = thermostat?.mode && textOf(thermostat.mode);
  const setpoint = thermostat && setpointOf(thermostat);
  const battery = device.readings.find(
    ({ commandClass, property }) => commandClass === batteryClass && property === "level",
  )?.value;
  const readings = device.readings
    .filter(({ commandClass }) => commandClass !== batteryClass)
    .flatMap(toReading);
  return {
    id: idOf({ nodeId, channel }),
    name,
    room,
    kind: kindOf(device),
    status: device.status === "awake" ? "alive" : device.status,
    ...(on !== undefined && { on }),
    ...(brightness !== undefined && { level: brightness.value }),
    ...((bolt === locked || bolt === unlocked) && { locked: bolt === locked }),
    ...(position !== undefined && { position: position.value }),
    ...(typeof mode === "string" && { mode }),
    ...(setpoint !== undefined && { setpoint }),
    ...(readings.length > 0 && { readings }),
    ...(typeof battery === "number" && { battery }),
  };
}

/** "7", or "7-2" for the second channel of a node that switches several things. */
function idOf({ nodeId, channel }: Pick<ZwaveDevice, "nodeId" | "channel">): string {
  return channel === undefined ? String(nodeId) : `${nodeId}-${channel}`;
}

/** The name by which the Z-Wave server finds exactly this device, whatever others are called. */
export function nodeName(id: string): string {
  const [node, channel] = id.split("-");
  return channel === undefined ? `node ${node}` : `node ${node} channel ${channel}`;
}

function kindOf({ kind, level }: ZwaveDevice): Device["kind"] {
  switch (kind) {
    case "light":
      return "switch";
    case "fan":
      return level ? "dimmer" : "switch";
    case "other":
      return "sensor";
    case "switch":
    case "dimmer":
    case "sensor":
    case "thermostat":
    case "lock":
    case "cover":
      return kind;
    default:
      return kind satisfies never;
  }
}

/** Z-Wave counts to 99; what is above means that nobody knows. Wrapped, because 0 is a value. */
function percent(level: unknown): { value: number } | undefined {
  if (typeof level !== "number" || level > 99) return undefined;
  return { value: level === 99 ? 100 : level };
}

function asBoolean(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** The setpoint that counts in the present mode, else the first that is known. */
function setpointOf({ mode, setpoints }: NonNullable<ZwaveDevice["thermostat"]>): number | undefined {
  const known = setpoints.filter(({ value }) => typeof value === "number");
  const found = known.find(({ propertyKey }) => propertyKey === mode?.value) ?? known[0];
  return found?.value as number | undefined;
}

function toReading(value: ZwaveValue): Reading[] {
  const shown = textOf(value);
  if (shown === undefined) return [];
  return [{ name: value.label || String(value.property), value: shown, unit: value.unit ?? "" }];
}

function textOf({ value, states }: ZwaveValue): Reading["value"] | undefined {
  const text = states?.find((state) => state.value === value)?.text;
  if (text !== undefined) return text;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : undefined;
}
