import type { spawn as nodeSpawn } from "node:child_process";
import { rejectOnAbort } from "../abort.ts";
import type { Logger } from "../logger.ts";
import { preview } from "../redaction.ts";
import { Failure } from "../tools/tool-failure.ts";
import { callFailure } from "./call-failure.ts";
import type { McpServer } from "./config.ts";
import { ConnectFailure } from "./connect-failure.ts";
import type { McpServerState, McpServerStatus } from "./connection-status.ts";
import type { Environment } from "./environment.ts";
import { wasNotDelivered } from "./http.ts";
import { exitText } from "./link.ts";
import { loadTools, type CallOptions, type LoadedTool } from "./load-tools.ts";
import { NoiseLog } from "./noise-log.ts";
import { Repeat } from "./repeat.ts";
import { delay, jittered, retryDelay, type RetryPlan } from "./retry-delays.ts";
import { Session } from "./session.ts";
import { StateGate } from "./state-gate.ts";

export interface McpConnectionOptions {
  logger: Logger;
  retry: RetryPlan;
  initializeTimeoutMs: number;
  callWaitMs: number;
  env: Environment;
  spawn: typeof nodeSpawn;
  clientInfo: { name: string; version: string };
  /** The server's tools, whenever they are read. */
  onTools: (tools: readonly LoadedTool[]) => void;
  /** All attempts are used up. */
  onFailed: (failure: ConnectFailure, attempts: number) => void;
}

/** A connection that dies sooner than this after it stood waits longer before it comes back. */
const stableMs = 10_000;
/** The caller's deadline is the one that counts; this only ends what nobody waits for any more. */
const longestCallMs = 3_600_000;

/** One server: connects, comes back when it is lost, closes. */
export class McpConnection {
  readonly name: string;
  readonly #server: McpServer;
  readonly #options: McpConnectionOptions;
  readonly #logger: Logger;
  readonly #end = new AbortController();
  readonly #gate = new StateGate<McpServerState>("idle");
  readonly #noise: NoiseLog;
  readonly #refresh = new Repeat(() => this.#reload());
  #session: Session | undefined;
  #connecting: Promise<void> | undefined;
  #shortLives = 0;
  #attempts = 0;
  #tools = 0;
  #error: string | undefined;
  #stderr = "";

  constructor(name: string, server: McpServer, options: McpConnectionOptions) {
    this.name = name;
    this.#server = server;
    this.#options = options;
    this.#logger = options.logger;
    this.#noise = new NoiseLog(name, options.logger);
  }

  /** Resolves when the server is ready or all attempts have failed. Never rejects. */
  async connect(): Promise<void> {
    const { state } = this.#gate;
    if (state === "idle" || state === "failed") this.#track(this.#establish());
    if (this.#gate.state === "connecting") await this.#connecting;
  }

  status(): McpServerStatus {
    return {
      name: this.name,
      type: this.#server.type,
      state: this.#gate.state,
      tools: this.#tools,
      attempts: this.#attempts,
      error: this.#error,
      stderr: this.#session?.link.stderr.text ?? this.#stderr,
      noise: this.#noise.count,
      pid: this.#session?.link.pid,
    };
  }

  /** Ends the server and every wait. Idempotent, never rejects. */
  async close(): Promise<void> {
    const session = this.#session;
    this.#end.abort(new Failure("cancelled", `MCP server "${this.name}" is closed`));
    this.#gate.enter("closed");
    this.#session = undefined;
    this.#stderr = session?.link.stderr.text ?? this.#stderr;
    await Promise.all([session?.close(), this.#connecting, this.#refresh.idle()]);
  }

  /** Calls a tool on the connection that is alive, or waits a moment for one. */
  async call(
    tool: string,
    args: Record<string, unknown>,
    { signal, onProgress }: CallOptions = {},
  ): Promise<Record<string, unknown>> {
    for (let attempt = 1; ; attempt++) {
      const session = await this.#live(signal);
      try {
        return await session.request(
          "tools/call",
          { name: tool, arguments: args },
          {
            signal,
            onProgress,
            timeoutMs: longestCallMs,
          },
        );
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (attempt === 1 && wasNotDelivered(error, session.id)) await session.lose();
        else throw callFailure(error, { server: this.name, session });
      }
    }
  }

  async #establish(): Promise<void> {
    const { retry, onFailed } = this.#options;
    this.#gate.enter("connecting");
    for (let attempt = 1; ; attempt++) {
      const failure = await this.#attempt(attempt, retryDelay(attempt, retry));
      if (!failure || this.#end.signal.aborted) return;
      if (attempt >= retry.attempts) {
        this.#gate.enter("failed");
        onFailed(failure, attempt);
        return;
      }
    }
  }

  async #comeBack(lost: Session): Promise<void> {
    const { retry } = this.#options;
    // The old process is gone, with all it started, before a new one opens the same files and ports.
    await lost.close();
    for (let attempt = Math.max(1, this.#shortLives); ; attempt++) {
      const failure = await this.#attempt(attempt, jittered(retryDelay(attempt, retry)));
      if (!failure || this.#end.signal.aborted) return;
    }
  }

  /** Waits, then tries once. Returns why it failed; never rejects. */
  async #attempt(attempt: number, delayMs: number): Promise<ConnectFailure | undefined> {
    const server = this.name;
    const { signal } = this.#end;
    this.#attempts = attempt;
    try {
      if (delayMs > 0) await delay(delayMs, signal);
      this.#logger.info({ server, attempt, delayMs }, `MCP connection attempt ${attempt}`);
      await this.#open();
      this.#logger.info(
        { server, attempt, tools: this.#tools },
        `MCP connection succeeded on attempt ${attempt}`,
      );
      return undefined;
    } catch (error) {
      const failure =
        error instanceof ConnectFailure
          ? error
          : new ConnectFailure(preview(error instanceof Error ? error.message : String(error)), {
              cause: error,
            });
      if (signal.aborted) return failure;
      this.#error = failure.exit ? `${exitText(failure.exit)}: ${lastLine(failure)}` : failure.message;
      this.#stderr = failure.stderr;
      this.#logger.warn(
        { server, attempt, reason: failure.message, stderr: failure.stderr },
        `MCP connection attempt ${attempt} failed`,
      );
      return failure;
    }
  }

  async #open(): Promise<void> {
    const { initializeTimeoutMs: timeoutMs, env, spawn, clientInfo } = this.#options;
    const { signal } = this.#end;
    const session: Session = await Session.open(this.#server, {
      logger: this.#logger,
      timeoutMs,
      env,
      spawn,
      signal,
      clientInfo,
      onNoise: (text) => this.#noise.add(text),
      onToolsChanged: () => this.#refresh.request(),
      onLost: () => this.#onLost(session),
    });
    try {
      const { toolsVersion } = session;
      const tools = await this.#load(session);
      signal.throwIfAborted();
      if (session.closed) throw new Error("the server went away while its tools were listed");
      this.#session = session;
      this.#error = undefined;
      this.#offer(tools);
      this.#gate.enter("ready");
      if (session.toolsVersion !== toolsVersion) this.#refresh.request();
    } catch (error) {
      await session.close();
      throw new ConnectFailure(preview((error as Error).message), { link: session.link, cause: error });
    }
  }

