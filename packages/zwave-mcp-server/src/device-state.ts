import type { Device } from "./device.ts";
import { percentFromLevel } from "./level.ts";
import type { ZwaveValue } from "./zwave-node.ts";

export function describeBinary(value: unknown): string {
  if (value === true) return "on";
  return value === false ? "off" : "in an unknown state";
}

export function describeLevel(value: unknown): string {
  if (typeof value !== "number" || value > 99) return "in an unknown state";
  return value === 0 ? "off" : `on at ${percentFromLevel(value)} %`;
}

export function describePosition(value: unknown): string {
  if (typeof value !== "number" || value > 99) return "in an unknown position";
  if (value === 0) return "closed";
  return value >= 99 ? "open" : `${value} % open`;
}

export function describeLock(value: unknown): string {
  if (value === 255) return "locked";
  if (value === 0) return "unlocked";
  if (value === 1 || value === 17 || value === 33) return "unlocked for a short time";
  return value === 16 || value === 32 ? "unlocked from one side" : "in an unknown state";
}

/** A value with its unit, or the text its device gives to it. */
export function describeValue({ states, unit }: ZwaveValue, value: unknown): string {
  const text = states?.find((state) => state.value === value)?.text;
  if (text !== undefined) return text;
  if (value === true) return "detected";
  if (value === false) return "not detected";
  if (typeof value === "number") {
    const rounded = Math.round(value * 100) / 100;
    return unit === undefined || unit === "" ? String(rounded) : `${rounded} ${unit}`;
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The state of a device in a few words, as the gateway knows it; dead and silent devices say so. */
export function describeState(device: Device): string {
  if (!device.ready) return "not ready: the gateway has not finished its interview";
  const parts = stateParts(device);
  const state = parts.length === 0 ? "nothing reported yet" : parts.join(", ");
  return device.status === "dead" ? `does not answer (dead); last reported: ${state}` : state;
}

function stateParts({ binary, level, cover, lock, thermostat, readings }: Device): string[] {
  const parts: string[] = [];
  if (binary !== undefined) parts.push(describeBinary(binary.current.value));
  if (level !== undefined) parts.push(describeLevel(level.current.value));
  if (cover !== undefined) parts.push(describePosition(cover.current.value));
  if (lock !== undefined) parts.push(describeLock(lock.current.value));
  if (thermostat !== undefined) parts.push(...thermostatParts(thermostat));
  for (const value of readings.slice(0, 4)) {
    if (isKnown(value.value)) parts.push(`${readingName(value)} ${describeValue(value, value.value)}`);
  }
  return parts;
}

export function thermostatParts({
  mode,
  setpoints,
  operatingState,
}: NonNullable<Device["thermostat"]>): string[] {
  const parts: string[] = [];
  if (isKnown(mode?.value)) parts.push(`mode ${describeValue(mode, mode.value)}`);
  for (const setpoint of setpoints) {
    if (isKnown(setpoint.value))
      parts.push(`${readingName(setpoint)} set to ${describeValue(setpoint, setpoint.value)}`);
  }
  if (isKnown(operatingState?.value))
    parts.push(`now ${describeValue(operatingState, operatingState.value).toLowerCase()}`);
  return parts;
}

export function readingName({ label, property }: ZwaveValue): string {
  return label === undefined || label === "" ? String(property) : label;
}

export function isKnown<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null;
}
