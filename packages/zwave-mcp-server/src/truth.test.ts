import { type Broker, startBroker } from "virtual-home";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { FakeGateway, type FakeGatewayOptions } from "../testing/fake-gateway.ts";
import { fakeDimmer, type FakeNode, fakeSensor, fakeSwitch } from "../testing/nodes.ts";
import { type ServerProcess, startServer } from "../testing/server-process.ts";

let broker: Broker;
let server: ServerProcess;
let gateways: FakeGateway[] = [];

const lamp = () => fakeSwitch({ id: 2, room: "Hall", name: "Lamp" });
const dimmer = (level = 0) => fakeDimmer({ id: 3, room: "Hall", name: "Dimmer" }, { level });

beforeAll(async () => {
  broker = await startBroker();
  server = await startServer({
    MQTT_URL: broker.url,
    ZWAVE_REQUEST_TIMEOUT_MS: "2000",
    ZWAVE_CONFIRM_TIMEOUT_MS: "1500",
  });
});

afterEach(async () => {
  for (const gateway of gateways) {
    await gateway.publish("status", "", { retain: true });
    await gateway.close();
  }
  gateways = [];
});

afterAll(async () => {
  await server.end();
  await broker.close();
});

/** A gateway for one test; resolves when the server has seen it. */
async function start(nodes: FakeNode[], options: Partial<FakeGatewayOptions> = {}): Promise<FakeGateway> {
  const gateway = await FakeGateway.start({ brokerUrl: broker.url, nodes, ...options });
  gateways.push(gateway);
  const name = options.name ?? "fake";
  await vi.waitFor(
    async () =>
      expect((await server.call("zwave_health")).data).toMatchObject({ gateway: { name, state: "up" } }),
    { timeout: 10_000 },
  );
  gateway.calls.length = 0;
  return gateway;
}

const control = (deviceName: string, action: string, level?: unknown) =>
  server.call("control_zwave_device", { deviceName, action, ...(level !== undefined && { level }) });

test("before any gateway was seen, the answer says what to check", async () => {
  const { text, isError } = await control("Lamp", "on");
  expect(isError).toBe(true);
  expect(text).toMatch(/^No Z-Wave gateway .*zwave-js-ui.* prefix "zwave".*Nothing was switched\.$/);
});

test("the answer is what the device reports after the command", async () => {
  const gateway = await start([lamp(), dimmer()]);
  expect(await control("Lamp", "on")).toMatchObject({
    text: "Hall Lamp is on.",
    isError: false,
    data: { device: "Lamp", room: "Hall", node: 2, on: true, level: null, reached: true },
  });
  expect(await control("Dimmer", "dim", "100")).toMatchObject({
    text: "Hall Dimmer is on at 100 %.",
    isError: false,
  });
  expect(gateway.calls.filter(({ name }) => name === "writeValue").map(({ args }) => args[1])).toEqual([
    true,
    99,
  ]);
});

test("a dimmer that is switched on gets its last level back", async () => {
  const gateway = await start([dimmer()]);
  await control("Dimmer", "on");
  expect(gateway.calls.find(({ name }) => name === "writeValue")?.args).toEqual([
    { nodeId: 3, commandClass: 38, endpoint: 0, property: "targetValue" },
    255,
  ]);
});

test("on with a level of 0, as models fill it in, is still on", async () => {
  await start([lamp(), dimmer()]);
  expect((await control("Dimmer", "on", 0)).text).toBe("Hall Dimmer is on at 100 %.");
  expect((await control("Lamp", "on", "0")).text).toBe("Hall Lamp is on.");
  expect((await control("Dimmer", "off", 100)).text).toBe("Hall Dimmer is off.");
  expect((await control("Dimmer", "on", 30)).text).toBe("Hall Dimmer is on at 30 %.");
});

test("a write that the gateway accepts and that does not take is an error [Z3]", async () => {
  await start([lamp()], { api: { writeValue: () => ({ success: true, result: { status: 254 } }) } });
  const { text, isError } = await control("Lamp", "on");
  expect(isError).toBe(true);
  expect(text).toMatch(
    /^The command did not take effect: .*Hall Lamp still reports that it is off, not on\.$/,
  );
});

