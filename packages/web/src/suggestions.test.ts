import { expect, test } from "vitest";
import { readDevice, type Device } from "./device.ts";
import { suggestions } from "./suggestions.ts";

test("suggestions fit the home and leave dead devices out", () => {
  const lamp = device({ kind: "switch", name: "Kitchen Light", room: "Kitchen", on: false });
  const dead = device({ kind: "lock", name: "Front Door", status: "dead" });
  expect(suggestions([lamp, dead])).toEqual(["Turn on the kitchen light", "What can you do?"]);
  expect(suggestions([])).toEqual(["What can you do?"]);
});

function device(fields: Record<string, unknown>): Device {
  const read = readDevice({ id: "1", name: "Lamp", room: "Hall", status: "alive", ...fields });
  if (!read) throw new Error("Not a device");
  return read;
}
