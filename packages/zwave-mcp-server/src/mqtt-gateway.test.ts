import mqtt from "mqtt";
import { pino } from "pino";
import { startBroker } from "virtual-home";
import { expect, test, vi } from "vitest";
import { FakeGateway } from "../testing/fake-gateway.ts";
import { type Config, readConfig } from "./config.ts";
import { MqttGateway } from "./mqtt-gateway.ts";

const logger = pino({ level: "silent" });

function gatewayFor(environment: Record<string, string>, change: Partial<Config["mqtt"]> = {}) {
  const config = readConfig(environment);
  const connect = vi.fn((url: string, { ca: _ca, cert: _cert, key: _key, ...options }: mqtt.IClientOptions) =>
    mqtt.connect(url, options),
  );
  const gateway = new MqttGateway({
    config: { ...config, mqtt: { ...config.mqtt, ...change } },
    logger,
    connect,
  });
  return { gateway, connect };
}

test("credentials and certificates reach the connection, and commands are never queued for later", async () => {
  const pem = { ca: Buffer.from("ca"), cert: Buffer.from("cert"), key: Buffer.from("key") };
  const { gateway, connect } = gatewayFor(
    {
      MQTT_URL: "mqtt://127.0.0.1:9",
      MQTT_USERNAME: "ann",
      MQTT_PASSWORD: "secret",
      MQTT_REJECT_UNAUTHORIZED: "no",
    },
    pem,
  );
  expect(connect).toHaveBeenCalledWith(
    "mqtt://127.0.0.1:9",
    expect.objectContaining({
      ...pem,
      username: "ann",
      password: "secret",
      rejectUnauthorized: false,
      queueQoSZero: false,
    }),
  );
  await gateway.close();
});

test("a wrong password is told, without it, and tried again; the right one works", async () => {
  const broker = await startBroker({ username: "ann", password: "right" });
  const { gateway: refused } = gatewayFor({ MQTT_URL: broker.url.replace("://", "://ann:wrong@") });
  const failure = await refused.request("getNodes", []).catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind: "broker-down", sent: false });
  expect(String(failure)).toMatch(/is not connected \(.*(refused|authori).*\)/i);
  expect(String(failure)).not.toMatch(/wrong|ann/);
  await refused.close();

  const url = broker.url.replace("://", "://ann:right@");
  const fake = await FakeGateway.start({ brokerUrl: url, nodes: [] });
  const { gateway } = gatewayFor({ MQTT_URL: url });
  await expect(gateway.request("getNodes", [])).resolves.toEqual([]);
  await gateway.close();
  await fake.close();
  await broker.close();
});

test("a configured gateway is used even when another is up, and even when it never announced itself", async () => {
  const broker = await startBroker();
  const other = await FakeGateway.start({ brokerUrl: broker.url, nodes: [], name: "other" });
  const mine = await FakeGateway.start({ brokerUrl: broker.url, nodes: [], name: "My_House/1" });
  await mine.publish("status", "", { retain: true });
  const { gateway } = gatewayFor({ MQTT_URL: broker.url, ZWAVE_GATEWAY_NAME: "My House/1" });
  await expect(gateway.request("getNodes", [])).resolves.toEqual([]);
  expect(mine.calls).toHaveLength(1);
  expect(other.calls).toHaveLength(0);
  await gateway.close();
  await mine.close();
  await other.close();
  await broker.close();
});

test("answers find their requests whatever their order", async () => {
  const broker = await startBroker();
  const waiting: (() => void)[] = [];
  const echo = ([number]: unknown[]) =>
    new Promise<{ success: boolean; result: unknown }>((resolve) => {
      waiting.push(() => resolve({ success: true, result: number }));
      if (waiting.length === 50) for (const answer of waiting.reverse()) answer();
    });
  const fake = await FakeGateway.start({ brokerUrl: broker.url, nodes: [], api: { echo } });
  const { gateway } = gatewayFor({ MQTT_URL: broker.url });
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  expect(await Promise.all(numbers.map((number) => gateway.request("echo", [number])))).toEqual(numbers);
  await gateway.close();
  await fake.close();
  await broker.close();
});

test("close rejects what is in flight and can be called twice", async () => {
  const broker = await startBroker();
  const fake = await FakeGateway.start({
    brokerUrl: broker.url,
    nodes: [],
    api: { getNodes: () => undefined },
  });
  const { gateway } = gatewayFor({ MQTT_URL: broker.url });
  const request = gateway.request("getNodes", []).catch((error: unknown) => error);
  await vi.waitFor(() => expect(fake.calls).toHaveLength(1), 10_000);
  await Promise.all([gateway.close(), gateway.close()]);
  expect(await request).toMatchObject({ kind: "lost" });
  await fake.close();
  await broker.close();
});
