import { afterAll, beforeAll, expect, test } from "vitest";
import { Observer } from "../fixtures/observer.ts";
import { type DeviceSpec, startVirtualHome, type VirtualHome } from "../index.ts";

let home: VirtualHome;
let observer: Observer;

const listedOnly: DeviceSpec[] = Array.from({ length: 500 }, (_, index) => ({
  kind: index % 2 === 0 ? "switch" : "dimmer",
  name: `Device ${index}`,
  room: `Room ${index % 25}`,
}));

beforeAll(async () => {
  home = await startVirtualHome({ devices: [{ kind: "switch" }, { kind: "dimmer" }], listedOnly });
  observer = await Observer.connect(home.brokerUrl);
}, 20_000);

afterAll(async () => {
  await observer.close();
  await home.close();
});

const call = (...request: [name: string, ...args: unknown[]]) => observer.call(home.clientTopic, request);

/** The answer to a request that is no proper one, so that it cannot carry a correlation. */
async function answerTo(name: string, payload: string): Promise<unknown> {
  const from = observer.messages.length;
  await observer.publish(`${home.clientTopic}/api/${name}/set`, payload);
  return observer.value(`${home.clientTopic}/api/${name}`, () => true, { from });
}

test("a write to a node that does not exist is a success with status 2", async () => {
  const target = { nodeId: 99, commandClass: 38, endpoint: 0, property: "targetValue" };
  expect(await call("writeValue", target, 5)).toMatchObject({ success: true, result: { status: 2 } });
});

test("a value that the driver refuses comes back with its reason", async () => {
  const { nodeId } = home.device(2);
  const answer = await call(
    "writeValue",
    { nodeId, commandClass: 37, endpoint: 0, property: "targetValue" },
    "nonsense",
  );
  expect(answer).toMatchObject({
    success: true,
    result: { status: 5, message: expect.stringContaining("must be of type") },
  });
});

test("an unknown function, also one that every object has, is an Unknown API", async () => {
  for (const name of ["noSuchApi", "constructor", "__proto__"]) {
    expect(await call(name)).toMatchObject({ success: false, message: "Unknown API" });
  }
});

test("a missing node gives the sentence of the function that missed it", async () => {
  const valueId = { nodeId: 99, commandClass: 37, endpoint: 0, property: "currentValue" };
  expect(await call("pollValue", valueId)).toMatchObject({
    success: false,
    message: "Cannot read properties of undefined (reading 'pollValue')",
  });
  expect(await call("refreshInfo", 99)).toMatchObject({ success: false, message: "Node 99 not found" });
  expect(await call("setNodeName", 99, "x")).toMatchObject({ success: false, message: "Invalid Node ID" });
  expect(await call("pingNode", "2")).toMatchObject({ success: false });
});

test("bad requests are answered like zwave-js-ui answers them, and null not at all", async () => {
  expect(await answerTo("getNodes", '{"args":5}')).toEqual({
    success: false,
    message: "Args must be an array",
    origin: { args: 5 },
  });
  expect(await answerTo("noSuchApi", "garbage")).toMatchObject({ message: "Unknown API", origin: "garbage" });
  expect(await answerTo("writeValue", "{}")).toMatchObject({
    success: false,
    message: "Cannot read properties of undefined (reading 'commandClass')",
  });
  const from = observer.messages.length;
  await observer.publish(`${home.clientTopic}/api/pingNode/set`, "null");
  await call("getNodes");
  expect(observer.messages.slice(from).some(({ topic }) => topic.endsWith("/api/pingNode"))).toBe(false);
});

test("an extra key in the request comes back in origin", async () => {
  const answer = await answerTo("pingNode", '{"args":[2],"id":"abc","time":7}');
  expect(Object.keys(answer as object)).toEqual(["success", "message", "result", "args", "origin"]);
  expect(answer).toMatchObject({ result: true, origin: { args: [2], id: "abc", time: 7 } });
});

test("a refresh reads every value of the node again", async () => {
  const from = observer.messages.length;
  expect(await call("refreshValues", 3)).toMatchObject({ success: true });
  await observer.waitFor(
    ({ topic }) => topic === "zwave/nodeID_3/switch_multilevel/endpoint_0/currentValue",
    { from },
  );
});

test("five hundred devices that are only listed stand in getNodes and cannot be written", async () => {
  const nodes = (await call("getNodes")).result as {
    id: number;
    name: string;
    loc: string;
    values: object;
  }[];
  expect(nodes).toHaveLength(504);
  const last = nodes.at(-1);
  expect(last).toMatchObject({ id: 799, name: "Device 499", loc: "Room 24", ready: true, status: "Alive" });
  expect(last?.values).toMatchObject({
    "38-0-currentValue": { id: "799-38-0-currentValue", nodeId: 799, max: 99 },
  });
  const target = { nodeId: 799, commandClass: 38, endpoint: 0, property: "targetValue" };
  expect(await call("writeValue", target, 5)).toMatchObject({ success: true, result: { status: 2 } });
});

test("after a rename values go to the new topic and the old write topic still works", async () => {
  await call("setNodeName", 2, "Lamp");
  await call("setNodeLocation", 2, "Attic");
  const from = observer.messages.length;
  await observer.publish("zwave/nodeID_2/switch_binary/endpoint_0/targetValue/set", "true");
  await observer.value(
    "zwave/Attic/Lamp/switch_binary/endpoint_0/currentValue",
    (payload) => (payload as { value: unknown }).value === true,
    { from },
  );
  expect(home.device(2).state()).toEqual({ on: true });
});
