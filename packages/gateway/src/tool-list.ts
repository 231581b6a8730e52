import { toJsonSchema } from "@langchain/core/utils/json_schema";
import type { Tool } from "antiphon";

/** A tool as people and pages see it. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** `built-in`, or `mcp:` and the server's name. */
  readonly source: string;
  readonly annotations?: unknown;
  /** JSON Schema. */
  readonly schema: unknown;
}

export function describeTools(tools: readonly Tool[]): ToolDescription[] {
  return tools.map(({ name, description, schema, metadata }) => {
    const server = (metadata?.["mcp"] as { server?: unknown } | undefined)?.server;
    const annotations = metadata?.["annotations"];
    return {
      name,
      description,
      source: typeof server === "string" ? `mcp:${server}` : "built-in",
      ...(annotations !== undefined && { annotations }),
      schema: jsonSchema(schema),
    };
  });
}

function jsonSchema(schema: unknown): unknown {
  try {
    return toJsonSchema(schema as Parameters<typeof toJsonSchema>[0]);
  } catch {
    // A schema that JSON cannot express still checks its arguments.
    return { type: "object" };
  }
}
