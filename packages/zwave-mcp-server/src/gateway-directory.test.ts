import { expect, test } from "vitest";
import { GatewayDirectory } from "./gateway-directory.ts";

const status = (name: string) => `_CLIENTS/ZWAVE_GATEWAY-${name}/status`;

test("a configured name becomes the client id that zwave-js-ui makes of it", () => {
  expect(new GatewayDirectory("My Home, 2!").choose()).toEqual({
    client: "ZWAVE_GATEWAY-My_Home_2",
    state: "unknown",
  });
  expect(new GatewayDirectory("ZWAVE_GATEWAY-gw").choose()).toMatchObject({ client: "ZWAVE_GATEWAY-gw" });
});

test("the only gateway that is up is chosen, old names that are down do not count", () => {
  const directory = new GatewayDirectory(undefined);
  expect(directory.choose()).toEqual({ reason: "none", names: [] });
  directory.learn(status("old"), '{"value":false}');
  directory.learn(status("new"), '{"value":true,"time":1}');
  expect(directory.choose()).toEqual({ client: "ZWAVE_GATEWAY-new", state: "up" });
});

test("two gateways that are up are not chosen between", () => {
  const directory = new GatewayDirectory(undefined);
  directory.learn(status("a"), '{"value":true}');
  directory.learn(status("b"), '{"value":true}');
  expect(directory.choose()).toEqual({ reason: "several", names: ["a", "b"] });
  directory.learn(status("b"), "");
  expect(directory.choose()).toMatchObject({ client: "ZWAVE_GATEWAY-a" });
});

test("garbage in a status changes nothing, and after a reconnect nothing is taken for known", () => {
  const directory = new GatewayDirectory(undefined);
  directory.learn(status("a"), '{"value":true}');
  for (const payload of ["yes", "null", "[]", '{"value":"true"}', "{"]) directory.learn(status("a"), payload);
  expect(directory.choose()).toMatchObject({ state: "up" });
  directory.forgetStates();
  expect(directory.choose()).toMatchObject({ client: "ZWAVE_GATEWAY-a", state: "unknown" });
});
