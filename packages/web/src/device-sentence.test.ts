import { expect, test } from "vitest";
import { deviceSentence } from "./device-sentence.ts";
import { readDevice, type Device } from "./device.ts";

test("a device says what it does in a few words", () => {
  expect(deviceSentence(device({ kind: "dimmer", on: true, level: 30 }))).toBe("30 %");
  expect(deviceSentence(device({ kind: "cover", position: 0 }))).toBe("Closed");
  expect(deviceSentence(device({ kind: "lock", locked: true, battery: 64 }))).toBe("Locked · Battery 64 %");
  expect(deviceSentence(device({ kind: "switch", on: true, status: "dead" }))).toBe("Not responding");
  expect(deviceSentence(device({ kind: "switch" }))).toBe("No report yet");
});

function device(fields: Record<string, unknown>): Device {
  const read = readDevice({ id: "1", name: "Lamp", room: "Hall", status: "alive", ...fields });
  if (!read) throw new Error("Not a device");
  return read;
}
