import type { Actuator, Device } from "./device.ts";
import { isKnown } from "./device-state.ts";
import { GatewayError } from "./gateway-error.ts";
import type { CallOptions, Home } from "./home.ts";
import { commandClass, type ZwaveValue } from "./zwave-node.ts";

/** A measurement this young is as good as a new one. */
const freshMs = 10_000;
/** Asking over the air takes about a tenth of a second each and keeps others waiting. */
const mostAsked = 6;

const measurementClasses: readonly number[] = [
  commandClass.binarySensor,
  commandClass.multilevelSensor,
  commandClass.meter,
];

export interface AskedDevice {
  /** The device with the values it reported just now; the others as the gateway last heard them. */
  device: Device;
  /** It was asked and did not answer. */
  silent: boolean;
}

/** Asks a device that listens for its state and its measurements. A sleeping or dead one is left alone. */
export async function askDevice(
  home: Home,
  device: Device,
  { signal }: CallOptions = {},
): Promise<AskedDevice> {
  if (!device.listening || !device.ready || device.status === "dead" || device.status === "asleep") {
    return { device, silent: false };
  }
  const answers = new Map<ZwaveValue, ZwaveValue>();
  for (const value of valuesToAsk(device)) {
    const answer = await ask(home, value, { signal });
    // The rest would only wait for the same silence.
    if (answer === "silent") return { device: withValues(device, answers), silent: true };
    if (isKnown(answer.value)) answers.set(value, { ...value, value: answer.value, lastUpdate: Date.now() });
  }
  return { device: withValues(device, answers), silent: false };
}

function valuesToAsk({ binary, level, cover, lock, thermostat, readings }: Device): ZwaveValue[] {
  const now = Date.now();
  const stale = ({ lastUpdate }: ZwaveValue) => lastUpdate === undefined || now - lastUpdate > freshMs;
  const states = [binary, level, cover, lock].flatMap((actuator) =>
    actuator === undefined ? [] : [actuator.current],
  );
  const settings = [thermostat?.mode, ...(thermostat?.setpoints ?? [])].filter(isKnown);
  const measurements = readings.filter((value) => measurementClasses.includes(value.commandClass));
  return [...states, ...[...settings, ...measurements].filter(stale)].slice(0, mostAsked);
}

async function ask(
  home: Home,
  value: ZwaveValue,
  { signal }: CallOptions,
): Promise<{ value: unknown } | "silent"> {
  try {
    return { value: await home.pollShared(value, { signal }) };
  } catch (error) {
    if (error instanceof GatewayError && (error.kind === "refused" || error.kind === "timeout"))
      return "silent";
    throw error;
  }
}

function withValues(device: Device, answers: ReadonlyMap<ZwaveValue, ZwaveValue>): Device {
  const newer = <T extends ZwaveValue | undefined>(value: T) =>
    value === undefined ? value : (answers.get(value) ?? value);
  const renew = <T extends Actuator>(actuator: T | undefined) =>
    actuator === undefined ? undefined : { ...actuator, current: newer(actuator.current) };
  return {
    ...device,
    binary: renew(device.binary),
    level: renew(device.level),
    cover: renew(device.cover),
    lock: renew(device.lock),
    thermostat:
      device.thermostat === undefined
        ? undefined
        : {
            ...device.thermostat,
            mode: newer(device.thermostat.mode),
            setpoints: device.thermostat.setpoints.map(newer),
          },
    readings: device.readings.map(newer),
  };
}
