import { booleanOf, fieldsOf, listOf, numberOf, stringOf } from "./json-fields.ts";

export const deviceKinds = ["switch", "dimmer", "sensor", "thermostat", "lock", "cover"] as const;
export type DeviceKind = (typeof deviceKinds)[number];

export const deviceStatuses = ["alive", "dead", "asleep", "unknown"] as const;
export type DeviceStatus = (typeof deviceStatuses)[number];

export interface Reading {
  readonly name: string;
  readonly value: number | string | boolean;
  readonly unit: string;
}

export interface Device {
  readonly id: string;
  readonly name: string;
  readonly room: string;
  readonly kind: DeviceKind;
  readonly status: DeviceStatus;
  readonly on: boolean | undefined;
  /** 0 to 100: brightness, or how far a cover is open. */
  readonly level: number | undefined;
  readonly locked: boolean | undefined;
  readonly mode: string | undefined;
  readonly setpoint: number | undefined;
  readonly readings: readonly Reading[];
  readonly battery: number | undefined;
}

export type DeviceAction =
  | { readonly action: "on" | "off" | "lock" | "unlock" | "close" }
  | { readonly action: "open"; readonly level?: number }
  | { readonly action: "dim"; readonly level: number }
  | { readonly action: "set-temperature"; readonly temperature: number };

export function readDevice(value: unknown): Device | undefined {
  const fields = fieldsOf(value);
  const id = stringOf(fields?.["id"]) ?? numberOf(fields?.["id"])?.toString();
  if (!fields || !id) return undefined;
  const level = numberOf(fields["position"]) ?? numberOf(fields["level"]);
  return {
    id,
    name: stringOf(fields["name"]) || `Device ${id}`,
    room: stringOf(fields["room"]) || "Elsewhere",
    kind: deviceKinds.find((kind) => kind === fields["kind"]) ?? "sensor",
    status: deviceStatuses.find((status) => status === fields["status"]) ?? "unknown",
    on: booleanOf(fields["on"]),
    level: level === undefined ? undefined : Math.min(100, Math.max(0, Math.round(level))),
    locked: booleanOf(fields["locked"]),
    mode: stringOf(fields["mode"]),
    setpoint: numberOf(fields["setpoint"]),
    readings: listOf(fields["readings"], readReading),
    battery: numberOf(fields["battery"]),
  };
}

function readReading(value: unknown): Reading | undefined {
  const fields = fieldsOf(value);
  const name = stringOf(fields?.["name"]);
  const reading = fields?.["value"];
  if (!name || !["number", "string", "boolean"].includes(typeof reading)) return undefined;
  return { name, value: reading as Reading["value"], unit: stringOf(fields?.["unit"]) ?? "" };
}
