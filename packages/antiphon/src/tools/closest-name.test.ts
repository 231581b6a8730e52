import { expect, test } from "vitest";
import { closestName } from "./closest-name.ts";

const known = ["get_weather", "list_zwave_devices", "control_zwave_device"];

test.each([
  ["getWeather", "get_weather"],
  ["get-weather", "get_weather"],
  ["GET_WEATHER", "get_weather"],
  ["get_wether", "get_weather"],
  ["list_zwave_device", "list_zwave_devices"],
  ["control_zwave_devices", "control_zwave_device"],
])("%s is meant as %s [E4]", (wrong, right) => {
  expect(closestName(wrong, known)).toBe(right);
});

test.each(["launch_rocket", "", "___", "x", "天気", "x".repeat(1_000_000)])(
  "nothing is meant by %.20s [E4]",
  (wrong) => {
    expect(closestName(wrong, known)).toBeUndefined();
  },
);

test("without tools there is nothing to suggest [E4]", () => {
  expect(closestName("get_weather", [])).toBeUndefined();
});
