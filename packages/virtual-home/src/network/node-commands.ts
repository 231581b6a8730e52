import {
  BinarySwitchCCSet,
  type CommandClass,
  DoorLockCCOperationSet,
  DoorLockMode,
  MultilevelSwitchCCSet,
  MultilevelSwitchCCStartLevelChange,
  MultilevelSwitchCCStopLevelChange,
  ThermostatModeCCSet,
  ThermostatSetpointCCSet,
  ThermostatSetpointType,
  WakeUpCCIntervalSet,
} from "zwave-js";
import type { PhysicalState } from "./device-spec.ts";

export const highestLevel = 99;
const restoreLastLevel = 255;

/**
 * The change that a command asks of a device; undefined when the command is none of ours. `lastLevel` is what a
 * dimmer goes back to when it is told "on" without a level.
 */
export function requestedChange(
  command: CommandClass,
  { lastLevel }: { lastLevel: number },
): PhysicalState | undefined {
  if (command instanceof BinarySwitchCCSet) return { on: command.targetValue };
  if (command instanceof MultilevelSwitchCCSet) {
    return {
      level:
        command.targetValue === restoreLastLevel ? lastLevel : Math.min(command.targetValue, highestLevel),
    };
  }
  if (command instanceof MultilevelSwitchCCStartLevelChange) {
    return { level: command.direction === "up" ? highestLevel : 0 };
  }
  if (command instanceof MultilevelSwitchCCStopLevelChange || command instanceof WakeUpCCIntervalSet)
    return {};
  if (command instanceof ThermostatModeCCSet) return { mode: command.mode };
  if (command instanceof ThermostatSetpointCCSet) {
    return command.setpointType === ThermostatSetpointType.Cooling
      ? { cooling: command.value }
      : { heating: command.value };
  }
  if (command instanceof DoorLockCCOperationSet) return { locked: command.mode === DoorLockMode.Secured };
  return undefined;
}
