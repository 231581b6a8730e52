import type { Device } from "./device.ts";

export interface Room {
  readonly name: string;
  readonly devices: readonly Device[];
}

/** Devices by room, in the order in which the gateway lists them. */
export function groupByRoom(devices: readonly Device[]): Room[] {
  const rooms = new Map<string, Device[]>();
  for (const device of devices) {
    const room = rooms.get(device.room);
    if (room) room.push(device);
    else rooms.set(device.room, [device]);
  }
  return [...rooms].map(([name, members]) => ({ name, devices: members }));
}

/** `2 on`, or nothing to say. */
export function roomSummary(devices: readonly Device[]): string {
  const on = devices.filter((device) => device.status !== "dead" && device.on === true).length;
  const unlocked = devices.some((device) => device.locked === false);
  return [on > 0 ? `${on} on` : "", unlocked ? "unlocked" : ""].filter(Boolean).join(" · ");
}
