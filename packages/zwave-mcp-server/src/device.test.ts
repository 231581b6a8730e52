import { readFileSync } from "node:fs";
import { pino } from "pino";
import { expect, test } from "vitest";
import { fakeDimmer, fakeNode, fakeSwitch } from "../testing/nodes.ts";
import { devicesOf, spokenName } from "./device.ts";
import { describeState } from "./device-state.ts";
import { parseNodes } from "./zwave-node.ts";

const logger = pino({ level: "silent" });
const devices = (nodes: unknown) => (parseNodes(nodes, logger) ?? []).flatMap(devicesOf);

test("the captured list of zwave-js-ui becomes a switch, a dimmer and a sensor, without controller and broadcast", () => {
  const answer = JSON.parse(readFileSync(new URL("../testing/get-nodes.json", import.meta.url), "utf8")) as {
    result: unknown;
  };
  expect(devices(answer.result).map((device) => [device.name, device.kind, describeState(device)])).toEqual([
    ["Node 2", "switch", "on"],
    ["Node 3", "dimmer", "off"],
    ["Node 4", "sensor", "Air temperature 21.5 °C"],
  ]);
});

test("a relay is a light when its name says so, and a fan is not", () => {
  const named = ["Ceiling Light", "Stehlampe", "Spots", "Heater", "Ceiling Fan"];
  const kinds = devices(named.map((name, index) => fakeSwitch({ id: index + 2, room: "", name })));
  expect(kinds.map(({ kind }) => kind)).toEqual(["light", "light", "light", "switch", "fan"]);
});

test("a multilevel switch that opens and closes is a cover", () => {
  const blind = fakeDimmer({ id: 2, room: "", name: "Blind" });
  const open = { commandClass: 38, endpoint: 0, property: "Open", writeable: true, nodeId: 2 };
  blind.values["38-0-Open"] = { ...open, ccSpecific: { switchType: 3 } };
  const motor = {
    ...fakeDimmer({ id: 3, room: "", name: "Motor" }),
    deviceClass: { generic: 17, specific: 6 },
  };
  expect(devices([blind, motor])).toMatchObject([
    { kind: "cover", cover: { stop: { property: "Open" } } },
    { kind: "cover", level: undefined },
  ]);
});

test("a node that switches several things is one device per channel", () => {
  const values = [0, 1, 2].flatMap((endpoint) => [
    { commandClass: 37, endpoint, property: "currentValue", value: endpoint === 2 },
    { commandClass: 37, endpoint, property: "targetValue", writeable: true },
  ]);
  const relay = fakeNode({ id: 9, room: "Hall", name: "Relay" }, values);
  expect(devices([relay]).map((device) => [device.name, describeState(device)])).toEqual([
    ["Relay 1", "off"],
    ["Relay 2", "on"],
  ]);
});

test("a dead device and one that is not interviewed yet say so", () => {
  const dead = { ...fakeSwitch({ id: 2, room: "", name: "A" }, { on: true }), status: "Dead" };
  const young = { ...fakeSwitch({ id: 3, room: "", name: "B" }), ready: false };
  expect(devices([dead, young]).map(describeState)).toEqual([
    "does not answer (dead); last reported: on",
    "not ready: the gateway has not finished its interview",
  ]);
});

test("one unreadable node or value does not hide the others", () => {
  const good = fakeSwitch({ id: 2, room: "", name: "A" });
  good.values["junk"] = null as never;
  expect(devices([null, 7, { id: "x" }, { values: [] }, good])).toHaveLength(1);
});

test("what is not a list is no list", () => {
  expect(parseNodes({ nodes: [] }, logger)).toBeUndefined();
});

test("in a sentence the room comes first and is not said twice", () => {
  const [plain, doubled] = devices([
    fakeSwitch({ id: 2, room: "Kitchen", name: "Ceiling Light" }),
    fakeSwitch({ id: 3, room: "Kitchen", name: "Kitchen Light" }),
  ]);
  expect([plain, doubled].map((device) => device && spokenName(device))).toEqual([
    "Kitchen Ceiling Light",
    "Kitchen Light",
  ]);
});
