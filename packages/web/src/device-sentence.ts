import type { Device, Reading } from "./device.ts";

/** What a device is doing, in a few words. */
export function deviceSentence(device: Device): string {
  if (device.status === "dead") return "Not responding";
  const parts = [state(device), ...device.readings.filter(isWorthShowing).map(readingText)];
  if (device.battery !== undefined) parts.push(`Battery ${Math.round(device.battery)} %`);
  return parts.filter(Boolean).join(" · ") || (device.status === "asleep" ? "Asleep" : "No report yet");
}

export function readingText({ name, value, unit }: Reading): string {
  if (typeof value === "boolean") return `${name}: ${value ? "yes" : "no"}`;
  const amount = typeof value === "number" ? String(Math.round(value * 10) / 10) : value;
  return unit ? `${amount} ${unit}` : `${name}: ${amount}`;
}

function isWorthShowing({ name }: Reading): boolean {
  return !/battery/i.test(name);
}

function state({ kind, on, level, locked, mode }: Device): string {
  switch (kind) {
    case "switch":
      return on === undefined ? "" : on ? "On" : "Off";
    case "dimmer":
      if (on === false || level === 0) return "Off";
      return level === undefined ? (on ? "On" : "") : `${level} %`;
    case "cover":
      if (level === undefined) return "";
      if (level === 0) return "Closed";
      return level === 100 ? "Open" : `${level} % open`;
    case "lock":
      return locked === undefined ? "" : locked ? "Locked" : "Unlocked";
    case "thermostat":
      return mode ? mode.charAt(0).toUpperCase() + mode.slice(1) : "";
    default:
      return "";
  }
}
