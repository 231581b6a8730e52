import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ChatClient, silentLogger } from "antiphon";
import type { Device } from "../devices/device.ts";
import { homeModel } from "../../testing/home-model.ts";
import { allEvents, readEvents, textOf } from "../../testing/read-events.ts";
import { post } from "../../testing/start-test-gateway.ts";
import { testConfig } from "../../testing/test-config.ts";
import type { LoggedEvent } from "../runs/run-log.ts";
import { startGateway, type Gateway } from "./gateway.ts";

let gateway: Gateway;

const unlock = { name: "unlock_door", args: { deviceName: "Front Door" } };

beforeAll(async () => {
  const model = homeModel([
    [
      /turn on the kitchen light/i,
      { name: "control_zwave_device", args: { device_name: "Kitchen/Kitchen Light", action: "on" } },
    ],
    [/unlock/i, unlock],
  ]);
  gateway = await startGateway(testConfig(), {
    logger: silentLogger,
    createModel: (options) => new ChatClient({ ...options, model }),
  });
  await gateway.settled;
}, 30_000);

afterAll(() => gateway.close());

test("a sentence switches a node of a real Z-Wave driver, and the answer says so [G1]", async () => {
  const home = await gateway.virtualHome;
  const light = home?.device("Kitchen/Kitchen Light");
  light?.press(false);
  const response = await post(gateway, "/api/chat", { message: "Turn on the kitchen light" });
  const events = await allEvents(response);
  expect(light?.state()).toMatchObject({ on: true });
  expect(textOf(events)).toMatch(/Kitchen Light is on/);
  expect(events.map(({ type }) => type)).toEqual([
    "run",
    "tool-call",
    "usage",
    "message",
    "tool-start",
    "tool-end",
    "message",
    "text-delta",
    "usage",
    "message",
    "end",
  ]);
  const at = events.map((event) => event.at);
  expect(at).toEqual(at.toSorted((a, b) => a - b));
});

test("every part is ready, and the health says which model answers", async () => {
  const response = await fetch(new URL("/api/health", gateway.url));
  const health = (await response.json()) as {
    ok: boolean;
    model: object;
    parts: { name: string; state: string }[];
  };
  expect(health).toMatchObject({ ok: true, model: { name: "scripted" } });
  const states = Object.fromEntries(health.parts.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({
    broker: "ready",
    home: "ready",
    "mcp:zwave": "ready",
    http: "ready",
    model: "ready",
  });
});

test("devices are listed with room, kind and state", async () => {
  const { devices } = await listDevices();
  expect(devices).toHaveLength(9);
  expect(devices.find(({ name }) => name === "Floor Lamp")).toMatchObject({
    room: "Living Room",
    kind: "dimmer",
    status: "alive",
    on: true,
    level: 30,
  });
  expect(devices.find(({ name }) => name === "Front Door")).toMatchObject({
    kind: "lock",
    locked: true,
    battery: 64,
  });
  expect(devices.find(({ name }) => name === "Thermostat")).toMatchObject({ mode: "Heat", setpoint: 21 });
  expect(devices.find(({ name }) => name === "Blinds")).toMatchObject({ kind: "cover", position: 100 });
  const climate = devices.find(({ name }) => name === "Climate Sensor");
  expect(climate).toMatchObject({ kind: "sensor", battery: 87 });
  expect(climate?.readings).toContainEqual({ name: "Air temperature", value: 19.5, unit: "°C" });
});

test("a switch pressed by hand is told over server-sent events", async () => {
  const home = await gateway.virtualHome;
  const lamp = home?.device("Bedside Lamp");
  lamp?.press(false);
  await vi.waitFor(async () => expect(await find("Bedside Lamp")).toMatchObject({ on: false }), 5_000);
  const controller = new AbortController();
  const response = await fetch(new URL("/api/devices", gateway.url), {
    headers: { accept: "text/event-stream" },
    signal: controller.signal,
  });
  const seen: unknown[] = [];
  for await (const { event } of readEvents(response)) {
    seen.push(event);
    if (seen.length === 1) lamp?.press(true);
    const { type, device } = event as unknown as { type: string; device?: Device };
    if (type === "device" && device?.name === "Bedside Lamp" && device.on === true) break;
  }
  controller.abort();
  expect(seen[0]).toMatchObject({ type: "snapshot" });
});

test("a click on the page switches the device, unlocking included", async () => {
  const home = await gateway.virtualHome;
  const lamp = await find("Desk Lamp");
  const off = await post(gateway, `/api/devices/${lamp?.id}`, { action: "off" });
  expect(await off.json()).toMatchObject({ ok: true, message: expect.stringMatching(/Desk Lamp is off/) });
  expect(home?.device("Desk Lamp").state()).toMatchObject({ on: false });

  const door = await find("Front Door");
  const unlocked = await post(gateway, `/api/devices/${door?.id}`, { action: "unlock" });
  expect(await unlocked.json()).toMatchObject({ ok: true });
  expect(home?.device("Front Door").state()).toMatchObject({ locked: false });
  const locked = await post(gateway, `/api/devices/${door?.id}`, { action: "lock" });
  expect(await locked.json()).toMatchObject({ ok: true });

  const thermostat = await find("Thermostat");
  const warmer = await post(gateway, `/api/devices/${thermostat?.id}`, {
    action: "set-temperature",
    temperature: 22,
  });
  expect(await warmer.json()).toMatchObject({ ok: true });
  const nonsense = await post(gateway, `/api/devices/${thermostat?.id}`, { action: "on" });
  expect(await nonsense.json()).toMatchObject({ ok: false });
});

test("an unknown device and a wrong action are said to be so", async () => {
  const unknown = await post(gateway, "/api/devices/999", { action: "on" });
  expect([unknown.status, await unknown.json()]).toMatchObject([
    404,
    { error: { code: "device_not_found" } },
  ]);
  const wrong = await post(gateway, "/api/devices/2", { action: "explode" });
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: { code: "invalid_request" } }]);
  const level = await post(gateway, "/api/devices/2", { action: "dim", level: 900 });
  expect(level.status).toBe(400);
});

