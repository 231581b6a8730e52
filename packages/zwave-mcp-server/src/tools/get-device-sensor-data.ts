import { z } from "zod";
import { askDevice } from "../ask-device.ts";
import { chooseDevice } from "../choose-device.ts";
import { deadSentence } from "../command.ts";
import { deviceKinds, deviceStatuses, spokenName } from "../device.ts";
import { describeState } from "../device-state.ts";
import { describeReading, toReading } from "../readings.ts";
import { defineTool, reading } from "../tool.ts";
import { deviceName } from "./device-name.ts";

export const getDeviceSensorData = defineTool({
  name: "get_device_sensor_data",
  title: "Read a device",
  description:
    "Reads what a device measures (temperature, humidity, motion, power, battery, …) and its present state, with the age of each reading. A device that can be asked is asked now; a sleeping battery device gives its last report.",
  input: z.strictObject({ deviceName }),
  output: z.object({
    device: z.string(),
    room: z.string(),
    node: z.number(),
    kind: z.enum(deviceKinds),
    status: z.enum(deviceStatuses),
    state: z.string().describe("State of the device as the gateway knows it."),
    readings: z.array(
      z.object({
        name: z.string(),
        value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
        unit: z.string().nullable(),
        text: z.string(),
        reportedAt: z.string().nullable(),
        ageSeconds: z.number().nullable(),
      }),
    ),
  }),
  annotations: reading,
  async run({ deviceName }, { home, signal }) {
    const chosen = await chooseDevice(home, deviceName, {
      signal,
      can: ({ readings }) => readings.length > 0,
    });
    const { device, silent } = await askDevice(home, chosen, { signal });
    const readings = device.readings.map(toReading);
    const data = {
      device: device.name,
      room: device.room,
      node: device.nodeId,
      kind: device.kind,
      status: device.status,
      state: describeState(device),
      readings,
    };
    const state = describeState({ ...device, status: "unknown", readings: [] });
    const lines = [
      ...(device.kind === "sensor" || device.kind === "other" ? [] : [`State: ${state}`]),
      ...readings.map(describeReading),
    ];
    if (device.status === "dead" || silent) {
      const reason = silent ? `${spokenName(device)} did not answer just now.` : deadSentence(device);
      return { text: [`${reason} What it last reported:`, ...lines].join("\n"), data, failed: true };
    }
    const asleep =
      device.status === "asleep" ? " (asleep to save its battery; these are its last reports)" : "";
    const none = readings.length === 0 ? ["It has no sensors."] : [];
    return { text: [`${spokenName(device)}${asleep}`, ...lines, ...none].join("\n"), data };
  },
});
