import { expect, test } from "vitest";
import { spokenName } from "./spoken-name.ts";

test("names of tools and arguments become words", () => {
  expect(spokenName("control_zwave_device")).toBe("Control Z-Wave device");
  expect(spokenName("deviceName")).toBe("Device name");
  expect(spokenName("")).toBe("");
});
