import { type Broker, startBroker } from "virtual-home";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { FakeGateway, type FakeGatewayOptions } from "../testing/fake-gateway.ts";
import { fakeDimmer, type FakeNode, fakeSwitch, type FakeValue } from "../testing/nodes.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";

let broker: Broker;
let server: ServerProcess;
let gateway: FakeGateway;

const lamp = () => fakeSwitch({ id: 2, room: "Hall", name: "Lamp" });
const dimmer = (level = 0) => fakeDimmer({ id: 3, room: "Hall", name: "Dimmer" }, { level });

beforeAll(async () => {
  broker = await startBroker();
});

afterEach(async () => {
  await server.end();
  await gateway.close();
});

afterAll(() => broker.close());

async function start(nodes: FakeNode[], options: Partial<FakeGatewayOptions> = {}): Promise<FakeGateway> {
  gateway = await FakeGateway.start({ brokerUrl: broker.url, nodes, ...options });
  server = await startServer({ MQTT_URL: broker.url, ZWAVE_CONFIRM_TIMEOUT_MS: "800" });
  return gateway;
}

test("in a room every light is switched, and one that fails is named first", async () => {
  const stuck = fakeSwitch({ id: 4, room: "Hall", name: "Stuck Light" });
  const gateway = await start(
    [lamp(), dimmer(50), stuck, fakeSwitch({ id: 5, room: "Hall", name: "Heater" })],
    {
      api: {
        writeValue: ([address, value], fake) => {
          const current = fake.find({ ...(address as FakeValue), property: "currentValue" });
          if (current === undefined || current.nodeId === 4)
            return { success: true, result: { status: 254 } };
          current["value"] = value === 255 ? 99 : value;
          return { success: true, result: { status: 255 } };
        },
      },
    },
  );
  const { text, isError, data } = await server.call("control_zwave_room", { room: "hall", action: "on" });
  expect(isError).toBe(true);
  expect(text.split("\n")).toEqual([
    "Hall: 1 device of 3 failed.",
    expect.stringMatching(/Hall Stuck Light still reports that it is off/),
    "Hall Dimmer is on at 100 %.",
    "Hall Lamp is on.",
  ]);
  expect(data).toMatchObject({ room: "Hall", switched: 2, failed: 1 });
  const written = gateway.calls
    .filter(({ name }) => name === "writeValue")
    .map(({ args }) => (args[0] as FakeValue).nodeId);
  expect(written.sort((a, b) => a - b)).toEqual([2, 3, 4]);
});

test("a room that does not exist is told with those that do", async () => {
  await start([lamp()]);
  const { text, isError } = await server.call("control_zwave_room", { room: "cellar", action: "off" });
  expect({ text, isError }).toEqual({
    text: 'There is no room called "cellar". There are: Hall. Nothing was switched.',
    isError: true,
  });
});

test("a room is dimmed where it can be, and the whole home is a room", async () => {
  const other = fakeDimmer({ id: 9, room: "Office", name: "Lamp" });
  const fake = await start([lamp(), dimmer(), other]);
  const hall = await server.call("control_zwave_room", { room: "hall", action: "dim", level: "40" });
  expect(hall).toMatchObject({ isError: false, text: "Hall: 1 device done.\nHall Dimmer is on at 40 %." });
  const all = await server.call("control_zwave_room", {
    room: "all",
    action: "off",
    kind: "all",
    level: null,
  });
  expect(all).toMatchObject({ isError: false, data: { room: "the home", switched: 3, failed: 0 } });
  expect((await server.call("control_zwave_room", { room: "hall", kind: "fan", action: "on" })).text).toMatch(
    /^There is no fan in Hall\. .*Nothing was switched\.$/,
  );
  expect(fake.calls.filter(({ name }) => name === "writeValue")).toHaveLength(4);
});
