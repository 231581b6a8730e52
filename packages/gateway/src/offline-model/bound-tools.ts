import { Validator } from "@langchain/core/utils/json_schema";
import { interopSafeParse, isInteropZodSchema } from "@langchain/core/utils/types";

export interface BoundTool {
  readonly name: string;
  readonly schema: unknown;
}

/** A call that is ready to be made. */
export interface Call {
  readonly name: string;
  readonly args: Record<string, unknown>;
}

/** The tools that were bound, by the names that this model knows them by. */
export interface Toolbox {
  readonly names: ReadonlySet<string>;
  /** Undefined when the tool is not there or would refuse these arguments. */
  call: (name: string, args: Record<string, unknown>) => Call | undefined;
}

/** Other names that a parameter may have in a home's own tools. */
const otherNames = new Map([
  ["deviceName", ["device_name", "device", "name", "entity"]],
  ["room", ["area", "location"]],
  ["action", ["command", "state"]],
  ["level", ["brightness", "percent"]],
]);

/** LangChain tools, OpenAI's `{type: "function", function}`, and `{name, input_schema}`. */
export function readTools(tools: readonly unknown[]): BoundTool[] {
  return tools.flatMap((tool) => {
    const outer = fieldsOf(tool);
    const inner = fieldsOf(outer.get("function"));
    const name = outer.get("name") ?? inner.get("name");
    const schema =
      outer.get("schema") ??
      outer.get("parameters") ??
      outer.get("input_schema") ??
      outer.get("inputSchema") ??
      inner.get("parameters");
    return typeof name === "string" && name !== "" ? [{ name, schema }] : [];
  });
}

export function createToolbox(tools: readonly BoundTool[], known: readonly string[]): Toolbox {
  const byName = new Map<string, BoundTool>();
  for (const name of known) {
    // Servers' tools may carry a prefix: "mcp__zwave__lock_door". "unlock_door" is no prefixed "lock_door".
    const tool =
      tools.find((one) => one.name === name) ??
      tools.find((one) => one.name.endsWith(`__${name}`) || one.name.endsWith(`.${name}`));
    if (tool) byName.set(name, tool);
  }
  return {
    names: new Set(byName.keys()),
    call: (name, args) => {
      const tool = byName.get(name);
      if (!tool) return undefined;
      const fitted = rename(args, propertiesOf(tool.schema));
      return accepts(tool.schema, fitted) ? { name: tool.name, args: fitted } : undefined;
    },
  };
}

function rename(args: Record<string, unknown>, properties: ReadonlySet<string>): Record<string, unknown> {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => {
      if (properties.size === 0 || properties.has(name)) return [name, value];
      return [otherNames.get(name)?.find((other) => properties.has(other)) ?? name, value];
    }),
  );
}

function propertiesOf(schema: unknown): ReadonlySet<string> {
  if (isInteropZodSchema(schema)) return new Set(fieldsOf(fieldsOf(schema).get("shape")).keys());
  return new Set(fieldsOf(fieldsOf(schema).get("properties")).keys());
}

function accepts(schema: unknown, args: Record<string, unknown>): boolean {
  if (schema === undefined || schema === null) return true;
  try {
    if (isInteropZodSchema(schema)) return interopSafeParse(schema, args).success;
    return new Validator(schema).validate(args).valid;
  } catch {
    // A schema that cannot be read is the tool's to judge.
    return true;
  }
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== "object" || value === null) return new Map();
  const map = new Map<string, unknown>();
  for (const key of [
    "name",
    "schema",
    "parameters",
    "input_schema",
    "inputSchema",
    "function",
    "properties",
    "shape",
  ]) {
    const field: unknown = Reflect.get(value, key);
    if (field !== undefined) map.set(key, field);
  }
  for (const [key, field] of Object.entries(value)) map.set(key, field);
  return map;
}
