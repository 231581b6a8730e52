import { z } from "zod";
import { chooseDevice } from "../choose-device.ts";
import { carryOut, type Command } from "../command.ts";
import { type Device, spokenName } from "../device.ts";
import { describePosition } from "../device-state.ts";
import { Failure } from "../failure.ts";
import { levelFromPercent, looseNumber, parseNumber, percentFromLevel } from "../level.ts";
import { defineTool, switching } from "../tool.ts";
import { deviceName } from "./device-name.ts";

const actions = ["open", "close", "stop", "position"] as const;

export const controlZwaveCover = defineTool({
  name: "control_zwave_cover",
  title: "Move a blind, shutter or curtain",
  description:
    "Opens, closes or stops a blind, shutter, shade or curtain, or moves it to a position in percent open. It takes a while to move: the answer says where it reports to be and whether it is still moving.",
  input: z.strictObject({
    deviceName,
    action: z.enum(actions).describe('"open", "close", "stop", or "position" with a position.'),
    position: looseNumber.describe('How far open in percent: 0 closed, 100 open. Required for "position".'),
  }),
  output: z.object({
    device: z.string(),
    room: z.string(),
    node: z.number(),
    position: z.number().nullable().describe("Reported position in percent open."),
    reached: z.boolean().describe("False while it is still moving."),
  }),
  annotations: switching,
  async run({ deviceName, action, position }, { home, signal }) {
    const percent = targetPercent(action, position);
    const device = await chooseDevice(home, deviceName, { signal, can: ({ cover }) => cover !== undefined });
    const command = percent === undefined ? stopCommand(device) : moveCommand(device, percent);
    const { reported, reached } = await carryOut(home, command, { signal });
    const moving = reached ? "" : ` and still moving; it was asked to be ${command.wanted}`;
    return {
      text: `${spokenName(device)} is ${describePosition(reported)}${moving}.`,
      data: {
        device: device.name,
        room: device.room,
        node: device.nodeId,
        position: typeof reported === "number" ? percentFromLevel(reported) : null,
        reached,
      },
    };
  },
});

/** Undefined stands for "stop where you are". */
function targetPercent(
  action: (typeof actions)[number],
  position: string | number | undefined,
): number | undefined {
  if (action === "open") return 100;
  if (action === "close") return 0;
  if (action === "stop") return undefined;
  const percent = parseNumber(position, { what: "The position", min: 0, max: 100, unit: " %" });
  if (percent !== undefined) return percent;
  throw new Failure("To move to a position, a position from 0 to 100 is needed. Nothing was switched.");
}

function moveCommand(device: Device, percent: number): Command {
  const cover = requireCover(device);
  const level = levelFromPercent(percent);
  return {
    device,
    ...cover,
    newValue: level,
    reached: (reported) => reported === level,
    describe: describePosition,
    wanted: describePosition(level),
    travels: true,
  };
}

/** It stands still when it reports the same position twice. */
function stopCommand(device: Device): Command {
  const cover = requireCover(device);
  if (cover.stop === undefined)
    throw new Failure(`${spokenName(device)} cannot be stopped on its way. Nothing was switched.`);
  let last: unknown;
  return {
    device,
    current: cover.current,
    target: cover.stop,
    newValue: false,
    reached: (reported) => {
      const still = reported === last;
      last = reported;
      return still;
    },
    describe: describePosition,
    wanted: "stopped",
    travels: true,
  };
}

function requireCover(device: Device): NonNullable<Device["cover"]> {
  if (device.cover !== undefined) return device.cover;
  throw new Failure(`${spokenName(device)} is not a blind, shutter or curtain. Nothing was switched.`);
}