  #offer(tools: readonly LoadedTool[]): void {
    this.#tools = tools.length;
    this.#options.onTools(tools);
  }

  async #load(session: Session): Promise<readonly LoadedTool[]> {
    if (!session.hasTools) return [];
    const { initializeTimeoutMs: timeoutMs } = this.#options;
    return loadTools({
      server: this.name,
      logger: this.#logger,
      listTools: (cursor) =>
        session.request("tools/list", cursor === undefined ? {} : { cursor }, {
          timeoutMs,
          signal: this.#end.signal,
        }),
      callTool: (tool, args, options) => this.call(tool, args, options),
    });
  }

  async #reload(): Promise<void> {
    const session = this.#session;
    if (!session) return;
    try {
      const tools = await this.#load(session);
      if (session !== this.#session) return;
      this.#offer(tools);
      this.#logger.info({ server: this.name, tools: tools.length }, "The MCP server's tools have changed");
    } catch (error) {
      if (session.closed) return;
      this.#logger.warn({ server: this.name, error }, "The MCP server's tools could not be read");
    }
  }

  #onLost(session: Session): void {
    if (session !== this.#session || this.#end.signal.aborted) return;
    const { exit, stderr } = session.link;
    this.#session = undefined;
    this.#stderr = stderr.text;
    this.#error = [exit ? exitText(exit) : "the connection was lost", stderr.lastLine]
      .filter(Boolean)
      .join(": ");
    this.#shortLives = Date.now() - session.startedAt < stableMs ? this.#shortLives + 1 : 0;
    this.#gate.enter("reconnecting");
    this.#logger.warn({ server: this.name, reason: this.#error }, "MCP connection lost, reconnecting");
    this.#track(this.#comeBack(session));
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => {
      if (this.#connecting === tracked) this.#connecting = undefined;
    });
    this.#connecting = tracked;
  }

  /**
   * A session whose server has just answered: a call sent to a process that has died unseen would be lost,
   * and nobody could say whether it took effect.
   */
  async #live(signal: AbortSignal | undefined): Promise<Session> {
    const session = this.#session ?? (await this.#ready(signal));
    if (this.#server.type === "http" || !session.answersPings) return session;
    const alive = await rejectOnAbort(session.check(), signal);
    return alive ? session : this.#ready(signal);
  }

  async #ready(signal: AbortSignal | undefined): Promise<Session> {
    const { callWaitMs } = this.#options;
    await this.#gate.leave(["connecting", "reconnecting"], { timeoutMs: callWaitMs, signal });
    if (this.#session) return this.#session;
    const { state } = this.#gate;
    const why = this.#error ? ` (${this.#error})` : "";
    throw new Failure(
      "network",
      state === "closed"
        ? `MCP server "${this.name}" is closed`
        : `MCP server "${this.name}" is not connected${why}${state === "reconnecting" ? "; reconnecting" : ""}`,
    );
  }
}

function lastLine({ stderr, message }: ConnectFailure): string {
  return stderr.trim().split("\n").at(-1) || message;
}
