import { spawn as nodeSpawn } from "node:child_process";
import { stderrLogger, unfailing, type Logger } from "../logger.ts";
import type { ToolManager } from "../tools/tool-manager.ts";
import { parseServers, type McpServers } from "./config.ts";
import { McpConnection } from "./connection.ts";
import { connectionReport } from "./connection-report.ts";
import type { McpServerStatus } from "./connection-status.ts";
import type { Environment } from "./environment.ts";
import { OfferedTools } from "./offered-tools.ts";
import { defaultRetry, type RetryOptions } from "./retry-delays.ts";

export interface McpIntegrationOptions {
  /** The value of `mcpServers`. */
  servers: McpServers;
  /** Gets the servers' tools, and loses them when a server's list changes. */
  manager: ToolManager;
  /** @default warnings and errors on stderr */
  logger?: Logger;
  retry?: RetryOptions;
  /**
   * How long a server may take to answer `initialize`, and each page of its tool list.
   * @default 10_000
   */
  initializeTimeoutMs?: number;
  /**
   * How long a call waits for a connection that is coming back.
   * @default 5_000
   */
  callWaitMs?: number;
  /** How we introduce ourselves. */
  clientInfo?: { name: string; version: string };
  /**
   * Of this, children get the basics only (PATH, HOME, …).
   * @default process.env
   */
  env?: Environment;
  /** @default node's own */
  spawn?: typeof nodeSpawn;
}

/** Many MCP servers, their tools in one manager. A server that fails takes nothing else with it. */
export class McpIntegration {
  readonly #connections: readonly McpConnection[];
  readonly #offered: OfferedTools;
  #closing: Promise<void> | undefined;

  /** Throws an `McpConfigError` that names the wrong keys. */
  constructor({
    servers,
    manager,
    logger: givenLogger = stderrLogger,
    retry = {},
    initializeTimeoutMs = 10_000,
    callWaitMs = 5_000,
    clientInfo = { name: "antiphon", version: "0.1.0" },
    env = process.env,
    spawn = nodeSpawn,
  }: McpIntegrationOptions) {
    const parsed = parseServers(servers);
    const logger = unfailing(givenLogger);
    this.#offered = new OfferedTools({ manager, servers: [...parsed.keys()], logger });
    this.#connections = [...parsed].map(
      ([name, server]) =>
        new McpConnection(name, server, {
          logger,
          retry: { ...defaultRetry, ...retry },
          initializeTimeoutMs,
          callWaitMs,
          clientInfo,
          env,
          spawn,
          onTools: (tools) => this.#offered.update(name, tools),
          onFailed: (failure, attempts) => {
            const report = connectionReport({ name, server, attempts, failure, tools: manager.tools });
            const { stderr, exit } = failure;
            logger.error({ server: name, attempts, reason: failure.message, stderr, exit }, report);
          },
        }),
    );
  }

  /**
   * Connects to all servers at once and resolves with the state of each. Never rejects for a server: one
   * that failed says so in its state. Called again, it tries those that failed.
   */
  async connect(): Promise<readonly McpServerStatus[]> {
    await Promise.all(this.#connections.map((connection) => connection.connect()));
    return this.status();
  }

  status(): readonly McpServerStatus[] {
    return this.#connections.map((connection) => connection.status());
  }

  /** Ends all servers and takes their tools out of the manager. Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#offered.clear();
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }
}
