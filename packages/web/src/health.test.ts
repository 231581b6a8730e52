import { expect, test } from "vitest";
import { healthSummary } from "./health.ts";

test("the worst part is named first", () => {
  const part = (name: string, state: "ready" | "degraded" | "failed") => ({ name, state, message: "" });
  const model = { name: "m", offline: false };
  expect(healthSummary(undefined).text).toBe("Checking");
  expect(healthSummary({ model, parts: [part("Broker", "ready")] }).text).toBe("All well");
  expect(healthSummary({ model, parts: [part("Z-Wave", "failed")] }).text).toBe("Z-Wave: down");
  expect(healthSummary({ model, parts: [part("A", "degraded"), part("B", "failed")] })).toEqual({
    state: "failed",
    text: "2 parts in trouble",
  });
});
