import { z } from "zod";
import { askDevice } from "../ask-device.ts";
import { chooseDevice } from "../choose-device.ts";
import { deadSentence } from "../command.ts";
import { spokenName } from "../device.ts";
import { Failure } from "../failure.ts";
import { defineTool, reading } from "../tool.ts";
import { describeThermostat, thermostatData, thermostatOutput } from "../thermostat.ts";
import { deviceName } from "./device-name.ts";

export const getThermostat = defineTool({
  name: "get_thermostat",
  title: "Read a thermostat",
  description:
    "Reads a thermostat: measured temperature, setpoints, mode, the modes it offers, and what it does now.",
  input: z.strictObject({ deviceName }),
  output: thermostatOutput,
  annotations: reading,
  async run({ deviceName }, { home, signal }) {
    const chosen = await chooseDevice(home, deviceName, {
      signal,
      can: ({ thermostat }) => thermostat !== undefined,
    });
    if (chosen.thermostat === undefined) throw new Failure(`${spokenName(chosen)} is not a thermostat.`);
    const { device, silent } = await askDevice(home, chosen, { signal });
    const data = thermostatData(device);
    const state = describeThermostat(device);
    if (device.status === "dead" || silent) {
      const reason = silent ? `${spokenName(device)} did not answer just now.` : deadSentence(device);
      return { text: `${reason} What it last reported: ${state}`, data, failed: true };
    }
    return { text: state, data };
  },
});
