import { z } from "zod";
import { chooseDevice } from "../choose-device.ts";
import { carryOut } from "../command.ts";
import { type Device, spokenName } from "../device.ts";
import { describeLock } from "../device-state.ts";
import { Failure } from "../failure.ts";
import { dangerous, defineTool, switching, type ToolContext } from "../tool.ts";
import { deviceName } from "./device-name.ts";

const secured = 255;
const unsecured = 0;
/** A bolt moves for some seconds before it reports. */
const boltTimeFactor = 2;

const input = z.strictObject({ deviceName });
const output = z.object({
  device: z.string(),
  room: z.string(),
  node: z.number(),
  locked: z.boolean().nullable().describe("What the lock reports; null when it is unknown."),
  state: z.string(),
});

export const lockDoor = defineTool({
  name: "lock_door",
  title: "Lock a door",
  description: "Locks a door lock and reports whether the lock says that it is locked.",
  input,
  output,
  annotations: switching,
  run: ({ deviceName }, context) => moveBolt(deviceName, secured, context),
});

export const unlockDoor = defineTool({
  name: "unlock_door",
  title: "Unlock a door",
  description:
    "Unlocks a door lock, which lets anybody in: only when the person has clearly asked for it. The name must fit exactly one lock; a misspelt name is not guessed.",
  input,
  output,
  annotations: dangerous,
  run: ({ deviceName }, context) => moveBolt(deviceName, unsecured, context),
});

async function moveBolt(
  deviceName: string,
  mode: typeof secured | typeof unsecured,
  { home, signal }: ToolContext,
) {
  const can = ({ lock }: Device) => lock !== undefined;
  const device = await chooseDevice(home, deviceName, { signal, can, allowNear: mode === secured });
  if (device.lock === undefined)
    throw new Failure(`${spokenName(device)} is not a lock. Nothing was switched.`);
  const { reported } = await carryOut(
    home,
    {
      device,
      ...device.lock,
      newValue: mode,
      reached: (value) => value === mode,
      describe: describeLock,
      wanted: describeLock(mode),
      confirmTimeoutMs: home.config.confirmTimeoutMs * boltTimeFactor,
    },
    { signal },
  );
  const state = describeLock(reported);
  const locked = reported === secured ? true : reported === unsecured ? false : null;
  return {
    text: `${spokenName(device)} is ${state}.`,
    data: { device: device.name, room: device.room, node: device.nodeId, locked, state },
  };
}
