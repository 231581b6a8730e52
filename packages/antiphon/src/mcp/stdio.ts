import { spawn as nodeSpawn, type ChildProcess } from "node:child_process";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { Logger } from "../logger.ts";
import type { StdioServer } from "./config.ts";
import { childEnvironment, type Environment } from "./environment.ts";
import { parseLine } from "./json-rpc-line.ts";
import { LineReader } from "./line-reader.ts";
import { groupGone, signalGroup } from "./process-group.ts";
import { secretValues, StderrTail } from "./stderr-tail.ts";
import { watchGroup, type Watchdog } from "./watchdog.ts";

export interface StdioTransportOptions {
  logger: Logger;
  /** The environment of which the child gets the basics. */
  env: Environment;
  /** @default node's own */
  spawn?: typeof nodeSpawn;
  /** Called with each piece of stdout that is not JSON-RPC. */
  onNoise?: (text: string) => void;
  /**
   * A longer line ends the connection.
   * @default 64 MB
   */
  maxLineBytes?: number;
  /**
   * How long the child may take to end, after its stdin ended and again after SIGTERM.
   * @default 2_000
   */
  graceMs?: number;
}

/** How a process ended. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Output may still be in the pipe when the exit is known; somebody else may hold the pipe open. */
const drainMs = 250;

/** A child process that speaks JSON-RPC on stdin and stdout. It never outlives us. */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport["onmessage"];

  readonly stderr: StderrTail;
  exit: ProcessExit | undefined;
  readonly #server: StdioServer;
  readonly #options: Required<Omit<StdioTransportOptions, "onNoise">>;
  readonly #onNoise: (text: string) => void;
  readonly #reader: LineReader;
  readonly #inbox: JSONRPCMessage[] = [];
  #delivering = false;
  #child: ChildProcess | undefined;
  #watchdog: Watchdog | undefined;
  #ended = false;
  #closing: Promise<void> | undefined;

  constructor(
    server: StdioServer,
    {
      logger,
      env,
      spawn = nodeSpawn,
      onNoise = () => {},
      maxLineBytes = 64 * 1024 * 1024,
      graceMs = 2_000,
    }: StdioTransportOptions,
  ) {
    this.#server = server;
    this.#options = { logger, env, spawn, maxLineBytes, graceMs };
    this.#onNoise = onNoise;
    this.#reader = new LineReader({ maxBytes: maxLineBytes });
    this.stderr = new StderrTail({
      secrets: secretValues(server.env),
      onLine: (line) => logger.debug({ line }, "MCP server stderr"),
    });
  }

  get pid(): number | undefined {
    return this.exit ? undefined : this.#child?.pid;
  }

  async start(): Promise<void> {
    if (this.#child) throw new Error("The process was started already.");
    const { command, args, env, cwd } = this.#server;
    const { spawn, logger } = this.#options;
    const child = spawn(command, args, {
      env: childEnvironment(env, this.#options.env),
      ...(cwd === undefined ? {} : { cwd }),
      stdio: ["pipe", "pipe", "pipe"],
      // Leader of its own process group, so that whatever it starts ends with it.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.#child = child;
    if (child.pid !== undefined) this.#watchdog = watchGroup(child.pid, { spawn, logger });

    child.stdout?.on("data", (chunk: Buffer) => this.#read(chunk));
    child.stderr?.on("data", (chunk: Buffer) => this.stderr.push(chunk));
    // Broken pipes are how a dying child is seen first; its exit tells the rest.
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      stream?.on("error", (error: Error) => this.onerror?.(error));
    }
    child.once("exit", (code, signal) => this.#onExit({ code, signal }));
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    child.on("error", (error) => this.onerror?.(error));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable || this.exit)
      throw Object.assign(new Error("The server process is not running."), { code: "EPIPE" });
    const line = `${JSON.stringify(message)}\n`;
    await new Promise<void>((resolve, reject) => {
      stdin.write(line, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Ends the input, then asks, then forces. Resolves when nobody of the group is left, or at the bound. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    const { graceMs } = this.#options;
    const pid = this.#child?.pid;
    if (pid !== undefined) {
      this.#child?.stdin?.end();
      for (const signal of ["SIGTERM", "SIGKILL"] as const) {
        if (await groupGone(pid, graceMs)) break;
        signalGroup(pid, signal);
      }
      await groupGone(pid, graceMs);
      this.#watchdog?.release();
      await this.#drained();
    }
    this.#finish();
  }

  #onExit(exit: ProcessExit): void {
    this.exit = exit;
    void this.#drained().then(() => {
      this.#finish();
      // What the leader left behind ends too.
      return this.close();
    });
  }

  /** Resolves when all output is read, or after a moment. */
  #drained(): Promise<void> {
    const child = this.#child;
    const open = [child?.stdout, child?.stderr].filter((stream) => stream && !stream.closed);
    if (!child || open.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        child.off("close", done);
        resolve();
      };
      const timer = setTimeout(done, drainMs);
      child.once("close", done);
    });
  }

  #finish(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#closing === undefined || this.exit) this.#take(this.#reader.end());
    for (const stream of [this.#child?.stdin, this.#child?.stdout, this.#child?.stderr]) stream?.destroy();
    this.onclose?.();
  }

  #read(chunk: Buffer): void {
    if (this.#ended) return;
    try {
      for (const line of this.#reader.push(chunk)) this.#take(line);
    } catch (error) {
      this.#child?.stdout?.destroy();
      this.onerror?.(error as Error);
      void this.close();
    }
  }

  #take(line: string): void {
    const { messages, noise } = parseLine(line);
    if (noise) this.#onNoise(noise);
    this.#inbox.push(...messages);
    void this.#deliver();
  }

  /**
   * One message at a time: the client treats notifications a tick later than answers, and would drop the
   * last progress of a call whose answer came with it.
   */
  async #deliver(): Promise<void> {
    if (this.#delivering) return;
    this.#delivering = true;
    for (let message = this.#inbox.shift(); message; message = this.#inbox.shift()) {
      this.onmessage?.(message);
      await Promise.resolve();
    }
    this.#delivering = false;
  }
}
