import { toJsonSchema } from "@langchain/core/utils/json_schema";
import { isRecord } from "./tool.ts";

export interface Parameter {
  readonly type: string;
  readonly required: boolean;
}

const known = new WeakMap<object, ReadonlyMap<string, Parameter> | undefined>();

/** The parameters that a schema declares, by name: zod or JSON Schema. Nothing when it cannot be read. */
export function parametersOf(schema: unknown): ReadonlyMap<string, Parameter> | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  if (known.has(schema)) return known.get(schema);
  const parameters = readParameters(schema);
  known.set(schema, parameters);
  return parameters;
}

/** For a model that called wrongly: `city (string, required), unit ("c" | "f", optional)`. */
export function describeParameters(schema: unknown): string {
  const parameters = parametersOf(schema);
  if (!parameters) return "";
  if (parameters.size === 0) return "It takes no parameters.";
  const list = [...parameters].map(
    ([name, { type, required }]) => `${name} (${type}, ${required ? "required" : "optional"})`,
  );
  return `Parameters: ${list.join(", ")}.`;
}

function readParameters(schema: object): Map<string, Parameter> | undefined {
  try {
    const { properties, required } = toJsonSchema(schema as never) as Record<string, unknown>;
    if (!isRecord(properties)) return undefined;
    const names = new Set(Array.isArray(required) ? required : []);
    return new Map(
      Object.entries(properties).map(([name, property]) => [
        name,
        { type: typeName(property), required: names.has(name) },
      ]),
    );
  } catch {
    return undefined;
  }
}

function typeName(property: unknown): string {
  if (!isRecord(property)) return "any";
  const { type, enum: values, const: constant, anyOf, oneOf, items } = property;
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (constant !== undefined) return JSON.stringify(constant);
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) return alternatives.map(typeName).join(" | ");
  if (type === "array" && isRecord(items)) return `array of ${typeName(items)}`;
  if (Array.isArray(type)) return type.join(" | ");
  return typeof type === "string" ? type : "any";
}
