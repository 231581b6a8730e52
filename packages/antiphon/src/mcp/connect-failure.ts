import { existsSync } from "node:fs";
import { preview } from "../redaction.ts";
import type { McpServer } from "./config.ts";
import { exitText, type Link } from "./link.ts";
import type { ProcessExit } from "./stdio.ts";

/** One attempt to connect failed. */
export class ConnectFailure extends Error {
  override name = "ConnectFailure";
  /** The server's last words. */
  readonly stderr: string;
  readonly exit: ProcessExit | undefined;

  constructor(reason: string, { link, cause }: { link?: Link | undefined; cause?: unknown } = {}) {
    super(reason, { cause });
    this.stderr = link?.stderr.text ?? "";
    this.exit = link?.exit;
  }
}

export interface FailureFacts {
  server: McpServer;
  link: Link;
  timeoutMs: number;
}

/** Why a server could not be reached, as a person would put it. */
export function connectFailure(error: unknown, { server, link, timeoutMs }: FailureFacts): ConnectFailure {
  return new ConnectFailure(reason(error, { server, link, timeoutMs }), { link, cause: error });
}

function reason(error: unknown, { server, link, timeoutMs }: FailureFacts): string {
  const { code, message, cause } = (error ?? {}) as NodeJS.ErrnoException & { cause?: Error; code?: unknown };
  if (server.type === "stdio") {
    if (code === "ENOENT" && server.cwd !== undefined && !existsSync(server.cwd))
      return `the working directory "${server.cwd}" does not exist`;
    if (code === "ENOENT") return `the command "${server.command}" was not found`;
    if (code === "EACCES") return `the command "${server.command}" may not be executed`;
    if (code === requestTimeout) return `the server did not answer within ${timeoutMs} ms`;
    if (link.exit) return `the process ended before the connection stood (${exitText(link.exit)})`;
  }
  if (code === requestTimeout) return `the server did not answer within ${timeoutMs} ms`;
  const words = withoutCode(message ?? String(error));
  return preview(cause?.message ? `${words}: ${cause.message}` : words);
}

const requestTimeout: unknown = -32001;

/** What the other side said, without the code that the SDK puts before it. */
export function withoutCode(message: string): string {
  return message.replace(/^MCP error -?\d+: /, "");
}
