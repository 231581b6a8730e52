import { z } from "zod";
import { chooseDevice } from "../choose-device.ts";
import { looseNumber, parseNumber } from "../level.ts";
import { canSwitch, switchActions, switchDevice } from "../switch-device.ts";
import { defineTool, switching } from "../tool.ts";
import { deviceName } from "./device-name.ts";

export const controlZwaveDevice = defineTool({
  name: "control_zwave_device",
  title: "Switch or dim a device",
  description:
    "Switches one light, dimmer, plug or fan on or off, or dims it to a level. The answer is what the device itself reports afterwards. If the name fits several devices, nothing is switched and the answer asks which one. Not for locks, covers and thermostats: they have their own tools.",
  input: z.strictObject({
    deviceName,
    action: z
      .enum(switchActions)
      .describe('"on" (a dimmer returns to its last level), "off", or "dim" with a level.'),
    level: looseNumber.describe('Brightness in percent, 0 to 100. Required for "dim".'),
  }),
  output: z.object({
    device: z.string(),
    room: z.string(),
    node: z.number(),
    on: z.boolean().nullable().describe("What the device reports; null when it is unknown."),
    level: z.number().nullable().describe("Reported level in percent; null for a device without levels."),
    reached: z.boolean().describe("False while the device is still changing."),
  }),
  annotations: switching,
  async run({ deviceName, action, level }, { home, signal }) {
    const percent =
      action === "off" ? undefined : parseNumber(level, { what: "The level", min: 0, max: 100, unit: " %" });
    const device = await chooseDevice(home, deviceName, { signal, can: canSwitch });
    const { text, ...report } = await switchDevice(home, device, { action, percent, signal });
    return { text, data: { device: device.name, room: device.room, node: device.nodeId, ...report } };
  },
});
