import { expect, test } from "vitest";
import { optionsFromPayload, parsePayload, valueFromPayload } from "./payload.ts";
import type { UiValue } from "./ui-value.ts";

const level = { type: "number", min: 0, max: 99 } as UiValue;
const relay = { type: "boolean" } as UiValue;

test("a payload is a number when it starts like one, else JSON, else text", () => {
  expect(parsePayload("20")).toBe(20);
  expect(parsePayload("true")).toBe(true);
  expect(parsePayload('{"value":80}')).toEqual({ value: 80 });
  expect(parsePayload("on")).toBe("on");
  expect(parsePayload("")).toBe("");
  expect(parsePayload("12abc")).toBeNaN();
});

test("a boolean sent to a number becomes 255 or the minimum", () => {
  expect(valueFromPayload(true, level)).toBe(255);
  expect(valueFromPayload(false, level)).toBe(0);
  expect(valueFromPayload("on", level)).toBe(255);
});

test("words for on and off are booleans wherever they stand in the text", () => {
  const means = (text: string): unknown => valueFromPayload(text, relay);
  expect([means("Turn ON"), means("lock"), means("true")]).toEqual([true, true, true]);
  expect([means("off"), means("unlock"), means("FALSE!")]).toEqual([false, false, false]);
  expect(means("once")).toBe("once");
});

test("a number sent to a boolean is true above zero", () => {
  expect(valueFromPayload(1, relay)).toBe(true);
  expect(valueFromPayload(0, relay)).toBe(false);
});

test("a value comes out of its envelope together with its options", () => {
  const payload = { value: 80, options: { transitionDuration: "1s" } };
  expect(valueFromPayload(payload, level)).toBe(80);
  expect(optionsFromPayload(payload)).toEqual({ transitionDuration: "1s" });
  expect(optionsFromPayload(80)).toBeUndefined();
  expect(optionsFromPayload({ value: 1, options: "fast" })).toBeUndefined();
});
