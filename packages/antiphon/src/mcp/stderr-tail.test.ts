import { expect, test } from "vitest";
import { secretValues, StderrTail } from "./stderr-tail.ts";

test("the tail is bounded, and its end is what is kept [M3]", () => {
  const tail = new StderrTail({ maxChars: 100 });
  for (let i = 0; i < 10_000; i++) tail.push(Buffer.from(`line ${i}\n`));
  expect(tail.text.length).toBeLessThanOrEqual(100);
  expect(tail.lastLine).toBe("line 9999");
});

test("a line without end is bounded too", () => {
  const tail = new StderrTail();
  for (let i = 0; i < 1_000; i++) tail.push(Buffer.alloc(10_000, "x"));
  expect(tail.text.length).toBeLessThan(10_000);
});

test("secrets are replaced, by their look and by the configuration, also when a chunk ends inside [M3]", () => {
  const secrets = secretValues({ MQTT_PASSWORD: "hunter2", MQTT_HOST: "broker" });
  const tail = new StderrTail({ secrets });
  tail.push(Buffer.from("trying hun"));
  tail.push(Buffer.from("ter2 at broker\nAuthorization: Bearer abcdefghijkl\n"));
  expect(tail.text).toBe("trying [redacted] at broker\nAuthorization: Bearer [redacted]");
});
