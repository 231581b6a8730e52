import { toJsonSchema } from "@langchain/core/utils/json_schema";
import { silentLogger, type Logger } from "../logger.ts";
import { isRecord, type Tool } from "../tools/tool.ts";

/** A tool as Qwen's function calling, and so Ollama, defines it. */
export interface QwenTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Record<string, unknown>;
  };
}

/** LangChain's tools in Qwen's form: exactly these keys. The tools themselves are not changed. */
export function toQwenTools(
  tools: readonly Tool[] | undefined,
  { logger = silentLogger }: { logger?: Logger } = {},
): QwenTool[] {
  const converted = (tools ?? []).map((tool): QwenTool => ({
    type: "function",
    function: {
      name: typeof tool.lc_name === "string" ? tool.lc_name : tool.name,
      description: tool.description,
      parameters: parametersOf(tool.schema),
    },
  }));
  logger.debug(
    { tools: converted.length },
    `🔧 Converted ${converted.length} tools from LangChain to Qwen format`,
  );
  return converted;
}

function parametersOf(schema: unknown): Record<string, unknown> {
  const { $schema: _dialect, ...json } = toJsonSchema(schema as never) as Record<string, unknown>;
  return { ...json, type: "object", properties: isRecord(json["properties"]) ? json["properties"] : {} };
}
