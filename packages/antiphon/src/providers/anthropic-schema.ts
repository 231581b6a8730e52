import { isRecord } from "../tools/tool.ts";

/** Keywords that Anthropic refuses in the schema of an answer. The answer is validated here all the same. */
const refused = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
]);

/** Fields that hold schemas by name: their keys are the caller's words, not keywords. */
const byName = new Set(["properties", "$defs", "definitions"]);

/** A JSON Schema as Anthropic's structured answers take it: closed objects, no limits. */
export function toAnthropicSchema(schema: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(schema)
    .filter(([keyword]) => !refused.has(keyword))
    .map(([keyword, value]) => [keyword, byName.has(keyword) ? eachNamed(value) : converted(value)] as const);
  return {
    ...Object.fromEntries(entries),
    ...(schema["type"] === "object" && { additionalProperties: false }),
  };
}

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  return isRecord(value) ? toAnthropicSchema(value) : value;
}

function eachNamed(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, converted(schema)]));
}