test.each([
  [{ success: true, result: { status: 2 } }, /did not carry out the command \(status 2\)/],
  [{ success: true, result: { status: 5 } }, /does not accept this value \(status 5\)/],
  [{ success: true, result: {} }, /no usable answer \(status missing\)/],
  [{ success: true }, /no usable answer \(status missing\)/],
  [{ success: false, message: "Node 2 not found" }, /The Z-Wave gateway refused: Node 2 not found\./],
])("a write answered by %j is an error [Z3]", async (answer, sentence) => {
  await start([lamp()], { api: { writeValue: () => answer } });
  const { text, isError } = await control("Lamp", "on");
  expect(isError).toBe(true);
  expect(text).toMatch(/^Hall Lamp was not changed/);
  expect(text).toMatch(sentence);
});

test("a write that nobody answers is told as unknown, not as done and not as failed [Z3]", async () => {
  await start([lamp()], { api: { writeValue: () => undefined } });
  const { text, isError } = await control("Lamp", "on");
  expect(isError).toBe(true);
  expect(text).toMatch(
    /did not answer writeValue within 2 s\. It is not known whether Hall Lamp was changed/,
  );
});

test("a device that cannot be asked afterwards leaves the effect unknown [Z3]", async () => {
  await start([lamp()], { api: { pollValue: () => ({ success: false, message: "no ACK" }) } });
  const { text, isError } = await control("Lamp", "on");
  expect(isError).toBe(true);
  expect(text).toMatch(
    /did not answer when asked for its state \(no ACK\)\. It is not known whether it took effect\.$/,
  );
});

test("a dead device is pinged once; silent, it is an error and nothing is written [Z3]", async () => {
  const dead = { ...lamp(), status: "Dead" };
  const gateway = await start([dead], { api: { pingNode: () => ({ success: true, result: false }) } });
  const { text, isError } = await control("Lamp", "on");
  expect(isError).toBe(true);
  expect(text).toMatch(/^Hall Lamp does not answer: .* dead\..*Nothing was switched\.$/);
  expect(gateway.calls.map(({ name }) => name)).not.toContain("writeValue");
});

test("a dead device that answers the ping is switched", async () => {
  await start([{ ...lamp(), status: "Dead" }]);
  expect(await control("Lamp", "on")).toMatchObject({ text: "Hall Lamp is on.", isError: false });
});

test("a sleeping device is told as waiting", async () => {
  await start([{ ...lamp(), status: "Asleep" }], { api: { writeValue: () => undefined } });
  const { text, isError } = await control("Lamp", "on");
  expect(isError).toBe(true);
  expect(text).toMatch(
    /^Hall Lamp is asleep .* when the device wakes up; it has not reported anything yet\.$/,
  );
});

test("a dimmer on its way is told with where it is and where it was sent", async () => {
  let level = 0;
  await start([dimmer()], {
    api: {
      writeValue: () => ({ success: true, result: { status: 1 } }),
      pollValue: () => ({ success: true, result: ++level }),
    },
  });
  const { text, data, isError } = await control("Dimmer", "dim", 80);
  expect(isError).toBe(false);
  expect(text).toMatch(/^Hall Dimmer is on at \d % and still changing; it was asked to be on at 80 %\.$/);
  expect(data).toMatchObject({ reached: false, on: true });
});

test("a dimmer that stops short of its level is an error that names both", async () => {
  await start([dimmer()], { api: { pollValue: () => ({ success: true, result: 10 }) } });
  const { text, isError } = await control("Dimmer", "dim", 80);
  expect(isError).toBe(true);
  expect(text).toMatch(/Hall Dimmer reports that it is on at 10 %, not on at 80 %\.$/);
});

test("two devices of one name: the answer asks which, and nothing is written [Z4]", async () => {
  const gateway = await start([lamp(), fakeSwitch({ id: 9, room: "Office", name: "Lamp" })]);
  const { text, isError } = await control("Lamp", "on");
  expect(isError).toBe(true);
  expect(text).toBe(
    'Which one is meant by "Lamp": "Hall/Lamp" or "Office/Lamp"? Nothing was switched; call again with one of these names.',
  );
  expect(gateway.calls.map(({ name }) => name)).not.toContain("writeValue");
  expect(await control("Office/Lamp", "on")).toMatchObject({ text: "Office Lamp is on.", isError: false });
});

