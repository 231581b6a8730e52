import { afterAll, beforeAll, expect, test } from "vitest";
import { Observer } from "./fixtures/observer.ts";
import { defaultHome, startVirtualHome, type VirtualHome } from "./index.ts";

let home: VirtualHome;
let observer: Observer;

beforeAll(async () => {
  home = await startVirtualHome({
    devices: [
      ...defaultHome,
      { kind: "switch", room: "Office", name: "Ceiling Light" },
      { kind: "switch", room: "Salle à manger", name: "Zoë's Café" },
    ],
  });
  observer = await Observer.connect(home.brokerUrl);
}, 20_000);

afterAll(async () => {
  await observer.close();
  await home.close();
});

const holds =
  (wanted: unknown) =>
  (payload: unknown): boolean =>
    JSON.stringify((payload as { value?: unknown }).value) === JSON.stringify(wanted);

/** What the topic says after someone did something. */
async function reported(topic: string, act: () => void): Promise<unknown> {
  const from = observer.messages.length;
  act();
  const report = await observer.waitFor((line) => line.topic === `zwave/${topic}` && !line.retained, {
    from,
  });
  return (JSON.parse(report.payload) as { value?: unknown }).value;
}

const write = (valueId: object, value: unknown) =>
  observer.call(home.clientTopic, ["writeValue", valueId, value]);
const poll = (valueId: object) => observer.call(home.clientTopic, ["pollValue", valueId]);

test("someone presses a switch and its topic says so", async () => {
  const device = home.device("Bedroom/Bedside Lamp");
  expect(
    await reported("Bedroom/Bedside_Lamp/switch_binary/endpoint_0/currentValue", () => device.press(true)),
  ).toBe(true);
  expect(device.state()).toEqual({ on: true });
});

test("a dimmer by hand reports its level, and pressed on it goes back to the last one", async () => {
  const device = home.device("Kitchen/Ceiling Light");
  const topic = "Kitchen/Ceiling_Light/switch_multilevel/endpoint_0/currentValue";
  expect(await reported(topic, () => device.setLevel(40))).toBe(40);
  expect(await reported(topic, () => device.press(false))).toBe(0);
  expect(await reported(topic, () => device.press(true))).toBe(40);
});

test("sensors, thermostat, lock, cover and battery report what happens to them", async () => {
  const sensor = home.device("Climate Sensor");
  expect(
    await reported("Bedroom/Climate_Sensor/sensor_multilevel/endpoint_0/Air_temperature", () =>
      sensor.setTemperature(23.5),
    ),
  ).toBe(23.5);
  expect(
    await reported("Bedroom/Climate_Sensor/sensor_multilevel/endpoint_0/Humidity", () =>
      sensor.setHumidity(61),
    ),
  ).toBe(61);
  expect(await reported("Bedroom/Climate_Sensor/battery/endpoint_0/level", () => sensor.setBattery(9))).toBe(
    9,
  );
  const thermostat = home.device("Thermostat");
  expect(
    await reported("Living_Room/Thermostat/thermostat_setpoint/endpoint_0/setpoint/1", () =>
      thermostat.setSetpoint("heating", 22.5),
    ),
  ).toBe(22.5);
  expect(
    await reported("Living_Room/Thermostat/thermostat_mode/endpoint_0/mode", () => thermostat.setMode(3)),
  ).toBe(3);
  expect(
    await reported("Living_Room/Thermostat/sensor_multilevel/endpoint_0/Air_temperature", () =>
      thermostat.setTemperature(18),
    ),
  ).toBe(18);
  expect(
    await reported("Hallway/Front_Door/door_lock/endpoint_0/currentMode", () =>
      home.device("Front Door").unlock(),
    ),
  ).toBe(0);
  expect(
    await reported("Living_Room/Blinds/switch_multilevel/endpoint_0/currentValue", () =>
      home.device("Blinds").setLevel(10),
    ),
  ).toBe(10);
});

test("a write through the API reaches the physical side of every kind", async () => {
  const { nodeId: light } = home.device("Kitchen Light");
  const { nodeId: thermostat } = home.device("Thermostat");
  const { nodeId: blinds } = home.device("Blinds");
  const written = await Promise.all([
    write({ nodeId: light, commandClass: 37, endpoint: 0, property: "targetValue" }, true),
    write({ nodeId: blinds, commandClass: 38, endpoint: 0, property: "targetValue" }, 66),
    write({ nodeId: thermostat, commandClass: 64, endpoint: 0, property: "mode" }, 2),
    write({ nodeId: thermostat, commandClass: 67, endpoint: 0, property: "setpoint", propertyKey: 2 }, 25.5),
  ]);
  for (const answer of written) expect(answer).toMatchObject({ success: true, result: { status: 254 } });
  expect(home.device("Kitchen Light").state()).toEqual({ on: true });
  expect(home.device("Blinds").state()).toEqual({ level: 66 });
  expect(home.device("Thermostat").state()).toMatchObject({ mode: 2, cooling: 25.5 });
});

