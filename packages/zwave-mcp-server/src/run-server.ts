import type { Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { pino } from "pino";
import type { Config } from "./config.ts";
import { Home } from "./home.ts";
import { MqttGateway } from "./mqtt-gateway.ts";
import { createServer } from "./server.ts";

/** Calls that are being answered when the input ends get this long to finish. */
const drainMs = 1_000;

export interface RunOptions {
  /** Where the protocol goes. */
  output: Writable;
  version: string;
}

/** Serves MCP on stdin and the output until the input ends or a signal comes. Resolves when all is closed. */
export async function runServer(config: Config, { output, version }: RunOptions): Promise<void> {
  const logger = pino(
    { name: "zwave-mcp-server", level: config.logLevel },
    pino.destination({ dest: 2, sync: true }),
  );
  const gateway = new MqttGateway({ config, logger });
  const home = new Home({ gateway, config, logger });
  const { mcp, idle } = createServer({ home, logger, version });
  mcp.server.onerror = (error) => logger.warn({ reason: error.message }, "a message could not be handled");
  const ended = new Promise<string>((resolve) => {
    process.stdin.once("end", () => resolve("stdin ended"));
    process.stdin.once("close", () => resolve("stdin ended"));
    process.stdout.once("error", () => resolve("stdout is gone"));
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.once(signal, () => resolve(signal));
    mcp.server.onclose = () => resolve("transport closed");
  });
  // Only write() and "drain" are used of it.
  await mcp.connect(new StdioServerTransport(process.stdin, output));
  logger.info({ version, broker: config.mqtt.url, prefix: config.prefix }, "serving MCP on stdio");

  const reason = await ended;
  logger.info({ reason }, "ending");
  if (reason === "stdin ended") await idle(drainMs);
  await Promise.all([mcp.close(), gateway.close()]);
  if (reason !== "stdout is gone") await new Promise<void>((resolve) => output.end(resolve));
}
