import { expect, test } from "vitest";
import { toToolCall, type DeviceAction } from "./device-action.ts";

const blinds = { id: "5", name: "Blinds", room: "Living Room", kind: "cover", status: "alive" } as const;

function coverArguments(wish: DeviceAction): Record<string, unknown> {
  const { name, args } = toToolCall(blinds, wish);
  expect(name).toBe("control_zwave_cover");
  return args;
}

test("opening with a level moves the cover to that position", () => {
  expect(coverArguments({ action: "open", level: 40 })).toEqual({
    deviceName: "node 5",
    action: "position",
    position: 40,
  });
  expect(coverArguments({ action: "open", level: 0 })).toMatchObject({ action: "position", position: 0 });
});

test("opening and closing without a level go all the way", () => {
  expect(coverArguments({ action: "open" })).toEqual({ deviceName: "node 5", action: "open" });
  expect(coverArguments({ action: "close" })).toEqual({ deviceName: "node 5", action: "close" });
});
