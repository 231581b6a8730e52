import { expect, test } from "vitest";
import { z } from "zod";
import { z as z3 } from "zod/v3";
import { plainTool } from "../testing/plain-tool.ts";
import { parseArguments, validateArguments } from "./arguments.ts";
import { Failure } from "./tool-failure.ts";

test.each([
  ["truncated", '{"city":"Zür'],
  ["truncated after a pair", '{"path":"/home/user/old_ba"'],
  ["malformed", "{city: 'Bern'}"],
  ["two objects", '{"x":"1"}{}'],
  ["followed by words", '{"x":1} and more'],
  ["with a trailing comma", '{"x":1,}'],
  ["plain text", "Bern"],
])("arguments that are %s are never used [E11]", (_kind, raw) => {
  expect(() => parseArguments(raw)).toThrow(
    expect.objectContaining({
      kind: "invalid-arguments",
      message: expect.stringMatching(/^The arguments are not valid JSON \(.+\)\. They were not used\./s),
    }),
  );
});

test.each([
  ["an array", '["Bern"]'],
  ["a string", '"Bern"'],
  ["a number", "42"],
  ["a boolean", "true"],
  ["an array", ["Bern"]],
  ["a number", 42],
  ["a boolean", false],
  ["a symbol", Symbol("city")],
  ["a function", () => "Bern"],
])("arguments must be an object: %s (%o) is refused by its kind [E11]", (kind, raw) => {
  expect(() => parseArguments(raw)).toThrow(`The arguments must be a JSON object, but are ${kind}.`);
  expect(() => parseArguments(raw)).toThrow(Failure);
});

test.each(["", "  \n", "null", " null ", null, undefined, {}, "{}"])("%j means no arguments [E11]", (raw) => {
  expect(parseArguments(raw)).toEqual({});
});

test("a JSON object is read as it is, and an object is passed on untouched [E11]", () => {
  const args = { city: "Bern", nested: { days: [1, 2] } };
  expect(parseArguments(JSON.stringify(args))).toEqual(args);
  expect(parseArguments(args)).toBe(args);
});

test("the failure shows the start of what was received, secrets hidden [E11]", () => {
  const raw = `{"password":"hunter2","text":"${"x".repeat(5_000)}`;
  const message = messageOf(() => parseArguments(raw));
  expect(message).toContain('Received: {"password":"[redacted]"');
  expect(message.length).toBeLessThan(600);
});

test("`__proto__` in arguments stays a plain key and pollutes nothing [E11]", () => {
  const args = parseArguments('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}');
  expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
  expect(Object.hasOwn(args, "__proto__")).toBe(true);
  expect((args as { admin?: unknown }).admin).toBeUndefined();
  expect(({} as { admin?: unknown }).admin).toBeUndefined();
});

const schemas = {
  "zod 4": z.object({ city: z.string(), days: z.number().optional(), unit: z.enum(["c", "f"]).optional() }),
  "zod 3": z3.object({
    city: z3.string(),
    days: z3.number().optional(),
    unit: z3.enum(["c", "f"]).optional(),
  }),
  "JSON Schema 2020-12": jsonSchema("https://json-schema.org/draft/2020-12/schema"),
  "JSON Schema draft-07": jsonSchema("http://json-schema.org/draft-07/schema#"),
  "JSON Schema without a draft": jsonSchema(),
};

test.each(Object.entries(schemas))("%s: arguments that fit pass [E1]", async (_kind, schema) => {
  const tool = plainTool(undefined, { schema });
  await expect(validateArguments(tool, { city: "Bern", unit: "c" })).resolves.toBeUndefined();
});

test.each(Object.entries(schemas))(
  "%s: the failure says what is wrong and lists the parameters, which are required and their types [E6]",
  async (_kind, schema) => {
    const tool = plainTool(undefined, { schema });
    const failure = await validateArguments(tool, { days: "three" }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Failure);
    const { kind, message } = failure as Failure;
    expect(kind).toBe("invalid-arguments");
    expect(message).toMatch(/^Invalid arguments for "work": .*city.*days.*\./s);
    expect(message).toContain(
      'Parameters: city (string, required), days (number, optional), unit ("c" | "f", optional).',
    );
  },
);

test("the types of lists, alternatives and constants are named [E6]", async () => {
  const schema = {
    type: "object",
    required: ["must"],
    properties: {
      must: { type: "boolean" },
      list: { type: "array", items: { type: "string" } },
      either: { anyOf: [{ type: "string" }, { type: "null" }] },
      fixed: { const: 4 },
      several: { type: ["string", "number"] },
      free: true,
    },
  };
  await expect(validateArguments(plainTool(undefined, { schema }), {})).rejects.toThrow(
    "Parameters: must (boolean, required), list (array of string, optional), " +
      "either (string | null, optional), fixed (4, optional), several (string | number, optional), free (any, optional).",
  );
});

test("a parameter that a strict JSON Schema does not know is named [E6]", async () => {
  const schema = { type: "object", properties: {}, additionalProperties: false };
  await expect(validateArguments(plainTool(undefined, { schema }), { colour: "red" })).rejects.toThrow(
    /additional properties \(colour\)\. It takes no parameters\.$/,
  );
});

test("a schema whose parameters cannot be listed claims nothing about them [E6]", async () => {
  const schema = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
  await expect(validateArguments(plainTool(undefined, { schema }), {})).rejects.not.toThrow("no parameters");
});

test.each([
  ["an unknown type", { type: "nonsense" }],
  ["a reference to nowhere", { $ref: "#/$defs/missing" }],
  ["a pattern that is no pattern", { properties: { a: { type: "string", pattern: "(" } } }],
  ["ajv's asynchronous mode", { $async: true, type: "object", required: ["a"] }],
])("a JSON Schema with %s is left for the server to judge [E6]", async (_kind, schema) => {
  await expect(validateArguments(plainTool(undefined, { schema }), { b: "x" })).resolves.toBeUndefined();
});

function jsonSchema($schema?: string): object {
  return {
    ...($schema ? { $schema } : {}),
    type: "object",
    properties: { city: { type: "string" }, days: { type: "number" }, unit: { enum: ["c", "f"] } },
    required: ["city"],
  };
}

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("Nothing was thrown.");
}
