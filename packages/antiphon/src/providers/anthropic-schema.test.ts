import { expect, test } from "vitest";
import { toAnthropicSchema } from "./anthropic-schema.ts";

test("objects are closed and limits left out, at any depth", () => {
  const schema = {
    type: "object",
    properties: {
      age: { type: "integer", minimum: 0, maximum: 150 },
      tags: {
        type: "array",
        minItems: 2,
        items: { type: "object", properties: {}, additionalProperties: true },
      },
      either: { anyOf: [{ type: "string", maxLength: 5 }, { type: "null" }] },
    },
    required: ["age"],
  };
  expect(toAnthropicSchema(schema)).toEqual({
    type: "object",
    properties: {
      age: { type: "integer" },
      tags: { type: "array", items: { type: "object", properties: {}, additionalProperties: false } },
      either: { anyOf: [{ type: "string" }, { type: "null" }] },
    },
    required: ["age"],
    additionalProperties: false,
  });
});

test("a property may be called like a limit", () => {
  const properties = { minimum: { type: "number" }, pattern: { type: "string" } };
  expect(toAnthropicSchema({ type: "object", properties })).toMatchObject({ properties });
});
