import type { Logger } from "../logger.ts";
import { redact } from "../redaction.ts";
import { parametersOf } from "./parameters.ts";
import { mcpMark, type Tool } from "./tool.ts";

/**
 * Names that no rule could find: the seed's Z-Wave tool is often called with another project's names.
 */
const knownMappings = new Map([
  [
    "control_zwave_device",
    new Map([
      ["device_name", "deviceName"],
      ["command", "action"],
    ]),
  ],
]);

/**
 * Models like snake_case; MCP servers often declare camelCase. LangChain's adapters pass names through
 * unchanged (held by a test against a real MCP server), so the names are mended here, for MCP tools only.
 */
export function normalizeParameterNames(
  tool: Tool,
  args: Record<string, unknown>,
  { logger, callId }: { logger: Logger; callId?: string },
): Record<string, unknown> {
  if (!mcpMark(tool)) return args;
  const mapping = knownMappings.get(tool.name);
  const declared = parametersOf(tool.schema);
  const names = Object.keys(args);
  const renamed = names.map((name) => mapping?.get(name) ?? (declared?.has(name) ? name : toCamelCase(name)));
  // Two names that would become one are left for the server to judge: neither value may be lost.
  if (renamed.every((name, i) => name === names[i]) || new Set(renamed).size < names.length) return args;

  const result = Object.fromEntries(names.map((name, i) => [renamed[i], args[name]]));
  logger.info(
    { tool: tool.name, callId, before: redact(args), after: redact(result) },
    "Parameter names normalised",
  );
  return result;
}

function toCamelCase(name: string): string {
  return name.replace(/(?<=[^_])_+([^_])/g, (_match, letter: string) => letter.toUpperCase());
}
