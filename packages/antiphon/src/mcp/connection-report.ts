import { mcpMark, type Tool } from "../tools/tool.ts";
import type { McpServer } from "./config.ts";
import type { ConnectFailure } from "./connect-failure.ts";

export interface ReportFacts {
  name: string;
  server: McpServer;
  attempts: number;
  failure: ConnectFailure;
  /** What the model can still use. */
  tools: readonly Tool[];
}

/** What a person needs to know when a server could not be reached: why, what to check, what still works. */
export function connectionReport({ name, server, attempts, failure, tools }: ReportFacts): string {
  const lines = [
    `MCP connection failed after ${attempts} ${attempts === 1 ? "attempt" : "attempts"}`,
    `   Reason: Connection to ${server.type} server '${name}' failed: ${failure.message}`,
  ];
  if (server.type === "stdio") {
    lines.push(`   MCP Server stderr: ${indented(failure.stderr) || "(nothing)"}`);
    if (failure.exit)
      lines.push(
        `   ${failure.exit.signal ? "Killed by" : "Exit code"}: ${failure.exit.signal ?? failure.exit.code}`,
      );
  }
  lines.push(`   Check: ${whatToCheck(name, server)}`, `⚠️ ${whatRemains(name, tools)}`);
  return lines.join("\n");
}

function whatToCheck(name: string, server: McpServer): string {
  return server.type === "stdio"
    ? `MQTT broker running (or whatever this server needs), ${programOf(server)} installed, settings in mcpServers.${name}`
    : `server running at ${new URL(server.url).origin}, url and headers in mcpServers.${name}`;
}

const runners = /(^|[/\\])(node|npx|npm|pnpm|bunx?|deno|uvx?|pipx|python[\d.]*|tsx|docker|sh|bash)(\.\w+)?$/;

/** The program that is meant: for `npx -y some-server` it is not npx. */
function programOf({ command, args }: Extract<McpServer, { type: "stdio" }>): string {
  if (!runners.test(command)) return command;
  return args.find((arg) => !arg.startsWith("-") && !["run", "exec", "tool"].includes(arg)) ?? command;
}

function whatRemains(name: string, tools: readonly Tool[]): string {
  const local = tools.filter((tool) => !mcpMark(tool)).map((tool) => tool.name);
  const servers = new Set(tools.flatMap((tool) => mcpMark(tool)?.server ?? []));
  if (servers.size === 0) return `Continuing with local tools only (${list(local)})`;
  return `Continuing without ${name}: local tools (${list(local)}) and those of ${list([...servers])} remain`;
}

const longestList = 20;

function list(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const more = names.length - longestList;
  return `${names.slice(0, longestList).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function indented(text: string): string {
  return text.includes("\n") ? `\n${text.replace(/^/gm, "      ")}` : text;
}
