import { pino } from "pino";
import { expect, test } from "vitest";
import { fakeDimmer, fakeNode, fakeSensor, fakeSwitch } from "../testing/nodes.ts";
import { devicesOf, labelOf } from "./device.ts";
import { findDevices, findRooms } from "./device-names.ts";
import { parseNodes } from "./zwave-node.ts";

const lock = fakeNode({ id: 20, room: "Hall", name: "Front Door" }, [
  { commandClass: 98, endpoint: 0, property: "currentMode", value: 255 },
  { commandClass: 98, endpoint: 0, property: "targetMode", value: 255, writeable: true },
]);
const names: [room: string, name: string][] = [
  ["Kitchen", "Ceiling Light"],
  ["Kitchen", "Counter Light"],
  ["Bedroom", "Lamp"],
  ["Office", "Lamp"],
  ["Bedroom", "Zoë's Reading Lamp"],
  ["Garage", "Wall Light"],
  ["Garage", "Lamp 1"],
  ["Garage", "Lamp 2"],
  ["Bath", "Mirror"],
  ["", "Loose Plug"],
];
const nodes = [
  ...names.map(([room, name], index) => fakeDimmer({ id: index + 2, room, name })),
  fakeSensor({ id: 30, room: "Kitchen", name: "Climate" }),
  fakeSwitch({ id: 31, room: "Attic", name: "" }),
  lock,
];
const devices = (parseNodes(nodes, pino({ level: "silent" })) ?? []).flatMap(devicesOf);

function find(query: string): string[] {
  return findDevices(query, devices)?.found.map(labelOf) ?? [];
}

test.each([
  ["Kitchen/Ceiling Light", "Kitchen/Ceiling Light"],
  ["Ceiling Light", "Kitchen/Ceiling Light"],
  ["ceiling light", "Kitchen/Ceiling Light"],
  ["kitchen ceiling light", "Kitchen/Ceiling Light"],
  ["kitchen_ceiling_light", "Kitchen/Ceiling Light"],
  ["the ceiling light in the kitchen", "Kitchen/Ceiling Light"],
  ["ceil", "Kitchen/Ceiling Light"],
  ["kichen celing light", "Kitchen/Ceiling Light"],
  ["office lamp", "Office/Lamp"],
  ["lamp in the office", "Office/Lamp"],
  ["ZOE’S reading lamp", "Bedroom/Zoë's Reading Lamp"],
  ["zoes reading lamp", "Bedroom/Zoë's Reading Lamp"],
  ["Zoe\u0308's Reading Lamp", "Bedroom/Zoë's Reading Lamp"],
  ["bath light", "Bath/Mirror"],
  ["loose plug", "Loose Plug"],
  ["kitchen sensor", "Kitchen/Climate"],
  ["lamp 2", "Garage/Lamp 2"],
  ["node 31", "Attic/Node 31"],
  ["attic", "Attic/Node 31"],
])("%j means %j [Z4]", (query, label) => {
  expect(find(query)).toEqual([label]);
});

test.each([
  ["Lamp", ["Bedroom/Lamp", "Office/Lamp"]],
  ["the light in the kitchen", ["Kitchen/Ceiling Light", "Kitchen/Counter Light"]],
  ["garage lamp", ["Garage/Lamp 1", "Garage/Lamp 2"]],
])("%j could be several, and all are handed back [Z4]", (query, labels) => {
  expect(find(query)).toEqual(labels);
});

test.each([
  ["", "nothing"],
  ["   ", "blanks"],
  ["'", "punctuation"],
  ["bedroom ceiling light", "a light that is in another room"],
  ["hall light", "a word the home knows is not taken for a slip of another"],
  ["lamp 3", "a number is never nearly right"],
  ["constructor", "a name of JavaScript's own"],
  ["toaster", "something that is not there"],
  ["x".repeat(10_000), "a very long name"],
])("%j finds nothing: %s", (query) => {
  expect(find(query)).toEqual([]);
});

test("an exact name wins over one that only contains it, and case over folding", () => {
  const pair = [fakeSwitch({ id: 2, room: "", name: "Café" }), fakeSwitch({ id: 3, room: "", name: "Cafe" })];
  const both = (parseNodes(pair, pino({ level: "silent" })) ?? []).flatMap(devicesOf);
  expect(findDevices("café", both)).toMatchObject({ match: "case-insensitive", found: [{ nodeId: 2 }] });
  expect(findDevices("Cafe", both)).toMatchObject({ match: "label", found: [{ nodeId: 3 }] });
});

test("rooms are found like devices: exact, folded, contained, near", () => {
  const rooms = ["Living Room", "Bedroom", "Kids' Bedroom", "Küche"];
  expect(findRooms("Bedroom", rooms)).toEqual(["Bedroom"]);
  expect(findRooms("the living room", rooms)).toEqual(["Living Room"]);
  expect(findRooms("living", rooms)).toEqual(["Living Room"]);
  expect(findRooms("kuche", rooms)).toEqual(["Küche"]);
  expect(findRooms("kids bedroom", rooms)).toEqual(["Kids' Bedroom"]);
  expect(findRooms("livng room", rooms)).toEqual(["Living Room"]);
  expect(findRooms("cellar", rooms)).toEqual([]);
});
