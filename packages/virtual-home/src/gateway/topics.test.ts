import { expect, test } from "vitest";
import { clientName, nodeTopic, type TopicOptions, valueTopic } from "./topics.ts";

const named: TopicOptions = { style: "named", nodeNames: false };
const byId: TopicOptions = { style: "valueId", nodeNames: false };
const setpoint = {
  commandClass: 67,
  endpoint: 0,
  property: "setpoint",
  propertyName: "setpoint",
  propertyKey: 1,
};

test("a blank in the gateway's name becomes an underscore, other signs are dropped", () => {
  expect(clientName("Home Gw")).toBe("ZWAVE_GATEWAY-Home_Gw");
  expect(clientName("O'Brien's #1 (café)")).toBe("ZWAVE_GATEWAY-OBriens_1_café");
});

test("a node without a name is nodeID_N, one with a room stands under it", () => {
  expect(nodeTopic({ id: 3, name: "" }, named)).toBe("nodeID_3");
  expect(nodeTopic({ id: 3, name: "Ceiling Light", loc: "Living Room" }, named)).toBe(
    "Living_Room/Ceiling_Light",
  );
});

test("an accent stays in a topic and an apostrophe goes", () => {
  expect(nodeTopic({ id: 3, name: "Zoë's Lampe à côté", loc: "Büro" }, named)).toBe("Büro/Zoës_Lampe_à_côté");
});

test("the value-id form writes the node id unless node names are wanted", () => {
  const node = { id: 6, name: "Thermostat", loc: "Hall" };
  expect(valueTopic(node, setpoint, byId)).toBe("Hall/6/67/0/setpoint/1");
  expect(valueTopic(node, setpoint, { ...byId, nodeNames: true })).toBe("Hall/Thermostat/67/0/setpoint/1");
});

test("the named form spells out class and endpoint, and the property by its name", () => {
  const node = { id: 6, name: "", loc: "" };
  expect(valueTopic(node, setpoint, named)).toBe("nodeID_6/thermostat_setpoint/endpoint_0/setpoint/1");
  const sensor = { commandClass: 49, property: "Air temperature", propertyName: "Air temperature" };
  expect(valueTopic(node, sensor, named)).toBe("nodeID_6/sensor_multilevel/endpoint_0/Air_temperature");
});

test("a class without a name and a slash in a property still give one topic level each", () => {
  const value = { commandClass: 106, endpoint: 1, property: "a/b" };
  expect(valueTopic({ id: 2, name: "" }, value, named)).toBe("nodeID_2/unknownClass_106/endpoint_1/a-b");
});
