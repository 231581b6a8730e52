import { z } from "zod";
import { type Device, deviceKinds, deviceStatuses, labelOf } from "../device.ts";
import { findRooms } from "../device-names.ts";
import { describeState } from "../device-state.ts";
import { Failure } from "../failure.ts";
import { looseNumber, parseNumber } from "../level.ts";
import { paginate } from "../paginate.ts";
import { defineTool, reading } from "../tool.ts";

const mostRooms = 60;

export const listZwaveDevices = defineTool({
  name: "list_zwave_devices",
  title: "List the devices of the home",
  description:
    'Lists the Z-Wave devices with room, name, kind and present state, one per line. A large home comes in pages with a summary by room; ask for "page", or narrow it down by room or kind. Use the names of this list with the other tools.',
  input: z.strictObject({
    room: z.string().trim().max(200).optional().describe("Only devices in this room."),
    kind: z.enum(deviceKinds).optional().describe('Only devices of this kind; "light" includes dimmers.'),
    status: z.enum(deviceStatuses).optional().describe('Only devices with this status, such as "dead".'),
    page: looseNumber.describe("Page of the list, from 1. Default 1."),
  }),
  output: z.object({
    total: z.number().describe("Devices that fit, on all pages."),
    page: z.number(),
    pages: z.number(),
    devices: z.array(
      z.object({
        device: z.string(),
        room: z.string(),
        node: z.number(),
        kind: z.enum(deviceKinds),
        status: z.enum(deviceStatuses),
        state: z.string(),
      }),
    ),
  }),
  annotations: reading,
  async run({ room, kind, status, page }, { home, signal }) {
    const all = await home.devices({ signal });
    const rooms = room === undefined || room === "" ? undefined : requireRooms(room, all);
    const fitting = all.filter(
      (device) =>
        (rooms === undefined || rooms.includes(device.room)) &&
        (kind === undefined || device.kind === kind || (kind === "light" && device.kind === "dimmer")) &&
        (status === undefined || device.status === status),
    );
    const pages = paginate(fitting.map((device) => ({ device, line: toLine(device) })));
    const number = Math.trunc(
      parseNumber(page, { what: "The page", min: 1, max: Math.max(pages.length, 1) }) ?? 1,
    );
    const shown = pages[number - 1] ?? [];
    return {
      text: toText({ fitting, shown: shown.map(({ line }) => line), number, pages: pages.length }),
      data: {
        total: fitting.length,
        page: number,
        pages: Math.max(pages.length, 1),
        devices: shown.map(({ device }) => ({
          device: device.name,
          room: device.room,
          node: device.nodeId,
          kind: device.kind,
          status: device.status,
          state: describeState(device),
        })),
      },
    };
  },
});

function toLine(device: Device): string {
  const status = device.status === "alive" || device.status === "dead" ? "" : `, ${device.status}`;
  return `${labelOf(device)} (${device.kind}, node ${device.nodeId}${status}): ${describeState(device)}`;
}

function toText({
  fitting,
  shown,
  number,
  pages,
}: {
  fitting: readonly Device[];
  shown: readonly string[];
  number: number;
  pages: number;
}): string {
  if (fitting.length === 0) return "No device fits.";
  if (pages === 1)
    return [`${fitting.length} ${fitting.length === 1 ? "device" : "devices"}:`, ...shown].join("\n");
  const more =
    number < pages
      ? `${shown.length} of ${fitting.length} devices shown. For the rest call list_zwave_devices again with page ${number + 1}${number + 1 < pages ? ` to ${pages}` : ""}, or with a room or kind.`
      : `This is the last page of ${fitting.length} devices.`;
  const summary = number === 1 ? roomSummary(fitting) : [];
  return [`${fitting.length} devices, page ${number} of ${pages}.`, ...summary, ...shown, more].join("\n");
}

function roomSummary(devices: readonly Device[]): string[] {
  const counts = new Map<string, number>();
  for (const { room } of devices) counts.set(room, (counts.get(room) ?? 0) + 1);
  const rooms = [...counts].map(([room, count]) => `${room === "" ? "no room" : room} ${count}`);
  const rest = rooms.length - mostRooms;
  return [`By room: ${rooms.slice(0, mostRooms).join(", ")}${rest > 0 ? ` and ${rest} more rooms` : ""}.`];
}

function requireRooms(query: string, devices: readonly Device[]): string[] {
  const rooms = [...new Set(devices.map(({ room }) => room))].filter((room) => room !== "");
  const found = findRooms(query, rooms);
  if (found.length > 0) return found;
  const known =
    rooms.length === 0
      ? "No device has been put into a room yet."
      : `There are: ${rooms.slice(0, mostRooms).join(", ")}.`;
  throw new Failure(`There is no room called "${query}". ${known}`);
}