test("unlocking waits for a yes on the page, and is refused by a no", async () => {
  const home = await gateway.virtualHome;
  const door = home?.device("Front Door");
  await vi.waitFor(() => expect(door?.state()).toMatchObject({ locked: true }));
  for (const allowed of [false, true]) {
    const response = await post(gateway, "/api/chat", { message: "unlock the front door" });
    const events: LoggedEvent[] = [];
    for await (const { event } of readEvents(response)) {
      events.push(event);
      if (event.type !== "approval-request") continue;
      expect(event.calls).toMatchObject([{ name: "unlock_door", needsApproval: true }]);
      expect(door?.state()).toMatchObject({ locked: true });
      const decisions = event.calls.map(({ id }) => ({ id, allowed }));
      const answer = await post(gateway, `/api/approvals/${event.approvalId}`, { decisions });
      expect(answer.status).toBe(200);
    }
    const types = events.map(({ type }) => type);
    expect(types.indexOf("message")).toBeLessThan(types.indexOf("approval-request"));
    expect(types.indexOf("approval-result")).toBeLessThan(types.indexOf("tool-start"));
    expect(events.find(({ type }) => type === "tool-end")).toMatchObject({
      status: allowed ? "success" : "error",
    });
    expect(door?.state()).toMatchObject({ locked: !allowed });
  }
});

test("over /v1 nobody can be asked, so unlocking is refused with a sentence", async () => {
  const home = await gateway.virtualHome;
  home?.device("Front Door").lock();
  const response = await post(gateway, "/v1/chat/completions", {
    model: "antiphon",
    messages: [{ role: "user", content: "unlock the front door" }],
  });
  const body = (await response.json()) as { choices: { message: { content: string } }[] };
  expect(body.choices[0]?.message.content).toMatch(/approval/);
  expect(home?.device("Front Door").state()).toMatchObject({ locked: true });
});

test("the Z-Wave server's death is told, and it comes back [M4]", async () => {
  const [pid] = gateway.pids();
  process.kill(pid ?? 0, "SIGKILL");
  await vi.waitFor(() => expect(state("mcp:zwave")).toBe("degraded"), 5_000);
  await vi.waitFor(() => expect(state("mcp:zwave")).toBe("ready"), { timeout: 15_000, interval: 100 });
  const lamp = await find("Desk Lamp");
  const on = await post(gateway, `/api/devices/${lamp?.id}`, { action: "on" });
  expect(await on.json()).toMatchObject({ ok: true });
});

async function listDevices(): Promise<{ devices: Device[] }> {
  const response = await fetch(new URL("/api/devices", gateway.url));
  return (await response.json()) as { devices: Device[] };
}

async function find(name: string): Promise<Device | undefined> {
  return (await listDevices()).devices.find((device) => device.name === name);
}

function state(name: string): string | undefined {
  return gateway.parts.list().find((part) => part.name === name)?.state;
}
