import { z } from "zod";
import { type Device, labelOf } from "../device.ts";
import { findRooms } from "../device-names.ts";
import { explain, Failure } from "../failure.ts";
import { GatewayError } from "../gateway-error.ts";
import { looseNumber, parseNumber } from "../level.ts";
import { canSwitch, switchActions, switchDevice } from "../switch-device.ts";
import { defineTool, switching } from "../tool.ts";

const groups = ["light", "switch", "fan", "all"] as const;
type Group = (typeof groups)[number];

const inGroup = (group: Group) => (device: Device) => {
  if (group === "all") return canSwitch(device);
  if (group === "light") return device.kind === "light" || device.kind === "dimmer";
  return device.kind === group;
};

export const controlZwaveRoom = defineTool({
  name: "control_zwave_room",
  title: "Switch a whole room",
  description:
    'Switches or dims all lights of a room at once ("all lights in the kitchen"), or its plugs, fans, or everything that can be switched. Locks, covers and thermostats are never touched. The answer says for each device what it reports.',
  input: z.strictObject({
    room: z
      .string()
      .trim()
      .min(1, "must not be empty")
      .max(200, "must be at most 200 characters")
      .describe('Name of the room, or "all" for the whole home.'),
    kind: z
      .enum(groups)
      .default("light")
      .describe('"light" (also dimmers), "switch" (plugs and relays), "fan", or "all" of these.'),
    action: z.enum(switchActions).describe('"on", "off", or "dim" with a level.'),
    level: looseNumber.describe('Brightness in percent, 0 to 100. Required for "dim".'),
  }),
  output: z.object({
    room: z.string(),
    switched: z.number().describe("How many devices report what was asked for."),
    failed: z.number(),
    devices: z.array(
      z.object({
        device: z.string(),
        room: z.string(),
        node: z.number(),
        ok: z.boolean(),
        report: z.string().describe("What the device reports, or why it failed."),
      }),
    ),
  }),
  annotations: switching,
  async run({ room, kind, action, level }, { home, signal }) {
    const percent =
      action === "off" ? undefined : parseNumber(level, { what: "The level", min: 0, max: 100, unit: " %" });
    if (action === "dim" && percent === undefined) {
      throw new Failure("To dim a room, a level from 0 to 100 is needed. Nothing was switched.");
    }
    const all = await home.devices({ signal });
    const where = chooseRoom(room, all);
    const inRoom = where === undefined ? all : all.filter((device) => device.room === where);
    const chosen = inRoom
      .filter(inGroup(kind))
      .filter((device) => action !== "dim" || device.level !== undefined);
    const place = where ?? "the home";
    if (chosen.length === 0) throw new Failure(noneSentence(place, { kind, action, inRoom }));

    const devices = await Promise.all(
      chosen.map(async (device) => {
        const base = { device: device.name, room: device.room, node: device.nodeId };
        try {
          const { text } = await switchDevice(home, device, { action, percent, signal });
          return { ...base, ok: true, report: text };
        } catch (error) {
          if (error instanceof Failure) return { ...base, ok: false, report: error.message };
          if (!(error instanceof GatewayError) || error.kind === "cancelled") throw error;
          return { ...base, ok: false, report: `${labelOf(device)} was not switched. ${explain(error)}` };
        }
      }),
    );
    const failures = devices.filter(({ ok }) => !ok);
    const switched = devices.length - failures.length;
    const head =
      failures.length === 0
        ? `${place}: ${count(switched)} done.`
        : `${place}: ${count(failures.length)} of ${devices.length} failed.`;
    // Failures first: they are what the person must hear.
    const lines = [...failures, ...devices.filter(({ ok }) => ok)].map(({ report }) => report);
    return {
      text: [head, ...lines].join("\n"),
      data: { room: place, switched, failed: failures.length, devices },
      failed: failures.length > 0,
    };
  },
});

/** Undefined stands for the whole home. */
function chooseRoom(query: string, devices: readonly Device[]): string | undefined {
  const rooms = [...new Set(devices.map(({ room }) => room))].filter((room) => room !== "");
  const [found, another, ...more] = findRooms(query, rooms);
  if (found !== undefined && another === undefined) return found;
  if (found !== undefined) {
    const names = [found, another, ...more].map((room) => `"${room}"`).join(", ");
    throw new Failure(`Which room is meant by "${query}": ${names}? Nothing was switched.`);
  }
  if (/^(all|everywhere|(the )?(whole )?(home|house))( rooms)?$/i.test(query)) return undefined;
  const known =
    rooms.length === 0
      ? "No device has been put into a room yet."
      : `There are: ${rooms.slice(0, 40).join(", ")}.`;
  throw new Failure(`There is no room called "${query}". ${known} Nothing was switched.`);
}

function noneSentence(
  place: string,
  { kind, action, inRoom }: { kind: Group; action: string; inRoom: readonly Device[] },
): string {
  const what = kind === "all" ? "device that can be switched" : kind;
  if (action === "dim" && inRoom.some(inGroup(kind))) {
    return `No ${what} in ${place} can be dimmed. Nothing was switched.`;
  }
  const others = inRoom.filter(canSwitch).map((device) => `"${labelOf(device)}"`);
  const hint =
    others.length === 0 ? "" : ` It has ${others.slice(0, 8).join(", ")}; kind "all" switches them too.`;
  return `There is no ${what} in ${place}.${hint} Nothing was switched.`;
}

function count(devices: number): string {
  return devices === 1 ? "1 device" : `${devices} devices`;
}
