import { Duration } from "@zwave-js/core";
import {
  BatteryCCGet,
  BatteryCCReport,
  BinarySwitchCCGet,
  BinarySwitchCCReport,
  type CommandClass,
  DoorLockCCOperationGet,
  DoorLockCCOperationReport,
  DoorLockMode,
  MultilevelSensorCCReport,
  MultilevelSwitchCCGet,
  MultilevelSwitchCCReport,
  ThermostatModeCCGet,
  ThermostatModeCCReport,
  ThermostatSetpointCCGet,
  ThermostatSetpointCCReport,
  ThermostatSetpointType,
  WakeUpCCIntervalGet,
  WakeUpCCIntervalReport,
  WakeUpCCWakeUpNotification,
} from "zwave-js";
import type { PhysicalState } from "./device-spec.ts";

/** The controller is node 1; reports are addressed to it. */
const nodeId = 1;
const now = (): Duration => new Duration(0, "seconds");
const everyHandle: [boolean, boolean, boolean, boolean] = [true, true, true, true];

/** What a node answers when it is asked; undefined for questions that the mock's own behaviours answer. */
export function answerQuestion(state: PhysicalState, question: CommandClass): CommandClass | undefined {
  if (question instanceof BinarySwitchCCGet) {
    return new BinarySwitchCCReport({ nodeId, currentValue: state.on ?? false });
  }
  if (question instanceof MultilevelSwitchCCGet) return levelReport(state);
  if (question instanceof ThermostatModeCCGet) return modeReport(state);
  if (question instanceof ThermostatSetpointCCGet) return setpointReport(state, question.setpointType);
  if (question instanceof DoorLockCCOperationGet) return lockReport(state);
  if (question instanceof BatteryCCGet) return batteryReport(state);
  if (question instanceof WakeUpCCIntervalGet) return wakeUpIntervalReport();
  return undefined;
}

/** Sent unasked when someone used the switch itself: the target follows what the hand did. */
export function switchReport({ on = false }: PhysicalState): CommandClass {
  return new BinarySwitchCCReport({ nodeId, currentValue: on, targetValue: on, duration: now() });
}

export function levelReport({ level = 0 }: PhysicalState): CommandClass {
  return new MultilevelSwitchCCReport({ nodeId, currentValue: level, targetValue: level, duration: now() });
}

export function modeReport({ mode = 0 }: PhysicalState): CommandClass {
  return new ThermostatModeCCReport({ nodeId, mode });
}

export function setpointReport(state: PhysicalState, type: ThermostatSetpointType): CommandClass {
  const value = type === ThermostatSetpointType.Cooling ? state.cooling : state.heating;
  return new ThermostatSetpointCCReport({ nodeId, type, value: value ?? 0, scale: 0 });
}

export function lockReport({ locked = false }: PhysicalState): CommandClass {
  const mode = locked ? DoorLockMode.Secured : DoorLockMode.Unsecured;
  return new DoorLockCCOperationReport({
    nodeId,
    currentMode: mode,
    outsideHandlesCanOpenDoor: everyHandle,
    insideHandlesCanOpenDoor: everyHandle,
    doorStatus: "closed",
    boltStatus: locked ? "locked" : "unlocked",
    latchStatus: "closed",
    targetMode: mode,
    duration: now(),
  });
}

export function batteryReport({ battery = 100 }: PhysicalState): CommandClass {
  return new BatteryCCReport({ nodeId, level: battery });
}

function wakeUpIntervalReport(): CommandClass {
  const wakeUpInterval = 3_600;
  const report = new WakeUpCCIntervalReport({ nodeId, wakeUpInterval, controllerNodeId: nodeId });
  // The driver only ever reads this report, so its class cannot write it: three bytes of seconds, one of node.
  const payload = Uint8Array.of(0, wakeUpInterval >> 8, wakeUpInterval & 0xff, nodeId);
  return Object.assign(report, { payload });
}

export function wakeUpNotice(): CommandClass {
  return new WakeUpCCWakeUpNotification({ nodeId });
}

export function temperatureReport({ temperature = 0 }: PhysicalState): CommandClass {
  return new MultilevelSensorCCReport({ nodeId, type: 1, scale: 0, value: temperature });
}

export function humidityReport({ humidity = 0 }: PhysicalState): CommandClass {
  return new MultilevelSensorCCReport({ nodeId, type: 5, scale: 0, value: humidity });
}
