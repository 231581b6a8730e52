import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { DynamicStructuredTool } from "@langchain/core/tools";
import { z } from "zod";
import type { Logger } from "../logger.ts";
import { isRecord, type ToolInvocation } from "../tools/tool.ts";
import { toContentAndArtifact } from "./call-result.ts";

/** One tool of a server, ready for the manager. */
export interface LoadedTool {
  /** The server's own name for it. */
  readonly name: string;
  /** Changes when the server describes it differently. */
  readonly fingerprint: string;
  readonly tool: DynamicStructuredTool;
}

export type CallOptions = Partial<Pick<ToolInvocation, "signal" | "onProgress">>;

export interface LoadToolsOptions {
  server: string;
  /** One page of the server's list. */
  listTools: (cursor: string | undefined) => Promise<Record<string, unknown>>;
  /** Calls a tool on whichever connection is alive then. */
  callTool: (
    name: string,
    args: Record<string, unknown>,
    options: CallOptions,
  ) => Promise<Record<string, unknown>>;
  logger: Logger;
}

const definitionSchema = z.looseObject({
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.looseObject({ type: z.literal("object").default("object") }),
  annotations: z.looseObject({ title: z.string().optional() }).optional(),
});

type Definition = z.infer<typeof definitionSchema>;

/**
 * A server's tools as LangChain tools, made by LangChain's own adapter. Only what a tool does when it is
 * called is ours: the adapter ties a tool to one connection, has one progress handler for all calls, and
 * words failures in its own way.
 */
export async function loadTools(options: LoadToolsOptions): Promise<LoadedTool[]> {
  const { server, callTool } = options;
  const definitions = await listDefinitions(options);
  const fingerprints = new Map(definitions.map((each) => [each.name, JSON.stringify(each)]));
  const { loadMcpTools } = await import("@langchain/mcp-adapters");
  const lister = { listTools: () => Promise.resolve({ tools: definitions }) } as unknown as Client;
  const tools = await loadMcpTools(server, lister, {
    throwOnLoadError: false,
    prefixToolNameWithServerName: false,
    additionalToolNamePrefix: "",
  });
  return tools.map((tool) => {
    const { name } = tool;
    tool.metadata = { ...tool.metadata, mcp: { server } };
    tool.func = async (args: unknown, _runManager: unknown, config: unknown) => {
      const { signal, onProgress } = (config ?? {}) as CallOptions;
      const result = await callTool(name, isRecord(args) ? args : {}, {
        ...(signal ? { signal } : {}),
        ...(onProgress ? { onProgress } : {}),
      });
      return toContentAndArtifact(result, name);
    };
    return { name, fingerprint: fingerprints.get(name) ?? "", tool };
  });
}

const mostPages = 1_000;

/** All pages, each tool judged by itself: one that cannot be used does not take the others with it. */
async function listDefinitions({ server, listTools, logger }: LoadToolsOptions): Promise<Definition[]> {
  const definitions = new Map<string, Definition>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await listTools(cursor);
    const entries: unknown[] = Array.isArray(page["tools"]) ? page["tools"] : [];
    for (const entry of entries) {
      const { data, error } = definitionSchema.safeParse(entry);
      if (data) {
        if (definitions.has(data.name))
          logger.warn({ server, tool: data.name }, "The MCP server lists a tool twice");
        definitions.set(data.name, { ...data, description: describe(data, server) });
      } else {
        const tool = isRecord(entry) ? entry["name"] : entry;
        logger.warn(
          { server, tool, problem: z.prettifyError(error) },
          "The MCP server lists a tool that cannot be used",
        );
      }
    }
    cursor = typeof page["nextCursor"] === "string" ? page["nextCursor"] : undefined;
    if (cursor !== undefined && (cursors.has(cursor) || cursors.size >= mostPages)) {
      logger.warn(
        { server, pages: cursors.size + 1 },
        "The MCP server's tool list has no end; the rest is left out",
      );
      break;
    }
    if (cursor !== undefined) cursors.add(cursor);
  } while (cursor !== undefined);
  return [...definitions.values()];
}

/** MCP lets a description be missing; a model needs one. */
function describe({ name, title, description, annotations }: Definition, server: string): string {
  return description?.trim() || title?.trim() || annotations?.title?.trim() || `Tool ${name} of ${server}`;
}
