import { CommandClasses } from "@zwave-js/core";
import { ccCaps, type PartialCCCapabilities } from "@zwave-js/testing";
import {
  DoorLockMode,
  DoorLockOperationType,
  SwitchType,
  ThermostatMode,
  ThermostatSetpointType,
} from "zwave-js";
import type { DeviceKind, DeviceSpec, PhysicalState } from "./device-spec.ts";

interface KindDefinition {
  genericDeviceClass: number;
  specificDeviceClass: number;
  /** The state of a device whose specification says nothing. */
  initial: PhysicalState;
  commandClasses: (state: PhysicalState) => PartialCCCapabilities[];
}

const airTemperature = 1;
const humidity = 5;

const kinds: ReadonlyMap<DeviceKind, KindDefinition> = new Map<DeviceKind, KindDefinition>([
  [
    "switch",
    {
      genericDeviceClass: 0x10,
      specificDeviceClass: 1,
      initial: { on: false },
      commandClasses: () => [
        ccCaps({ ccId: CommandClasses["Binary Switch"], isSupported: true, version: 2 }),
      ],
    },
  ],
  [
    "dimmer",
    {
      genericDeviceClass: 0x11,
      specificDeviceClass: 1,
      initial: { level: 0 },
      commandClasses: () => [multilevelSwitch(SwitchType["Down/Up"])],
    },
  ],
  [
    "cover",
    {
      genericDeviceClass: 0x11,
      // "Motor Control Class B": a motor that knows its position
      specificDeviceClass: 6,
      initial: { level: 0 },
      commandClasses: () => [multilevelSwitch(SwitchType["Close/Open"])],
    },
  ],
  [
    "sensor",
    {
      genericDeviceClass: 0x21,
      specificDeviceClass: 1,
      initial: { temperature: 21, humidity: 45 },
      commandClasses: (state) => [multilevelSensor(state)],
    },
  ],
  [
    "thermostat",
    {
      genericDeviceClass: 0x08,
      specificDeviceClass: 6,
      initial: { mode: ThermostatMode.Off, heating: 21, cooling: 24, temperature: 20 },
      commandClasses: (state) => [
        multilevelSensor(state),
        ccCaps({
          ccId: CommandClasses["Thermostat Mode"],
          isSupported: true,
          version: 3,
          supportedModes: [ThermostatMode.Off, ThermostatMode.Heat, ThermostatMode.Cool, ThermostatMode.Auto],
        }),
        ccCaps({
          ccId: CommandClasses["Thermostat Setpoint"],
          isSupported: true,
          version: 3,
          setpoints: {
            [ThermostatSetpointType.Heating]: { minValue: 5, maxValue: 30, scale: "°C" },
            [ThermostatSetpointType.Cooling]: { minValue: 16, maxValue: 35, scale: "°C" },
          },
        }),
      ],
    },
  ],
  [
    "lock",
    {
      genericDeviceClass: 0x40,
      specificDeviceClass: 3,
      initial: { locked: false },
      commandClasses: () => [
        ccCaps({
          ccId: CommandClasses["Door Lock"],
          isSupported: true,
          version: 4,
          supportedOperationTypes: [DoorLockOperationType.Constant],
          supportedDoorLockModes: [DoorLockMode.Unsecured, DoorLockMode.Secured],
        }),
      ],
    },
  ],
]);

export function initialState({ kind, state = {} }: DeviceSpec): PhysicalState {
  const { initial } = definitionOf(kind);
  if (kind !== "sensor") return { ...initial, ...state };
  const measures = state.temperature !== undefined || state.humidity !== undefined;
  return measures ? { ...state } : { ...initial, ...state };
}

/** What the mock node is made of. `state` is read whenever the node is asked, so it must be the living one. */
export function nodeCapabilities(spec: DeviceSpec, state: PhysicalState) {
  const { genericDeviceClass, specificDeviceClass, commandClasses } = definitionOf(spec.kind);
  return {
    genericDeviceClass,
    specificDeviceClass,
    // A simulated radio needs no time on air.
    txDelay: 0,
    isListening: !spec.sleeps,
    commandClasses: [
      CommandClasses.Version,
      CommandClasses["Manufacturer Specific"],
      ...commandClasses(state),
      ...(state.battery === undefined ? [] : [CommandClasses.Battery as PartialCCCapabilities]),
      ...(spec.sleeps ? [CommandClasses["Wake Up"] as PartialCCCapabilities] : []),
      ...(spec.supervised ? [CommandClasses.Supervision as PartialCCCapabilities] : []),
    ],
  };
}

function definitionOf(kind: DeviceKind): KindDefinition {
  const definition = kinds.get(kind);
  if (!definition) throw new Error(`No device kind "${kind}". Known: ${[...kinds.keys()].join(", ")}.`);
  return definition;
}

function multilevelSwitch(primarySwitchType: SwitchType): PartialCCCapabilities {
  return ccCaps({
    ccId: CommandClasses["Multilevel Switch"],
    isSupported: true,
    version: 4,
    primarySwitchType,
  });
}

function multilevelSensor(state: PhysicalState): PartialCCCapabilities {
  const sensors: Record<number, { supportedScales: number[] }> = {};
  if (state.temperature !== undefined) sensors[airTemperature] = { supportedScales: [0] };
  if (state.humidity !== undefined) sensors[humidity] = { supportedScales: [0] };
  return ccCaps({
    ccId: CommandClasses["Multilevel Sensor"],
    isSupported: true,
    version: 11,
    sensors,
    getValue: (type) => (type === humidity ? state.humidity : state.temperature),
  });
}
