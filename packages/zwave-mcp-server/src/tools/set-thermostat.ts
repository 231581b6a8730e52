import { z } from "zod";
import { chooseDevice } from "../choose-device.ts";
import { carryOut } from "../command.ts";
import { type Device, spokenName, type Thermostat } from "../device.ts";
import { describeValue } from "../device-state.ts";
import { Failure } from "../failure.ts";
import type { CallOptions, Home } from "../home.ts";
import { looseNumber, parseNumber } from "../level.ts";
import { findMode, findSetpoint } from "../thermostat.ts";
import { defineTool, switching } from "../tool.ts";
import { deviceName } from "./device-name.ts";

/** A thermostat may round to its own steps; what it made of the wish is reported. */
const stepTolerance = 0.5;

export const setThermostat = defineTool({
  name: "set_thermostat",
  title: "Set a thermostat",
  description:
    'Sets the temperature of a thermostat, its mode ("Heat", "Cool", "Off", …), or both, and reports what the thermostat says afterwards. The temperature is in the thermostat\'s own unit; get_thermostat shows it and the modes on offer.',
  input: z.strictObject({
    deviceName,
    temperature: looseNumber.describe("Temperature to set, in the thermostat's own unit."),
    mode: z
      .string()
      .trim()
      .max(60)
      .optional()
      .describe("Mode to set, one of those that the thermostat offers."),
    setpoint: z
      .string()
      .trim()
      .max(60)
      .optional()
      .describe('Which setpoint, such as "heating" or "cooling"; needed only when the mode does not tell.'),
  }),
  output: z.object({
    device: z.string(),
    room: z.string(),
    node: z.number(),
    mode: z.string().nullable().describe("Reported mode, when it was set."),
    temperature: z.number().nullable().describe("Reported setpoint, when it was set."),
    unit: z.string().nullable(),
  }),
  annotations: switching,
  async run({ deviceName, temperature, mode, setpoint }, { home, signal }) {
    const wantedMode = mode === "" ? undefined : mode;
    const wantedSetpoint = setpoint === "" ? undefined : setpoint;
    const degrees = parseNumber(temperature, {
      what: "The temperature",
      min: -50,
      max: 250,
      unit: " degrees",
    });
    if (degrees === undefined && wantedMode === undefined) {
      throw new Failure("A temperature or a mode is needed. Nothing was switched.");
    }
    const device = await chooseDevice(home, deviceName, {
      signal,
      can: ({ thermostat }) => thermostat !== undefined,
    });
    const { thermostat } = device;
    if (thermostat === undefined)
      throw new Failure(`${spokenName(device)} is not a thermostat. Nothing was switched.`);
    // Everything is looked up before anything is sent, so that a mistake in one half changes nothing.
    const newMode = wantedMode === undefined ? undefined : findMode(device, thermostat, wantedMode);
    const value =
      degrees === undefined
        ? undefined
        : findSetpoint(device, thermostat, {
            wanted: wantedSetpoint,
            ...(newMode !== undefined && { modeValue: newMode.value }),
          });
    if (value !== undefined && degrees !== undefined) requireInRange(device, { value, degrees });

    const reportedMode = newMode === undefined ? null : await setMode(home, { device, ...newMode, signal });
    const reportedDegrees =
      value === undefined || degrees === undefined
        ? null
        : await setDegrees(home, { device, value, degrees, signal, done: reportedMode });
    const parts = [
      ...(reportedMode === null ? [] : [`is in mode ${reportedMode}`]),
      ...(reportedDegrees === null || value === undefined
        ? []
        : [`is set to ${describeValue(value, reportedDegrees)}`]),
    ];
    return {
      text: `${spokenName(device)} ${parts.join(" and ")}.`,
      data: {
        device: device.name,
        room: device.room,
        node: device.nodeId,
        mode: reportedMode,
        temperature: reportedDegrees,
        unit: value?.unit ?? null,
      },
    };
  },
});

function requireInRange(
  device: Device,
  { value, degrees }: { value: Thermostat["setpoints"][number]; degrees: number },
): void {
  const { min = -Infinity, max = Infinity } = value;
  if (degrees >= min && degrees <= max) return;
  const unit = value.unit ?? "degrees";
  throw new Failure(
    `${spokenName(device)} accepts ${min} to ${max} ${unit}, not ${degrees} ${unit}. Nothing was switched.`,
  );
}

async function setMode(
  home: Home,
  {
    device,
    target,
    value,
    signal,
  }: { device: Device; target: Thermostat["setpoints"][number]; value: unknown } & CallOptions,
): Promise<string> {
  const describe = (reported: unknown) => `in mode ${describeValue(target, reported)}`;
  const { reported } = await carryOut(
    home,
    {
      device,
      target,
      current: target,
      newValue: value,
      reached: (now) => now === value,
      describe,
      wanted: describe(value),
    },
    { signal },
  );
  return describeValue(target, reported);
}

async function setDegrees(
  home: Home,
  {
    device,
    value,
    degrees,
    signal,
    done,
  }: {
    device: Device;
    value: Thermostat["setpoints"][number];
    degrees: number;
    done: string | null;
  } & CallOptions,
): Promise<number | null> {
  const describe = (reported: unknown) => `set to ${describeValue(value, reported)}`;
  const reached = (now: unknown) => typeof now === "number" && Math.abs(now - degrees) < stepTolerance;
  try {
    const { reported } = await carryOut(
      home,
      {
        device,
        target: value,
        current: value,
        newValue: degrees,
        reached,
        describe,
        wanted: describe(degrees),
      },
      { signal },
    );
    return typeof reported === "number" ? reported : null;
  } catch (error) {
    if (!(error instanceof Failure) || done === null) throw error;
    throw new Failure(
      `${spokenName(device)} is in mode ${done}, but its temperature was not confirmed. ${error.message}`,
    );
  }
}
