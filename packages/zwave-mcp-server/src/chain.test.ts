import { startBroker, startVirtualHome, type VirtualHome } from "virtual-home";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ServerProcess, startServer } from "../testing/server-process.ts";

let home: VirtualHome;
let server: ServerProcess;

beforeAll(async () => {
  home = await startVirtualHome({
    gatewayName: "Test Home",
    devices: [
      { kind: "dimmer", room: "Kitchen", name: "Ceiling Light" },
      { kind: "switch", room: "Kitchen", name: "Counter Light" },
      { kind: "switch", room: "Bedroom", name: "Lamp" },
      { kind: "switch", room: "Office", name: "Lamp" },
      { kind: "switch", room: "Salle à manger", name: "L'éclairage d'Anaïs" },
      { kind: "sensor", room: "Bedroom", name: "Climate", state: { temperature: 19.5, humidity: 52 } },
      { kind: "thermostat", room: "Hall", name: "Thermostat", state: { mode: 1, heating: 21 } },
      { kind: "lock", room: "Hall", name: "Front Door", state: { locked: true } },
      { kind: "cover", room: "Hall", name: "Blinds", state: { level: 99 } },
      { kind: "switch", room: "Cellar", name: "Pump", supervised: true },
      { kind: "switch", room: "Cellar", name: "Boiler" },
    ],
  });
  server = await startServer({ MQTT_URL: home.brokerUrl, ZWAVE_CONFIRM_TIMEOUT_MS: "1500" });
}, 60_000);

afterAll(async () => {
  await server.end();
  await home.close();
});

const control = (deviceName: string, action: string, level?: unknown) =>
  server.call("control_zwave_device", { deviceName, action, ...(level !== undefined && { level }) });

test("from the call to the device on the wall, and back", async () => {
  expect(await control("kitchen ceiling light", "dim", 40)).toMatchObject({
    text: "Kitchen Ceiling Light is on at 40 %.",
    isError: false,
  });
  expect(home.device("Kitchen/Ceiling Light").state()).toMatchObject({ level: 40 });
  expect(await control("Kitchen/Ceiling Light", "off")).toMatchObject({
    text: "Kitchen Ceiling Light is off.",
  });
  expect(await control("Ceiling Light", "on")).toMatchObject({
    text: "Kitchen Ceiling Light is on at 40 %.",
  });
  expect(await control("Ceiling Light", "dim", "100")).toMatchObject({
    text: "Kitchen Ceiling Light is on at 100 %.",
  });
  expect(home.device("Kitchen/Ceiling Light").state()).toMatchObject({ level: 99 });
});

test("what somebody did by hand is what is told", async () => {
  home.device("Kitchen/Counter Light").press(true);
  expect((await server.call("get_device_sensor_data", { deviceName: "counter light" })).text).toContain(
    "State: on",
  );
  home.device("Bedroom/Climate").setTemperature(23.25);
  await vi.waitFor(async () => {
    const { text } = await server.call("get_device_sensor_data", { deviceName: "bedroom climate" });
    expect(text).toMatch(/Air temperature: 23\.25? °C \(just now\)\nHumidity: 52 % /);
  }, 10_000);
});

test("all lights of a room", async () => {
  const { text, isError } = await server.call("control_zwave_room", { room: "the kitchen", action: "off" });
  expect({ text, isError }).toEqual({
    text: "Kitchen: 2 devices done.\nKitchen Ceiling Light is off.\nKitchen Counter Light is off.",
    isError: false,
  });
  expect(home.device("Kitchen/Counter Light").state()).toMatchObject({ on: false });
});

test("one name in two rooms: the answer asks, nothing is switched [Z4]", async () => {
  const { text, isError } = await control("the lamp", "on");
  expect(isError).toBe(true);
  expect(text).toMatch(
    /^Which one is meant by "the lamp": "Bedroom\/Lamp" or "Office\/Lamp"\? Nothing was switched/,
  );
  expect(home.device("Bedroom/Lamp").state()).toMatchObject({ on: false });
  expect((await control("office lamp", "on")).text).toBe("Office Lamp is on.");
  expect(home.device("Office/Lamp").state()).toMatchObject({ on: true });
  expect(home.device("Bedroom/Lamp").state()).toMatchObject({ on: false });
});

test("a name with apostrophe and accent [Z4]", async () => {
  expect((await control("leclairage danais", "on")).text).toBe("Salle à manger L'éclairage d'Anaïs is on.");
  expect((await control("L’éclairage d’Anaïs", "off")).text).toBe(
    "Salle à manger L'éclairage d'Anaïs is off.",
  );
});

