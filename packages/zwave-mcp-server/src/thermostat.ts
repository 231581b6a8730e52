import { z } from "zod";
import { type Device, spokenName, type Thermostat } from "./device.ts";
import { describeValue, isKnown, readingName, thermostatParts } from "./device-state.ts";
import { Failure } from "./failure.ts";
import { fold } from "./fold.ts";
import { commandClass, type ZwaveValue } from "./zwave-node.ts";

const airTemperature = "Air temperature";
/** Which setpoint a mode works by. */
const setpointOfMode = new Map([
  [1, 1],
  [2, 2],
  [7, 7],
  [8, 8],
  [9, 9],
  [10, 10],
  [11, 11],
  [12, 12],
  [13, 13],
  [15, 15],
]);

export const thermostatOutput = z.object({
  device: z.string(),
  room: z.string(),
  node: z.number(),
  temperature: z
    .number()
    .nullable()
    .describe("Measured temperature; null when the device does not measure it."),
  unit: z.string().nullable(),
  mode: z.string().nullable(),
  modes: z.array(z.string()).describe("Modes that the device offers."),
  setpoints: z.array(
    z.object({ name: z.string(), temperature: z.number().nullable(), unit: z.string().nullable() }),
  ),
});

export function thermostatData(device: Device): z.input<typeof thermostatOutput> {
  const { mode, setpoints } = device.thermostat ?? { mode: undefined, setpoints: [] };
  const measured = measuredTemperature(device);
  return {
    device: device.name,
    room: device.room,
    node: device.nodeId,
    temperature: toNumber(measured?.value),
    unit: measured?.unit ?? setpoints[0]?.unit ?? null,
    mode: mode !== undefined && isKnown(mode.value) ? describeValue(mode, mode.value) : null,
    modes: modesOf(mode),
    setpoints: setpoints.map((setpoint) => ({
      name: readingName(setpoint),
      temperature: toNumber(setpoint.value),
      unit: setpoint.unit ?? null,
    })),
  };
}

/** "Hall Thermostat: 20.5 °C now, mode Heat, Setpoint (Heating) set to 21 °C." */
export function describeThermostat(device: Device): string {
  const measured = measuredTemperature(device);
  const parts = [
    ...(isKnown(measured?.value) ? [`${describeValue(measured, measured.value)} now`] : []),
    ...(device.thermostat === undefined ? [] : thermostatParts(device.thermostat)),
  ];
  return `${spokenName(device)}: ${parts.length === 0 ? "nothing reported yet" : parts.join(", ")}.`;
}

/** The mode a person's word means, among those the device offers. */
export function findMode(
  device: Device,
  { mode }: Thermostat,
  wanted: string,
): { value: unknown; target: ZwaveValue } {
  const name = spokenName(device);
  if (mode === undefined)
    throw new Failure(`${name} has no modes; only its temperature can be set. Nothing was switched.`);
  const folded = fold(wanted)
    .replace(/^(heating|warm)$/, "heat")
    .replace(/^cooling$/, "cool");
  const state = mode.states?.find(({ text }) => fold(text) === folded);
  if (state !== undefined) return { value: state.value, target: mode };
  throw new Failure(
    `${name} has no mode "${wanted}". It offers: ${modesOf(mode).join(", ")}. Nothing was switched.`,
  );
}

/** The setpoint that a new temperature is meant for: the named one, that of the mode, or the only one. */
export function findSetpoint(
  device: Device,
  { setpoints, mode }: Thermostat,
  { wanted, modeValue = mode?.value }: { wanted?: string | undefined; modeValue?: unknown },
): ZwaveValue {
  const name = spokenName(device);
  const [only, another] = setpoints;
  if (only === undefined)
    throw new Failure(`${name} has no temperature that can be set. Nothing was switched.`);
  const names = setpoints.map((setpoint) => `"${readingName(setpoint)}"`).join(", ");
  if (wanted !== undefined) {
    const found = setpoints.filter((setpoint) => fold(readingName(setpoint)).includes(fold(wanted)));
    if (found.length === 1 && found[0] !== undefined) return found[0];
    throw new Failure(`${name} has no single setpoint "${wanted}". It has: ${names}. Nothing was switched.`);
  }
  if (another === undefined) return only;
  const key = typeof modeValue === "number" ? setpointOfMode.get(modeValue) : undefined;
  const byMode = setpoints.find(({ propertyKey }) => propertyKey === key);
  if (byMode !== undefined) return byMode;
  throw new Failure(
    `Which temperature of ${name} is meant: ${names}? Its present mode does not tell. Say the setpoint, or a mode with the temperature. Nothing was switched.`,
  );
}

function measuredTemperature(device: Device): ZwaveValue | undefined {
  return device.readings.find(
    (value) => value.commandClass === commandClass.multilevelSensor && value.property === airTemperature,
  );
}

function modesOf(mode: ZwaveValue | undefined): string[] {
  return mode?.states?.map(({ text }) => text) ?? [];
}

function toNumber(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
