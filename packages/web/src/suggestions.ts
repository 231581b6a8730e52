import type { Device } from "./device.ts";

const always = ["What can you do?"];

/** First commands that fit this home, four at most. */
export function suggestions(devices: readonly Device[]): string[] {
  const alive = devices.filter((device) => device.status !== "dead");
  const find = (...kinds: Device["kind"][]) => alive.find((device) => kinds.includes(device.kind));
  const found: string[] = [];

  const lamp =
    alive.find((device) => device.kind === "switch" && device.on === false) ?? find("switch", "dimmer");
  if (lamp) found.push(`Turn ${lamp.on ? "off" : "on"} ${fullName(lamp)}`);
  const sensor = find("sensor");
  if (sensor?.readings.some(({ name }) => /temperature/i.test(name)))
    found.push(`How warm is it in ${the(sensor.room)}?`);
  const lock = find("lock");
  if (lock) found.push(`Is ${the(lock.name)} locked?`);
  const cover = find("cover");
  if (cover) found.push(`${cover.level === 0 ? "Open" : "Close"} ${fullName(cover)}`);
  return [...found, ...always].slice(0, 4);
}

/** `the kitchen light`, `the bedroom bedside lamp`: with its room unless the name has it. */
function fullName({ name, room }: Device): string {
  const withRoom = name.toLowerCase().includes(room.toLowerCase()) || room === "Elsewhere";
  return the(withRoom ? name : `${room} ${name}`);
}

function the(name: string): string {
  return `the ${name.toLowerCase()}`;
}