test("two devices of one name in one room are told apart by their node", async () => {
  await start([lamp(), { ...lamp(), id: 9 }]);
  expect((await control("Lamp", "on")).text).toContain(
    '"Hall/Lamp" (say "node 2") or "Hall/Lamp" (say "node 9")',
  );
});

test("a name that only a switchable device can mean is that one", async () => {
  await start([lamp(), fakeSensor({ id: 9, room: "Hall", name: "Lamp" })]);
  expect(await control("lamp", "on")).toMatchObject({ text: "Hall Lamp is on.", isError: false });
});

test("names with apostrophes, accents and emoji are found and said as they are [Z4]", async () => {
  await start([fakeSwitch({ id: 2, room: "Chambre d’amis", name: "Zoë's Lampe 🦉" })]);
  for (const name of ["zoes lampe", "ZOË’S LAMPE", "Chambre d'amis/Zoë's Lampe 🦉"]) {
    expect((await control(name, "on")).text).toBe("Chambre d’amis Zoë's Lampe 🦉 is on.");
  }
});

test("a switch cannot be dimmed halfway, a sensor cannot be switched", async () => {
  const gateway = await start([lamp(), fakeSensor({ id: 9, room: "Hall", name: "Climate" })]);
  expect((await control("Lamp", "dim", 40)).text).toMatch(/cannot be dimmed.*Nothing was switched\.$/);
  expect((await control("Climate", "on")).text).toMatch(/is a sensor.*Nothing was switched\.$/);
  expect((await control("Lamp", "dim")).text).toMatch(/Nothing was switched\.$/);
  expect(gateway.calls.map(({ name }) => name)).not.toContain("writeValue");
});

test("answers that are garbage or belong to others are passed over", async () => {
  const gateway = await start([lamp()], {
    api: {
      getNodes: async (_args, fake) => {
        for (const payload of [
          "",
          "garbage",
          "null",
          "[]",
          '{"success":true}',
          '{"success":true,"origin":{}}',
        ]) {
          await fake.publish("api/getNodes", payload);
        }
        return { success: true, result: fake.nodes };
      },
    },
  });
  expect(await control("Lamp", "on")).toMatchObject({ text: "Hall Lamp is on." });
  expect(gateway.calls.length).toBeGreaterThan(0);
});

test("a driver that is not ready is told as such", async () => {
  await start([], {
    api: { getNodes: () => ({ success: false, message: "Z-Wave client not connected" }) },
  }).catch(() => undefined);
  const { text } = await control("Lamp", "on");
  expect(text).toMatch(/^The Z-Wave driver of the gateway is not ready.*Nothing was switched\.$/);
});

test("a gateway that goes down in mid-command leaves the effect unknown, and afterwards fails at once [Z3]", async () => {
  const gateway = await start([lamp()], { api: { writeValue: () => undefined } });
  const call = control("Lamp", "on");
  await vi.waitFor(() => expect(gateway.calls.map(({ name }) => name)).toContain("writeValue"), 10_000);
  await gateway.publish("status", '{"value":false}', { retain: true });
  expect((await call).text).toMatch(
    /gateway "fake" went down before it answered\. It is not known whether Hall Lamp/,
  );
  const { text, isError } = await control("Lamp", "on");
  expect(isError).toBe(true);
  expect(text).toMatch(/^The Z-Wave gateway "fake" \(zwave-js-ui\) is down.*Nothing was switched\.$/);
});

test("two gateways are not chosen between", async () => {
  await start([lamp()]);
  const second = await FakeGateway.start({ brokerUrl: broker.url, nodes: [lamp()], name: "second" });
  gateways.push(second);
  await vi.waitFor(async () => {
    const { text } = await control("Lamp", "on");
    expect(text).toMatch(
      /^Several Z-Wave gateways .*fake, second.*ZWAVE_GATEWAY_NAME.*Nothing was switched\.$/,
    );
  });
});
