import { type Broker, startBroker } from "virtual-home";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FakeGateway } from "../testing/fake-gateway.ts";
import { fakeDimmer, fakeSensor, fakeSwitch } from "../testing/nodes.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";

const rooms = ["Kitchen", "Living Room", "Bedroom", "Office", "Hall"];
const nodes = Array.from({ length: 500 }, (_, index) => {
  const room = rooms[index % rooms.length] ?? "";
  const identity = { id: index + 2, room, name: `Device with a rather long name, number ${index}` };
  const make = [fakeDimmer, fakeSwitch, fakeSensor][index % 3] ?? fakeSwitch;
  return make(identity);
});

let broker: Broker;
let gateway: FakeGateway;
let server: ServerProcess;

beforeAll(async () => {
  broker = await startBroker();
  gateway = await FakeGateway.start({ brokerUrl: broker.url, nodes });
  server = await startServer({ MQTT_URL: broker.url });
});

afterAll(async () => {
  await server.end();
  await gateway.close();
  await broker.close();
});

test("500 devices come in pages within the budget, every line whole, every device once", async () => {
  const seen: number[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { text, data, isError } = await server.call("list_zwave_devices", { page: String(page) });
    expect(isError).toBe(false);
    expect(text.length + JSON.stringify(data).length).toBeLessThan(50_000);
    const listed = data as { total: number; pages: number; devices: { node: number; device: string }[] };
    expect(listed.total).toBe(500);
    const lines = text.split("\n").filter((line) => line.includes("number "));
    expect(lines).toHaveLength(listed.devices.length);
    for (const line of lines) expect(line).toMatch(/^[\w ]+\/Device with .* \(\w+, node \d+\): .+$/);
    expect(text.includes("By room: Bedroom 100, Hall 100, Kitchen 100")).toBe(page === 1);
    expect(text).toContain(page < listed.pages ? `page ${page + 1}` : "last page");
    seen.push(...listed.devices.map(({ node }) => node));
    pages = listed.pages;
  }
  expect(seen.sort((a, b) => a - b)).toEqual(nodes.map(({ id }) => id));
});

test("the list is narrowed by room and kind", async () => {
  const { data } = await server.call("list_zwave_devices", { room: "kitchen", kind: "light", status: null });
  expect(data).toMatchObject({ total: 34, pages: 1 });
  expect(await server.call("list_zwave_devices", { room: "cellar" })).toMatchObject({
    isError: true,
    text: 'There is no room called "cellar". There are: Bedroom, Hall, Kitchen, Living Room, Office.',
  });
  expect((await server.call("list_zwave_devices", { status: "dead" })).text).toBe("No device fits.");
  expect(await server.call("list_zwave_devices", { page: 99 })).toMatchObject({ isError: true });
});

test("a name that fits hundreds is asked back with a few of them", async () => {
  const { text, isError } = await server.call("control_zwave_device", { deviceName: "device", action: "on" });
  expect(isError).toBe(true);
  expect(text.length).toBeLessThan(1_000);
  expect(text).toMatch(/and \d+ more\? Nothing was switched/);
});
