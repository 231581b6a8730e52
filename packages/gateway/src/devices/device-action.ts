import { z } from "zod";
import { nodeName, type Device } from "./device.ts";

const level = z
  .number("must be a number from 0 to 100")
  .min(0, "must be at least 0")
  .max(100, "must be at most 100");

export const deviceActionSchema = z.discriminatedUnion(
  "action",
  [
    z.strictObject({
      action: z.enum(["on", "off", "lock", "unlock", "open", "close"]),
      level: level.optional(),
    }),
    z.strictObject({ action: z.literal("dim"), level }),
    z.strictObject({
      action: z.literal("set-temperature"),
      temperature: z.number("must be a number of degrees"),
    }),
  ],
  "must be on, off, dim, lock, unlock, open, close or set-temperature",
);

export type DeviceAction = z.output<typeof deviceActionSchema>;

/** The tool call that does what was clicked, addressed so that no other device can be meant. */
export function toToolCall(
  { id }: Device,
  wish: DeviceAction,
): { name: string; args: Record<string, unknown> } {
  const deviceName = nodeName(id);
  switch (wish.action) {
    case "on":
    case "off":
      return { name: "control_zwave_device", args: { deviceName, action: wish.action } };
    case "dim":
      return { name: "control_zwave_device", args: { deviceName, action: "dim", level: wish.level } };
    case "lock":
      return { name: "lock_door", args: { deviceName } };
    case "unlock":
      return { name: "unlock_door", args: { deviceName } };
    case "open":
      return {
        name: "control_zwave_cover",
        args:
          wish.level === undefined
            ? { deviceName, action: "open" }
            : { deviceName, action: "position", position: wish.level },
      };
    case "close":
      return { name: "control_zwave_cover", args: { deviceName, action: "close" } };
    case "set-temperature":
      return { name: "set_thermostat", args: { deviceName, temperature: wish.temperature } };
    default:
      return wish satisfies never;
  }
}
