import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import type { Logger } from "pino";
import { z } from "zod";
import { explain, Failure } from "./failure.ts";
import { GatewayError } from "./gateway-error.ts";
import type { Home } from "./home.ts";
import type { Tool } from "./tool.ts";
import { controlZwaveCover } from "./tools/control-zwave-cover.ts";
import { controlZwaveDevice } from "./tools/control-zwave-device.ts";
import { controlZwaveRoom } from "./tools/control-zwave-room.ts";
import { lockDoor, unlockDoor } from "./tools/doors.ts";
import { getDeviceSensorData } from "./tools/get-device-sensor-data.ts";
import { getThermostat } from "./tools/get-thermostat.ts";
import { listZwaveDevices } from "./tools/list-zwave-devices.ts";
import { setThermostat } from "./tools/set-thermostat.ts";
import { zwaveHealth } from "./tools/zwave-health.ts";
import { waitUntil } from "./wait-until.ts";

export const tools: readonly Tool[] = [
  listZwaveDevices,
  controlZwaveDevice,
  getDeviceSensorData,
  controlZwaveRoom,
  getThermostat,
  setThermostat,
  lockDoor,
  unlockDoor,
  controlZwaveCover,
  zwaveHealth,
];

const instructions =
  "Controls the Z-Wave devices of a home. Answers are what the devices themselves report; an error says what is known and what to do. When a name fits several devices, ask the person which one is meant.";

export interface ServerOptions {
  home: Home;
  logger: Logger;
  version: string;
}

export interface ZwaveServer {
  /** Not yet connected to a transport. */
  mcp: McpServer;
  /** Resolves when no call is being answered, or when the time is over. */
  idle: (timeoutMs: number) => Promise<unknown>;
}

export function createServer({ home, logger, version }: ServerOptions): ZwaveServer {
  const changes = new EventTarget();
  let active = 0;
  const mcp = new McpServer(
    { name: "zwave-mcp-server", title: "Z-Wave home", version },
    { capabilities: { tools: {} }, instructions },
  );
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const listed = tools.map(({ name, title, description, input, output, annotations }) => ({
    name,
    title,
    description,
    inputSchema: toJsonSchema(input, "input"),
    outputSchema: toJsonSchema(output, "output"),
    annotations: { title, ...annotations },
  }));
  // The handlers are our own, so that wrong arguments are told in sentences and names are looked up in a Map.
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  mcp.server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, requestId }) => {
    const tool = byName.get(params.name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool "${params.name}"`);
    const started = performance.now();
    active += 1;
    const result = await callTool(tool, params.arguments ?? {}, { home, signal, logger });
    active -= 1;
    changes.dispatchEvent(new Event("change"));
    logger.info(
      {
        tool: tool.name,
        requestId,
        failed: result.isError === true,
        durationMs: Math.round(performance.now() - started),
      },
      "tool called",
    );
    return result;
  });
  return { mcp, idle: (timeoutMs) => waitUntil(() => active === 0, { changes, timeoutMs }) };
}

/** Never rejects: whatever goes wrong becomes an error result in words. */
async function callTool(
  tool: Tool,
  input: Record<string, unknown>,
  { home, signal, logger }: { home: Home; signal: AbortSignal; logger: Logger },
): Promise<CallToolResult> {
  // Models fill in what they do not need with null.
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  const parsed = tool.input.safeParse(given);
  if (!parsed.success) return failed(describeIssues(tool, parsed.error));
  try {
    const { text, data, failed: isError = false } = await tool.run(parsed.data, { home, signal });
    return { content: [{ type: "text", text }], structuredContent: data, ...(isError && { isError }) };
  } catch (error) {
    if (error instanceof Failure) return failed(error.message);
    if (error instanceof GatewayError) {
      return failed(
        tool.annotations.readOnlyHint ? explain(error) : `${explain(error)} Nothing was switched.`,
      );
    }
    logger.error({ err: error, tool: tool.name }, "a tool failed unexpectedly");
    return failed(`${tool.name} failed because of an error in zwave-mcp-server; its log says more.`);
  }
}

function failed(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

function describeIssues(tool: Tool, error: z.ZodError): string {
  const known = Object.keys(tool.input.shape).join(", ") || "none";
  const issues = error.issues.map((issue) => {
    if (issue.code === "unrecognized_keys")
      return `it takes no ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
    const where = issue.path.join(".");
    if (issue.code === "invalid_value")
      return `"${where}" must be one of ${issue.values.map(String).join(", ")}`;
    if (issue.code === "invalid_type") return `"${where}" is required and must be a ${issue.expected}`;
    return `"${where}" ${issue.code === "invalid_union" ? "must be a number" : issue.message}`;
  });
  const nothing = tool.annotations.readOnlyHint ? "" : " Nothing was switched.";
  return `Wrong arguments for ${tool.name}: ${issues.join("; ")}. Its parameters are: ${known}.${nothing}`;
}

type JsonObjectSchema = { type: "object"; [key: string]: unknown };

function toJsonSchema(schema: z.ZodObject, io: "input" | "output"): JsonObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return { ...rest, type: "object" };
}
