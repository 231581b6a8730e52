import { interopSafeParseAsync, isInteropZodSchema } from "@langchain/core/utils/types";
import type { ValidateFunction } from "ajv";
import { preview } from "../redaction.ts";
import { describeParameters } from "./parameters.ts";
import { Failure } from "./tool-failure.ts";
import { isRecord, type Tool } from "./tool.ts";

/**
 * Raw arguments as a strict JSON object. Truncated, malformed, array and scalar arguments are a failure:
 * they are never completed or guessed. `""` and `null` are how providers say "none".
 */
export function parseArguments(raw: unknown): Record<string, unknown> {
  if (raw === undefined || raw === null) return {};
  if (isRecord(raw)) return raw;
  if (typeof raw !== "string") throw notAnObject(typeName(raw));
  if (raw.trim() === "") return {};

  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch (error) {
    throw new Failure(
      "invalid-arguments",
      `The arguments are not valid JSON (${(error as Error).message}). They were not used. Received: ${preview(raw, 200)}`,
    );
  }
  if (value === null) return {};
  if (!isRecord(value)) throw notAnObject(typeName(value));
  return value;
}

/** Throws a failure that says what is wrong and what the tool takes. */
export async function validateArguments(tool: Tool, args: Record<string, unknown>): Promise<void> {
  const problems = await schemaProblems(tool.schema, args);
  if (problems.length > 0) {
    throw new Failure(
      "invalid-arguments",
      `Invalid arguments for "${tool.name}": ${problems.join("; ")}. ${describeParameters(tool.schema)}`.trimEnd(),
    );
  }
}

/** What keeps a value from fitting a schema, zod's or a JSON Schema. */
export async function schemaProblems(schema: unknown, value: unknown): Promise<string[]> {
  return isInteropZodSchema(schema)
    ? zodProblems(schema, value)
    : jsonSchemaProblems(schema as object, value);
}

type ZodSchema = Parameters<typeof interopSafeParseAsync>[0];

async function zodProblems(schema: ZodSchema, args: unknown): Promise<string[]> {
  const result = await interopSafeParseAsync(schema, args);
  if (result.success) return [];
  return result.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join(".")}: ${message}` : message,
  );
}

const validators = new WeakMap<object, Promise<ValidateFunction | undefined>>();

async function jsonSchemaProblems(schema: object, args: unknown): Promise<string[]> {
  let compiling = validators.get(schema);
  if (!compiling) {
    compiling = compileJsonSchema(schema);
    validators.set(schema, compiling);
  }
  const validate = await compiling;
  if (!validate || validate(args)) return [];
  return (validate.errors ?? []).map(({ instancePath, message = "is invalid", params }) => {
    const where = instancePath.slice(1).replaceAll("/", ".");
    const extra = "additionalProperty" in params ? ` (${String(params["additionalProperty"])})` : "";
    return `${where ? `${where} ` : ""}${message}${extra}`;
  });
}

// Loaded on first use: only tools with a JSON Schema, MCP's, need it.
async function compileJsonSchema(schema: object): Promise<ValidateFunction | undefined> {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  try {
    const validate = new Ajv2020({
      strict: false,
      allErrors: true,
      validateSchema: false,
      validateFormats: false,
      logger: false,
    }).compile(schema);
    // `$async` is ajv's own extension; its answer would be a promise.
    return "$async" in validate ? undefined : validate;
  } catch {
    // A schema that cannot be read is the server's to judge; it will refuse what it does not like.
    return undefined;
  }
}

function notAnObject(type: string): Failure {
  return new Failure(
    "invalid-arguments",
    `The arguments must be a JSON object, but are ${type}. They were not used.`,
  );
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
