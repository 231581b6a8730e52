import { expect, test } from "vitest";
import { plainTool } from "../testing/plain-tool.ts";
import { RecordingLogger } from "../testing/recording-logger.ts";
import { normalizeParameterNames } from "./parameter-names.ts";

const mcp: Record<string, unknown> = { mcp: { server: "home" } };

function normalize(args: Record<string, unknown>, { name = "work", properties = {}, metadata = mcp } = {}) {
  const logger = new RecordingLogger();
  const tool = plainTool(undefined, {
    name,
    schema: { type: "object", properties },
    metadata,
  });
  const result = normalizeParameterNames(tool, args, { logger, callId: "call_1" });
  return { result, lines: logger.lines };
}

test.each([
  ["no metadata", {}],
  ["metadata of its own", { mcp: true }],
  ["a mark without a server", { mcp: {} }],
])("a built-in tool with %s gets its arguments unchanged [N1]", (_kind, metadata) => {
  const args = { device_name: "Lamp", command: "on" };
  const { result, lines } = normalize(args, { name: "control_zwave_device", metadata });
  expect(result).toBe(args);
  expect(result).toEqual({ device_name: "Lamp", command: "on" });
  expect(lines).toEqual([]);
});

test("the static mapping of a known tool wins, over its schema too [N2]", () => {
  const args = { device_name: "Lamp", command: "on", level: 5 };
  const mapped = { deviceName: "Lamp", action: "on", level: 5 };
  expect(normalize(args, { name: "control_zwave_device" }).result).toEqual(mapped);
  const properties = { device_name: {}, command: {}, level: {} };
  expect(normalize(args, { name: "control_zwave_device", properties }).result).toEqual(mapped);
});

test("the static mapping is for that tool only [N2]", () => {
  expect(normalize({ device_name: "Lamp", command: "on" }).result).toEqual({
    deviceName: "Lamp",
    command: "on",
  });
});

test("a name that the schema declares stays [N3]", () => {
  const properties = { device_name: { type: "string" }, deviceName: { type: "string" } };
  const args = { device_name: "Lamp" };
  expect(normalize(args, { properties }).result).toBe(args);
});

test.each([
  ["device_name", "deviceName"],
  ["a_b_c", "aBC"],
  ["max__items", "maxItems"],
  ["line_2", "line2"],
])("a name with underscores that is not declared becomes camelCase: %s → %s [N3]", (before, after) => {
  expect(normalize({ [before]: 1 }).result).toEqual({ [after]: 1 });
});

test.each(["deviceName", "device", "_private", "trailing_", "__proto__", "_", "", "größe"])(
  "a name without inner underscores stays: %j [N3]",
  (name) => {
    const args = JSON.parse(`{${JSON.stringify(name)}:1}`) as Record<string, unknown>;
    expect(normalize(args).result).toBe(args);
  },
);

test("a changed set is logged, before and after, with the call's id, secrets hidden [N4]", () => {
  const { lines } = normalize({ device_name: "Lamp", pin_code: "1234" });
  expect(lines).toEqual([
    {
      level: "info",
      message: "Parameter names normalised",
      fields: {
        tool: "work",
        callId: "call_1",
        before: { device_name: "Lamp", pin_code: "[redacted]" },
        after: { deviceName: "Lamp", pinCode: "[redacted]" },
      },
    },
  ]);
});

test("an unchanged set is not logged [N4]", () => {
  expect(normalize({ deviceName: "Lamp" }).lines).toEqual([]);
});

test("two names that would become one are left for the server to judge: no value is lost [N3]", () => {
  const args = { device_name: "Lamp", deviceName: "Door" };
  const { result, lines } = normalize(args);
  expect(result).toBe(args);
  expect(lines).toEqual([]);
});

test("the caller's object is not changed, and `__proto__` stays a plain key [N3]", () => {
  const args = JSON.parse('{"device_name":"Lamp","__proto__":{"admin":true}}') as Record<string, unknown>;
  const { result } = normalize(args);
  expect(Object.keys(args)).toEqual(["device_name", "__proto__"]);
  expect(Object.keys(result)).toEqual(["deviceName", "__proto__"]);
  expect((result as { admin?: unknown }).admin).toBeUndefined();
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
});

test("a schema that cannot be read declares nothing [N3]", () => {
  const logger = new RecordingLogger();
  const tool = plainTool(undefined, { schema: { type: "object" }, metadata: mcp });
  expect(normalizeParameterNames(tool, { device_name: "Lamp" }, { logger })).toEqual({ deviceName: "Lamp" });
});
