import { expect, test } from "vitest";
import { readDevice } from "./device.ts";

test("a device from the wire has a room, a name and a kind, whatever it lacks", () => {
  expect(readDevice({ id: 7 })).toMatchObject({
    id: "7",
    name: "Device 7",
    room: "Elsewhere",
    kind: "sensor",
  });
  expect(readDevice({ id: "7", kind: "constructor", level: 400 })).toMatchObject({
    kind: "sensor",
    level: 100,
  });
  expect(readDevice("seven")).toBeUndefined();
});
