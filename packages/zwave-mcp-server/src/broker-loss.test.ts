import { startBroker } from "virtual-home";
import { expect, test, vi } from "vitest";
import { FakeGateway } from "../testing/fake-gateway.ts";
import { fakeSwitch, type FakeValue } from "../testing/nodes.ts";
import { startServer } from "../testing/server-process.ts";

const lamp = () => fakeSwitch({ id: 2, room: "Hall", name: "Lamp" });

test("a broker that goes away in mid-command: unknown, then an error at once, then it works again [Z3]", async () => {
  const first = await startBroker();
  const own = await startServer({ MQTT_URL: first.url });
  let answers = false;
  const write = ([address, value]: unknown[], fake: FakeGateway) => {
    if (!answers) return undefined;
    const current = fake.find({ ...(address as FakeValue), property: "currentValue" });
    if (current) current["value"] = value;
    return { success: true, result: { status: 255 } };
  };
  const gateway = await FakeGateway.start({
    brokerUrl: first.url,
    nodes: [lamp()],
    api: { writeValue: write },
  });
  const order = { deviceName: "Lamp", action: "on" };

  const call = own.call("control_zwave_device", order);
  await vi.waitFor(() => expect(gateway.calls.map(({ name }) => name)).toContain("writeValue"), 10_000);
  await first.close();
  const lost = await call;
  expect(lost.isError).toBe(true);
  expect(lost.text).toMatch(
    /broker at mqtt:.* was lost before the gateway answered\. It is not known whether Hall Lamp/,
  );

  const away = await own.call("control_zwave_device", order);
  expect(away.isError).toBe(true);
  expect(away.text).toMatch(/^The MQTT broker at .* is not connected.*Nothing was switched\.$/);

  const writesBefore = gateway.calls.length;
  answers = true;
  const second = await startBroker({ port: first.port });
  await vi.waitFor(
    async () => expect((await own.call("zwave_health")).data).toMatchObject({ healthy: true }),
    { timeout: 15_000, interval: 100 },
  );
  // What failed while the broker was away is not carried out behind the user's back.
  expect(gateway.calls.slice(writesBefore).map(({ name }) => name)).not.toContain("writeValue");
  expect(await own.call("control_zwave_device", order)).toMatchObject({
    text: "Hall Lamp is on.",
    isError: false,
  });
  expect(await own.end()).toBe(0);
  await gateway.close();
  await second.close();
}, 40_000);
