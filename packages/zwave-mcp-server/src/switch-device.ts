import { carryOut, type Command } from "./command.ts";
import { type Device, spokenName } from "./device.ts";
import { describeBinary, describeLevel } from "./device-state.ts";
import { Failure } from "./failure.ts";
import type { CallOptions, Home } from "./home.ts";
import { lastLevel, levelFromPercent, percentFromLevel } from "./level.ts";

export const switchActions = ["on", "off", "dim"] as const;

export interface SwitchOrder {
  action: (typeof switchActions)[number];
  /** 0 to 100; needed to dim, welcome with "on". */
  percent: number | undefined;
}

export interface SwitchReport {
  text: string;
  on: boolean | null;
  /** Null for a device that is only on or off. */
  level: number | null;
  reached: boolean;
}

export function canSwitch(device: Device): boolean {
  return device.binary !== undefined || device.level !== undefined;
}

/** Switches or dims one device and says what it reports; throws a Failure when it cannot or did not. */
export async function switchDevice(
  home: Home,
  device: Device,
  { signal, ...order }: SwitchOrder & CallOptions,
): Promise<SwitchReport> {
  const command = toCommand(device, order);
  const { reported, reached } = await carryOut(home, command, { signal });
  const now = command.describe(reported);
  const text = reached
    ? `${spokenName(device)} is ${now}.`
    : `${spokenName(device)} is ${now} and still changing; it was asked to be ${command.wanted}.`;
  const level =
    device.level !== undefined && typeof reported === "number" ? percentFromLevel(reported) : null;
  return { text, level, reached, on: level === null ? toBoolean(reported) : level > 0 };
}

function toCommand(device: Device, { action, percent }: SwitchOrder): Command {
  const name = spokenName(device);
  const { binary, level } = device;
  if (level !== undefined) {
    if (action === "dim" && percent === undefined) {
      throw new Failure(`To dim ${name}, a level from 0 to 100 is needed. Nothing was switched.`);
    }
    const base = { device, ...level, describe: describeLevel, travels: true };
    // "On" with a level of 0 is a model that filled in every field.
    if (action === "on" && !percent) {
      return {
        ...base,
        newValue: lastLevel,
        wanted: "on",
        reached: (reported) => isLevel(reported) && reported > 0,
      };
    }
    const value = action === "off" ? 0 : levelFromPercent(percent ?? 0);
    return {
      ...base,
      newValue: value,
      wanted: describeLevel(value),
      reached: (reported) => reported === value,
    };
  }
  if (binary === undefined) throw new Failure(`${name} ${whyNot(device)} Nothing was switched.`);
  if (action === "dim" && percent !== 0 && percent !== 100) {
    throw new Failure(`${name} cannot be dimmed: it can only be switched on or off. Nothing was switched.`);
  }
  const value = action === "on" || (action === "dim" && percent === 100);
  return {
    device,
    ...binary,
    newValue: value,
    describe: describeBinary,
    wanted: describeBinary(value),
    reached: (reported) => reported === value,
  };
}

function whyNot({ kind, ready }: Device): string {
  if (!ready) return "cannot be switched yet: the gateway has not finished its interview.";
  if (kind === "lock") return "is a lock: use lock_door or unlock_door.";
  if (kind === "cover") return "is a cover: use control_zwave_cover.";
  if (kind === "thermostat") return "is a thermostat: use set_thermostat.";
  if (kind === "sensor") return "is a sensor and cannot be switched: use get_device_sensor_data.";
  return "cannot be switched on or off.";
}

function isLevel(value: unknown): value is number {
  return typeof value === "number" && value <= 99;
}

function toBoolean(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}
