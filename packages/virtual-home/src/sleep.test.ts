import { expect, test } from "vitest";
import { Observer } from "./fixtures/observer.ts";
import { startVirtualHome } from "./index.ts";

test("a device that sleeps is asleep after its interview, reports all the same, and answers when it wakes", async () => {
  const home = await startVirtualHome({
    devices: [
      { kind: "sensor", name: "Balcony", state: { temperature: 8, battery: 50 }, sleeps: true },
      { kind: "switch", name: "Lamp" },
    ],
  });
  const observer = await Observer.connect(home.brokerUrl);
  const isAsleep = (payload: unknown): boolean => (payload as { status: string }).status === "Asleep";
  expect(await observer.value("zwave/Balcony/status", isAsleep)).toMatchObject({ value: true, nodeId: 2 });

  const topic = "zwave/Balcony/sensor_multilevel/endpoint_0/Air_temperature";
  home.device("Balcony").setTemperature(9.5);
  await observer.value(topic, (payload) => (payload as { value: number }).value === 9.5);

  const valueId = { nodeId: 2, commandClass: 49, endpoint: 0, property: "Air temperature" };
  let answered = false;
  const poll = observer.call(home.clientTopic, ["pollValue", valueId]).finally(() => (answered = true));
  expect(await observer.call(home.clientTopic, ["pingNode", 3])).toMatchObject({ result: true });
  expect(answered).toBe(false);

  const from = observer.messages.length;
  home.device("Balcony").wakeUp();
  expect(await poll).toMatchObject({ success: true, result: 9.5 });
  await observer.value("zwave/Balcony/status", isAsleep, { from });
  expect(() => home.device("Lamp").wakeUp()).toThrow('"Lamp" never sleeps.');
  await observer.close();
  await home.close();
});
