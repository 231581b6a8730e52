import type { DeviceSpec } from "./network/device-spec.ts";

/** A small flat with one of everything. The order gives the node ids, from 2. */
export const defaultHome: readonly DeviceSpec[] = [
  { kind: "dimmer", room: "Kitchen", name: "Ceiling Light" },
  { kind: "switch", room: "Kitchen", name: "Kitchen Light" },
  { kind: "dimmer", room: "Living Room", name: "Floor Lamp", state: { level: 30 }, supervised: true },
  { kind: "cover", room: "Living Room", name: "Blinds", state: { level: 99 } },
  { kind: "thermostat", room: "Living Room", name: "Thermostat", state: { mode: 1, heating: 21 } },
  {
    kind: "sensor",
    room: "Bedroom",
    name: "Climate Sensor",
    state: { temperature: 19.5, humidity: 52, battery: 87 },
  },
  { kind: "switch", room: "Bedroom", name: "Bedside Lamp" },
  {
    kind: "lock",
    room: "Hallway",
    name: "Front Door",
    state: { locked: true, battery: 64 },
    supervised: true,
  },
  { kind: "switch", room: "Office", name: "Desk Lamp", state: { on: true } },
];
