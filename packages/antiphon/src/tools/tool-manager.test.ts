import { DynamicTool, tool } from "@langchain/core/tools";
import { expect, test } from "vitest";
import { z } from "zod";
import { z as z3 } from "zod/v3";
import { ToolDefinitionError } from "../errors.ts";
import { plainTool } from "../testing/plain-tool.ts";
import { RecordingLogger } from "../testing/recording-logger.ts";
import { ToolManager } from "./tool-manager.ts";
import type { Tool } from "./tool.ts";

// LangChain's types do not take zod 3 under exactOptionalPropertyTypes; its code does.
const zod3 = z3.object({ city: z3.string() }) as never;

test("tools of every kind live in one array, each the very object that was added [T1]", () => {
  const kinds: Tool[] = [
    tool(() => "a", { name: "zod-4", description: "A", schema: z.object({ city: z.string() }) }),
    tool(() => "b", { name: "zod-3", description: "B", schema: zod3 }),
    tool(() => "c", { name: "json-schema", description: "C", schema: { type: "object", properties: {} } }),
    new DynamicTool({ name: "text-only", description: "D", func: async () => "d" }),
    plainTool(() => "e", { name: "plain", metadata: { mcp: { server: "home" } } }),
  ];
  const manager = new ToolManager().add(...kinds);
  expect(Array.isArray(manager.tools)).toBe(true);
  expect(manager.tools).toHaveLength(kinds.length);
  for (const [i, kind] of kinds.entries()) {
    expect(manager.tools[i]).toBe(kind);
    expect(manager.find(kind.name)).toBe(kind);
  }
});

test("a frozen tool can be added: nothing is written onto it [T1]", () => {
  const frozen = Object.freeze(plainTool());
  expect(new ToolManager().add(frozen).find("work")).toBe(frozen);
});

test.each([
  ["name", { name: undefined }],
  ["name", { name: "" }],
  ["name", { name: "  " }],
  ["name", { name: 7 }],
  ["human-readable description", { description: undefined }],
  ["human-readable description", { description: " \n" }],
  ["parameter schema", { schema: undefined }],
  ["parameter schema", { schema: null }],
  ["parameter schema", { schema: "object" }],
  ["invoke() method", { invoke: undefined }],
  ["invoke() method", { invoke: "run" }],
])("a tool without a %s is refused, naming the tool and the missing part [T2] %o", (missing, change) => {
  const manager = new ToolManager();
  const broken = { ...plainTool(), ...change } as unknown as Tool;
  const name = missing === "name" ? "(unnamed)" : "work";
  const refusal = expect.objectContaining({ tool: name, missing });
  expect(() => manager.add(broken)).toThrow(refusal);
  expect(() => manager.add(broken)).toThrow(`Tool "${name}" cannot be added: it has no ${missing}.`);
  expect(manager.tools).toEqual([]);
});

test.each([undefined, null, "tool", 3, Symbol("tool")])("%s is not a tool and is refused [T2]", (value) => {
  expect(() => new ToolManager().add(value as unknown as Tool)).toThrow(ToolDefinitionError);
});

test("a name that exists is replaced in its place, with a warning [T3]", () => {
  const logger = new RecordingLogger();
  const manager = new ToolManager({ logger });
  const [first, second, other] = [plainTool(), plainTool(), plainTool(undefined, { name: "other" })];
  manager.add(first, other);
  expect(logger.lines).toEqual([]);

  manager.add(second);
  expect(manager.tools).toEqual([second, other]);
  expect(manager.find("work")).toBe(second);
  expect(logger.lines).toEqual([
    { level: "warn", message: expect.stringContaining("replaced"), fields: { tool: "work" } },
  ]);
});

test("a logger that throws does not keep a tool from being replaced [T3]", () => {
  const fail = (): never => {
    throw new Error("disk full");
  };
  const manager = new ToolManager({ logger: { debug: fail, info: fail, warn: fail, error: fail } });
  const second = plainTool();
  manager.add(plainTool(), second);
  expect(manager.find("work")).toBe(second);
});

test("`tools` is the same array all along, whatever comes and goes [T4]", () => {
  const manager = new ToolManager();
  const { tools } = manager;
  manager.add(plainTool(), plainTool(undefined, { name: "other" }));
  expect(tools.map(({ name }) => name)).toEqual(["work", "other"]);
  manager.remove("work");
  expect(manager.tools).toBe(tools);
  expect(tools.map(({ name }) => name)).toEqual(["other"]);
});

test("`find` matches name or lc_name and returns undefined for anything else [T4]", () => {
  const named = plainTool(undefined, { name: "a", lc_name: "LegacyName" });
  const manager = new ToolManager().add(named, plainTool(undefined, { name: "b" }));
  expect(manager.find("a")).toBe(named);
  expect(manager.find("LegacyName")).toBe(named);
  for (const unknown of ["", "A", "c", "undefined", "length", "constructor", "__proto__", "toString"]) {
    expect(manager.find(unknown)).toBeUndefined();
  }
});

test("`constructor` and `__proto__` are names like any other [T4]", () => {
  const manager = new ToolManager();
  for (const name of ["constructor", "__proto__", "hasOwnProperty"]) {
    const odd = plainTool(undefined, { name });
    manager.add(odd);
    expect(manager.find(name)).toBe(odd);
    expect(manager.remove(name)).toBe(true);
    expect(manager.find(name)).toBeUndefined();
  }
});

test("`find` looks at each of 20 tools at most once and at nothing else [T4]", () => {
  let reads = 0;
  const manager = new ToolManager();
  for (let i = 0; i < 20; i++) {
    manager.add({
      ...plainTool(),
      get name() {
        reads++;
        return `tool-${i}`;
      },
    });
  }
  reads = 0;
  manager.find("tool-19");
  expect(reads).toBeLessThanOrEqual(20);
  reads = 0;
  manager.find("no such tool");
  expect(reads).toBeLessThanOrEqual(20);
});

test("a tool can be removed, by either name; removing twice says there was none [T5]", () => {
  const manager = new ToolManager().add(plainTool(undefined, { lc_name: "Work" }));
  expect(manager.remove("nothing")).toBe(false);
  expect(manager.remove("Work")).toBe(true);
  expect(manager.remove("work")).toBe(false);
  expect(manager.tools).toEqual([]);
});
