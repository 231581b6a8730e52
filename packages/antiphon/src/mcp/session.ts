import type { spawn as nodeSpawn } from "node:child_process";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Result, ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { isEnabled, type Logger } from "../logger.ts";
import { redact } from "../redaction.ts";
import type { ToolProgress } from "../tools/tool.ts";
import type { McpServer } from "./config.ts";
import { connectFailure } from "./connect-failure.ts";
import type { Environment } from "./environment.ts";
import { openHttpLink } from "./http.ts";
import type { Link } from "./link.ts";
import { withOwnSignal } from "./own-signal.ts";
import { StdioTransport } from "./stdio.ts";

export interface SessionOptions {
  logger: Logger;
  /** For `initialize` and for each page of the tool list. */
  timeoutMs: number;
  env: Environment;
  spawn: typeof nodeSpawn;
  /** Ends the attempt. */
  signal: AbortSignal;
  clientInfo: { name: string; version: string };
  onNoise: (text: string) => void;
  onToolsChanged: () => void;
  /** The connection stood and is gone. Called once, never after `close()`. */
  onLost: () => void;
}

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  onProgress?: ((progress: ToolProgress) => void) | undefined;
}

/** A server that does not answer a ping in time is busy, not gone. */
const pingMs = 1_000;
const requestTimeout: unknown = -32001;

/** One life of a connection, from `initialize` to its end. */
export class Session {
  readonly link: Link;
  readonly startedAt = Date.now();
  closed = false;
  /** Not every server keeps the protocol; one that does not must not make each call wait. */
  answersPings = true;
  /** Grows with each notice that the tool list has changed. */
  toolsVersion = 0;
  readonly #client: Client;
  readonly #schema: typeof ResultSchema;
  #ping: Promise<unknown> | undefined;

  private constructor(client: Client, link: Link, schema: typeof ResultSchema) {
    this.#client = client;
    this.link = link;
    this.#schema = schema;
  }

  /** The SDK is loaded here and not before: programs without MCP servers do not pay for it. */
  static async open(server: McpServer, options: SessionOptions): Promise<Session> {
    const [{ Client }, types] = await Promise.all([
      import("@modelcontextprotocol/sdk/client/index.js"),
      import("@modelcontextprotocol/sdk/types.js"),
    ]);
    const { logger, timeoutMs, signal, clientInfo, onToolsChanged, onLost } = options;
    const link = await openLink(server, options);
    const client = new Client(clientInfo, { capabilities: {} });
    const session = new Session(client, link, types.ResultSchema);

    client.setNotificationHandler(types.ToolListChangedNotificationSchema, () => {
      session.toolsVersion += 1;
      onToolsChanged();
    });
    client.setNotificationHandler(types.LoggingMessageNotificationSchema, ({ params }) => {
      if (isEnabled(logger, "debug")) logger.debug({ log: redact(params) }, "MCP server log");
    });
    client.onerror = (error) => {
      logger.debug({ error: error.message }, "MCP transport error");
      // HTTP has no connection that could be seen to break: a failed stream is a reason to ask.
      if (server.type === "http" && connected) void session.check();
    };
    let connected = false;
    client.onclose = () => {
      if (session.closed) return;
      session.closed = true;
      if (connected) onLost();
    };
    try {
      await withOwnSignal(signal, (own) =>
        client.connect(link.transport, { timeout: timeoutMs, signal: own }),
      );
    } catch (error) {
      session.closed = true;
      await link.close();
      throw connectFailure(error, { server, link, timeoutMs });
    }
    connected = true;
    return session;
  }

  get hasTools(): boolean {
    return this.#client.getServerCapabilities()?.tools !== undefined;
  }

  get id(): string | undefined {
    return this.link.transport.sessionId;
  }

  /** A request whose answer is taken as it is: it is for the caller to judge. */
  request(
    method: "tools/list" | "tools/call",
    params: Record<string, unknown>,
    { signal, timeoutMs, onProgress }: RequestOptions,
  ): Promise<Result> {
    return withOwnSignal(signal, (own) =>
      this.#client.request({ method, params }, this.#schema, {
        timeout: timeoutMs,
        resetTimeoutOnProgress: true,
        signal: own,
        ...(onProgress ? { onprogress: (progress) => onProgress(progress as ToolProgress) } : {}),
      }),
    );
  }

  /** Whether the server is there. Calls at the same moment share one ping. */
  async check(): Promise<boolean> {
    this.#ping ??= this.#client
      .ping({ timeout: pingMs })
      .catch((error: unknown) => this.#judge(error))
      .finally(() => {
        this.#ping = undefined;
      });
    await this.#ping;
    return !this.closed;
  }

  /** Gives the session up as if the server had gone: the connection comes back with another one. */
  async lose(): Promise<void> {
    await this.link.transport.close().catch(() => {});
  }

  /** The deliberate end. Idempotent, never rejects. */
  async close(): Promise<void> {
    this.closed = true;
    await this.link.close();
  }

  async #judge(error: unknown): Promise<void> {
    const { code } = error as { code?: unknown };
    if (code === requestTimeout) this.answersPings = false;
    // An error of the protocol is an answer, and silence may be work; all else is the way to the server.
    const isGone = !(typeof code === "number" && code < 0);
    if (isGone) await this.lose();
  }
}

async function openLink(server: McpServer, { logger, env, spawn, onNoise }: SessionOptions): Promise<Link> {
  if (server.type === "http") return openHttpLink(server);
  const transport = new StdioTransport(server, { logger, env, spawn, onNoise });
  return {
    transport,
    stderr: transport.stderr,
    get pid() {
      return transport.pid;
    },
    get exit() {
      return transport.exit;
    },
    close: () => transport.close(),
  };
}
