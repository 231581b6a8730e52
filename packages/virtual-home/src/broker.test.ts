import { connect, connectAsync, type MqttClient } from "mqtt";
import { expect, test } from "vitest";
import { startBroker } from "./index.ts";

function next(client: MqttClient, event: "connect" | "close" | "error"): Promise<unknown> {
  return new Promise((resolve) => {
    client.once(event, (argument?: unknown) => resolve(argument));
  });
}

test("a broker can be taken away and brought back on the same port", async () => {
  const first = await startBroker();
  const client = await connectAsync(first.url, { protocolVersion: 4, reconnectPeriod: 20 });
  try {
    const gone = next(client, "close");
    await first.close();
    await gone;
    const back = next(client, "connect");
    const second = await startBroker({ port: first.port });
    await back;
    expect(second.url).toBe(first.url);
    await second.close();
  } finally {
    await client.endAsync(true);
  }
});

test("closing a broker twice is closing it once", async () => {
  const broker = await startBroker();
  const closing = broker.close();
  expect(broker.close()).toBe(closing);
  await closing;
});

test("a broker with credentials lets in who has them and nobody else", async () => {
  const broker = await startBroker({ username: "home", password: "s3cret" });
  const refused = connect(broker.url, {
    protocolVersion: 4,
    username: "home",
    password: "wrong",
    reconnectPeriod: 0,
  });
  const error = await next(refused, "error");
  expect((error as Error).message).toMatch(/not authorized|bad user/i);
  const welcome = await connectAsync(broker.url, {
    protocolVersion: 4,
    username: "home",
    password: "s3cret",
  });
  expect(welcome.connected).toBe(true);
  await Promise.all([refused.endAsync(true), welcome.endAsync(true)]);
  await broker.close();
});

test("a taken port is an error, not a hang", async () => {
  const broker = await startBroker();
  await expect(startBroker({ port: broker.port })).rejects.toThrow("EADDRINUSE");
  await broker.close();
});
