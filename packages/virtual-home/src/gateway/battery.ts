import { CommandClasses } from "@zwave-js/core";
import type { UiNode } from "./ui-node.ts";
import type { UiValue } from "./ui-value.ts";

const batteryClass: number = CommandClasses.Battery;

/** A battery level stands at the node as well, with the lowest of several. */
export function noteBattery(ui: UiNode, { commandClass, property, endpoint = 0, value }: UiValue): void {
  if (commandClass !== batteryClass || property !== "level" || typeof value !== "number") return;
  ui.batteryLevels = { ...ui.batteryLevels, [endpoint]: value };
  ui.minBatteryLevel = Math.min(...Object.values(ui.batteryLevels));
}
