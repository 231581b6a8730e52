import { expect, test } from "vitest";
import { partLabel } from "./part-label.ts";

test("the gateway's parts have names that people use", () => {
  expect(["mcp:zwave", "mcp:file_system", "http", "broker"].map(partLabel)).toEqual([
    "Z-Wave tools",
    "File system tools",
    "Page and API",
    "Broker",
  ]);
});
