import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("an empty environment means the local broker, the usual prefix and a gateway to be discovered", () => {
  expect(readConfig({})).toEqual({
    mqtt: {
      url: "mqtt://localhost:1883",
      username: undefined,
      password: undefined,
      ca: undefined,
      cert: undefined,
      key: undefined,
      rejectUnauthorized: true,
    },
    prefix: "zwave",
    gatewayName: undefined,
    requestTimeoutMs: 10_000,
    confirmTimeoutMs: 5_000,
    logLevel: "info",
  });
});

test("empty variables count as not set", () => {
  const empty = {
    MQTT_URL: "",
    MQTT_PASSWORD: "",
    ZWAVE_PREFIX: " ",
    ZWAVE_REQUEST_TIMEOUT_MS: "",
    LOG_LEVEL: "",
  };
  expect(readConfig(empty)).toEqual(readConfig({}));
});

test("credentials are taken out of the address, and their own variables win", () => {
  const { mqtt } = readConfig({ MQTT_URL: "mqtts://ann:p%40ss@broker.example:8883", MQTT_USERNAME: "ben" });
  expect(mqtt).toMatchObject({ url: "mqtts://broker.example:8883", username: "ben", password: "p@ss" });
});

test.each([
  ["MQTT_URL", "not an address"],
  ["MQTT_URL", "http://broker"],
  ["MQTT_CA_FILE", "/no/such/file.pem"],
  ["MQTT_REJECT_UNAUTHORIZED", "perhaps"],
  ["ZWAVE_PREFIX", "zwave/#"],
  ["ZWAVE_REQUEST_TIMEOUT_MS", "soon"],
  ["ZWAVE_CONFIRM_TIMEOUT_MS", "-1"],
  ["LOG_LEVEL", "loud"],
])("%s=%s is refused by name", (variable, value) => {
  expect(() => readConfig({ [variable]: value })).toThrow(new RegExp(`^${variable} .+\\.$`));
});

test("a bad address with a password in it is refused without repeating it", () => {
  const read = () => readConfig({ MQTT_URL: "mqt://ann:hunter2@broker" });
  expect(read).toThrow(/MQTT_URL/);
  expect(read).not.toThrow(/hunter2/);
});

test("every bad variable is named at once", () => {
  expect(() => readConfig({ LOG_LEVEL: "loud", ZWAVE_PREFIX: "+" })).toThrow(/ZWAVE_PREFIX[^]*LOG_LEVEL/);
});

test("a client certificate without its key is refused", () => {
  expect(() => readConfig({ MQTT_CERT_FILE: new URL(import.meta.url).pathname })).toThrow(/MQTT_KEY_FILE/);
});

test("files that hold no certificate are refused at the start, not at the connection", () => {
  const file = new URL(import.meta.url).pathname;
  expect(() => readConfig({ MQTT_CERT_FILE: file, MQTT_KEY_FILE: file })).toThrow(/MQTT_KEY_FILE .* PEM .*/);
});