test("a thermostat is set and read", async () => {
  expect(
    await server.call("set_thermostat", { deviceName: "thermostat", temperature: "22.5" }),
  ).toMatchObject({
    text: "Hall Thermostat is set to 22.5 °C.",
    isError: false,
    data: { temperature: 22.5, unit: "°C" },
  });
  const both = await server.call("set_thermostat", {
    deviceName: "thermostat",
    mode: "cool",
    temperature: 25,
  });
  expect(both.text).toBe("Hall Thermostat is in mode Cool and is set to 25 °C.");
  expect(home.device("Hall/Thermostat").state()).toMatchObject({ mode: 2, heating: 22.5, cooling: 25 });
  expect((await server.call("get_thermostat", { deviceName: "hall thermostat" })).data).toMatchObject({
    mode: "Cool",
    modes: expect.arrayContaining(["Off", "Heat", "Cool"]) as string[],
  });
  const wrong = await server.call("set_thermostat", {
    deviceName: "thermostat",
    mode: "party",
    temperature: 30,
  });
  expect(wrong.text).toMatch(/has no mode "party"\. It offers: .*Heat.*Nothing was switched\.$/);
  expect(home.device("Hall/Thermostat").state()).toMatchObject({ mode: 2, cooling: 25 });
});

test("a door is unlocked and locked, and a misspelt one is not unlocked", async () => {
  expect((await server.call("unlock_door", { deviceName: "frnt doro" })).text).toMatch(
    /Did you mean Hall\/Front Door\?/,
  );
  expect(home.device("Hall/Front Door").state()).toMatchObject({ locked: true });
  expect((await server.call("unlock_door", { deviceName: "front door" })).text).toBe(
    "Hall Front Door is unlocked.",
  );
  expect(home.device("Hall/Front Door").state()).toMatchObject({ locked: false });
  expect((await server.call("lock_door", { deviceName: "front door" })).data).toMatchObject({ locked: true });
  expect((await control("front door", "off")).text).toMatch(
    /is a lock: use lock_door or unlock_door\. Nothing was/,
  );
});

test("a cover is closed and moved to a position", async () => {
  const cover = (input: object) => server.call("control_zwave_cover", { deviceName: "blinds", ...input });
  expect((await cover({ action: "close" })).text).toBe("Hall Blinds is closed.");
  expect((await cover({ action: "position", position: "50 %" })).text).toBe("Hall Blinds is 50 % open.");
  expect(home.device("Hall/Blinds").state()).toMatchObject({ level: 50 });
  expect((await cover({ action: "stop" })).text).toBe("Hall Blinds is 50 % open.");
  expect((await cover({ action: "position" })).text).toMatch(/a position from 0 to 100 is needed/);
});

test("a relay that is stuck: the write did not take, although the gateway calls it a success [Z3]", async () => {
  for (const name of ["Cellar/Pump", "Cellar/Boiler"]) {
    home.device(name).ignoreWrites();
    const { text, isError } = await control(name, "on");
    expect(isError).toBe(true);
    expect(text).toMatch(/^The command did not take effect: .* still reports that it is off, not on\.$/);
    home.device(name).obeyWrites();
  }
});

test("a device that stopped answering is an error, and works again when it is back [Z3]", async () => {
  home.stopAnswering("Bedroom/Lamp");
  const first = await control("bedroom lamp", "on");
  expect(first.isError).toBe(true);
  expect(first.text).toMatch(/^Bedroom Lamp does not answer: the Z-Wave controller lists it as dead\./);
  expect((await server.call("zwave_health")).data).toMatchObject({
    healthy: false,
    devices: { dead: ["Bedroom/Lamp"] },
  });
  expect((await control("bedroom lamp", "on")).text).toMatch(/Nothing was switched\.$/);
  home.resumeAnswering("Bedroom/Lamp");
  expect((await control("bedroom lamp", "on")).text).toBe("Bedroom Lamp is on.");
}, 40_000);

test("a home whose gateway crashed is told as down, and works again after its start", async () => {
  const broker = await startBroker();
  const devices = [{ kind: "switch", room: "Hall", name: "Lamp" }] as const;
  const first = await startVirtualHome({ brokerUrl: broker.url, devices });
  const own = await startServer({ MQTT_URL: broker.url });
  const order = { deviceName: "Lamp", action: "on" };
  expect((await own.call("control_zwave_device", order)).text).toBe("Hall Lamp is on.");
  await first.crash();
  await vi.waitFor(async () => {
    const { text, isError } = await own.call("control_zwave_device", order);
    expect(isError).toBe(true);
    expect(text).toMatch(/is down: the broker reports it as disconnected.*Nothing was switched\.$/);
  }, 10_000);
  const second = await startVirtualHome({ brokerUrl: broker.url, devices });
  await vi.waitFor(async () => {
    expect((await own.call("control_zwave_device", order)).text).toBe("Hall Lamp is on.");
  }, 10_000);
  expect(second.device("Lamp").state()).toMatchObject({ on: true });
  expect(await own.end()).toBe(0);
  await second.close();
  await broker.close();
}, 60_000);
