import { readFile } from "node:fs/promises";
import { z } from "zod";
import { isRecord } from "../tools/tool.ts";
import { expandReferences } from "./environment-references.ts";
import type { Environment } from "./environment.ts";

/** The configuration cannot be used; the message names every place that is wrong. */
export class McpConfigError extends Error {
  override name = "McpConfigError";
  readonly problems: readonly string[];

  constructor(where: string, problems: readonly string[], { cause }: { cause?: unknown } = {}) {
    super(
      problems.length === 1
        ? `${where}: ${problems[0]}`
        : `${where}:\n${problems.map((p) => `- ${p}`).join("\n")}`,
      { cause },
    );
    this.problems = problems;
  }
}

export interface StdioServer {
  readonly type: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
}

export interface HttpServer {
  readonly type: "http";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type McpServer = StdioServer | HttpServer;

/** The value of `mcpServers`, as other programs write it: keys that we do not know are left alone. */
export type McpServers = Readonly<Record<string, McpServerInput>>;

export interface McpServerInput {
  readonly type?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | number | boolean>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A server that is switched off is not started. */
  readonly disabled?: boolean;
  readonly [other: string]: unknown;
}

const text = z.union([z.string(), z.number(), z.boolean()], "must be a text").transform(String);

const stdioSchema = z.object({
  command: z.string("must be a text").trim().min(1, "must not be empty"),
  args: z.array(text, "must be a list of texts").default([]),
  env: z.record(z.string(), text, "must be an object of texts").default({}),
  cwd: z.string("must be a text").min(1, "must not be empty").optional(),
});

const httpSchema = z.object({
  url: z.url({ protocol: /^https?$/, error: "must be an http or https address" }),
  headers: z.record(z.string(), z.string("must be a text"), "must be an object of texts").default({}),
});

/** Validates the value of `mcpServers`. Servers that are switched off are left out. */
export function parseServers(value: unknown, where = "mcpServers"): ReadonlyMap<string, McpServer> {
  if (!isRecord(value)) throw new McpConfigError(where, ["must be an object of servers by name"]);
  const problems: string[] = [];
  const servers = new Map<string, McpServer>();
  for (const [name, entry] of Object.entries(value)) {
    if (isRecord(entry) && entry["disabled"] === true) continue;
    const server = parseServer(entry, `${where}.${name}`, problems);
    if (name.trim() === "") problems.push(`${where}: a server has an empty name`);
    else if (server) servers.set(name, server);
  }
  if (problems.length > 0) throw new McpConfigError("The MCP configuration is not valid", problems);
  return servers;
}

function parseServer(entry: unknown, place: string, problems: string[]): McpServer | undefined {
  const kind = isRecord(entry) ? kindOf(entry) : { problem: "must be an object" };
  if (typeof kind !== "string") {
    problems.push(`${place}${kind.key ? `.${kind.key}` : ""}: ${kind.problem}`);
    return undefined;
  }
  const result = kind === "stdio" ? stdioSchema.safeParse(entry) : httpSchema.safeParse(entry);
  if (result.success) return { type: kind, ...result.data } as McpServer;
  for (const { path, message } of result.error.issues) {
    problems.push(`${[place, ...path.map(String)].join(".")}: ${message}`);
  }
  return undefined;
}

type Kind = "stdio" | "http" | { key?: string; problem: string };

function kindOf({ type, command, url }: Record<string, unknown>): Kind {
  switch (type) {
    case "stdio":
      return "stdio";
    case "http":
    case "streamable-http":
    case "streamable_http":
    case "streamableHttp":
      return "http";
    case "sse":
      return { key: "type", problem: '"sse" is the old transport and not supported; use "http"' };
    case undefined:
      break;
    default:
      return { key: "type", problem: `${JSON.stringify(type)} is not known; use "stdio" or "http"` };
  }
  if (command !== undefined && url !== undefined)
    return { problem: 'has both "command" and "url"; say with "type" which one counts' };
  if (command !== undefined) return "stdio";
  if (url !== undefined) return "http";
  return { problem: 'needs "command" (a program to start) or "url" (a server to call)' };
}

export interface LoadMcpConfigOptions {
  /** Where `${NAME}` is looked up. @default process.env */
  env?: Environment;
}

/**
 * The servers of a `.mcp.json` file, for `new McpIntegration({ servers })`. `${NAME}` and
 * `${NAME:-default}` are replaced in all texts; a variable that is not set is an error.
 */
export async function loadMcpConfig(
  file: string,
  { env = process.env }: LoadMcpConfigOptions = {},
): Promise<McpServers> {
  const where = `The MCP configuration ${file}`;
  let content: unknown;
  try {
    content = JSON.parse((await readFile(file, "utf8")).replace(/^\uFEFF/, ""));
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const problem = missing ? "does not exist" : `cannot be read (${(error as Error).message})`;
    throw new McpConfigError(where, [problem], { cause: error });
  }
  const servers = isRecord(content) ? content["mcpServers"] : undefined;
  if (!isRecord(servers)) throw new McpConfigError(where, ['needs an object "mcpServers"']);

  const enabled = Object.entries(servers).filter(
    ([, entry]) => !isRecord(entry) || entry["disabled"] !== true,
  );
  const { value, problems } = expandReferences(Object.fromEntries(enabled), "mcpServers", env);
  if (problems.length > 0) throw new McpConfigError(where, problems);
  try {
    parseServers(value);
  } catch (error) {
    throw error instanceof McpConfigError ? new McpConfigError(where, error.problems) : error;
  }
  return value as McpServers;
}