test("a supervised device confirms a write with status 255", async () => {
  const { nodeId } = home.device("Front Door");
  const answer = await write({ nodeId, commandClass: 98, endpoint: 0, property: "targetMode" }, 255);
  expect(answer).toMatchObject({ success: true, result: { status: 255 } });
  expect(home.device("Front Door").state()).toMatchObject({ locked: true });
});

test("level 255 is the last level, not a brightness", async () => {
  const device = home.device("Floor Lamp");
  device.setLevel(25);
  device.press(false);
  await write({ nodeId: device.nodeId, commandClass: 38, endpoint: 0, property: "targetValue" }, 255);
  expect(device.state()).toEqual({ level: 25 });
});

test("a write that does not take is acknowledged, believed, and unmasked by a poll", async () => {
  const device = home.device("Desk Lamp");
  device.ignoreWrites();
  const answer = await write(
    { nodeId: device.nodeId, commandClass: 37, endpoint: 0, property: "targetValue" },
    false,
  );
  expect(answer).toMatchObject({ success: true, result: { status: 254 } });
  expect(device.state()).toEqual({ on: true });
  const polled = await poll({
    nodeId: device.nodeId,
    commandClass: 37,
    endpoint: 0,
    property: "currentValue",
  });
  expect(polled).toMatchObject({ success: true, result: true });
  device.obeyWrites();
});

test("a node that stopped answering is reported dead, keeps its state, and comes back with the next contact", async () => {
  const device = home.device("Office/Ceiling Light");
  const target = { nodeId: device.nodeId, commandClass: 37, endpoint: 0, property: "targetValue" };
  const statusTopic = "zwave/Office/Ceiling_Light/status";
  home.stopAnswering("Office/Ceiling Light");
  expect(await write(target, true)).toMatchObject({ success: true, result: { status: 2 } });
  const dead = await observer.value(
    statusTopic,
    (status) => (status as { status: string }).status === "Dead",
  );
  expect(dead).toMatchObject({ value: false, status: "Dead", nodeId: device.nodeId });
  expect(device.state()).toEqual({ on: false });
  expect(await poll({ ...target, property: "currentValue" })).toMatchObject({ success: false });

  home.resumeAnswering(device.nodeId);
  const from = observer.messages.length;
  device.press(true);
  await observer.value(statusTopic, (status) => (status as { status: string }).status === "Alive", { from });
}, 20_000);

test("a name with an apostrophe and an accent is itself in getNodes and sanitised in topics", async () => {
  const nodes = (await observer.call(home.clientTopic, ["getNodes"])).result as {
    name: string;
    loc: string;
  }[];
  expect(nodes).toContainEqual(expect.objectContaining({ name: "Zoë's Café", loc: "Salle à manger" }));
  expect(
    await reported("Salle_à_manger/Zoës_Café/switch_binary/endpoint_0/currentValue", () =>
      home.device("Zoë's Café").press(true),
    ),
  ).toBe(true);
});

test("a value topic with /set writes, a room's namesake does not move", async () => {
  await observer.publish("zwave/Kitchen/Ceiling_Light/switch_multilevel/endpoint_0/targetValue/set", "77");
  await observer.value("zwave/Kitchen/Ceiling_Light/switch_multilevel/endpoint_0/currentValue", holds(77));
  expect(home.device("Kitchen/Ceiling Light").state()).toEqual({ level: 77 });
});

test("a device is found by id, label or unique name; anything else says what there is", () => {
  expect(home.device(2).label).toBe("Kitchen/Ceiling Light");
  expect(() => home.device("Ceiling Light")).toThrow(/More than one device "Ceiling Light".*Kitchen.*Office/);
  expect(() => home.device("Oven")).toThrow(/No device "Oven"\. Known: Kitchen\/Ceiling Light \(2\)/);
  expect(() => home.device("Front Door").setLevel(3)).toThrow(
    '"Hallway/Front Door" is a lock without "level".',
  );
});
