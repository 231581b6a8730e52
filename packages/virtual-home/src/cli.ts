#!/usr/bin/env node
import { parseArgs } from "node:util";
import type { Logger } from "./logger.ts";
import { startVirtualHome, type VirtualHomeOptions } from "./virtual-home.ts";

const help = `Usage: virtual-home [options]

A home without hardware: a real Z-Wave driver on mock nodes, speaking zwave-js-ui's MQTT.

Options:
  --broker <url>    MQTT broker, mqtt://[user:password@]host:port (default: an embedded one)
  --name <name>     name of the gateway (default: virtual-home)
  --prefix <text>   first part of every topic (default: zwave)
  --topics <form>   named or valueId (default: named)
  --verbose         log to stderr
  --help            show this and exit
`;

const verboseLogger: Logger = {
  debug: () => {},
  info: (fields, message) => log("info", fields, message),
  warn: (fields, message) => log("warn", fields, message),
  error: (fields, message) => log("error", fields, message),
};

function log(...[level, fields, message]: [level: string, fields: object, message: string]): void {
  process.stderr.write(`${JSON.stringify({ level, message, ...fields })}\n`);
}

function readOptions(): VirtualHomeOptions | undefined {
  const { values } = parseArgs({
    options: {
      broker: { type: "string" },
      name: { type: "string" },
      prefix: { type: "string" },
      topics: { type: "string", default: "named" },
      verbose: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const { topics } = values;
  if (topics !== "named" && topics !== "valueId")
    throw new Error(`--topics is named or valueId, not "${topics}".`);
  return {
    topics,
    ...(values.broker !== undefined && { brokerUrl: values.broker }),
    ...(values.name !== undefined && { gatewayName: values.name }),
    ...(values.prefix !== undefined && { prefix: values.prefix }),
    ...(values.verbose && { logger: verboseLogger }),
  };
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return void process.stdout.write(help);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  try {
    const home = await startVirtualHome({ ...options, signal: stop.signal });
    process.stdout.write(`Broker ${home.brokerUrl}, gateway ${home.clientTopic}\n`);
    for (const { nodeId, label, kind } of home.devices)
      process.stdout.write(`  ${nodeId}  ${label} (${kind})\n`);
    process.stdout.write("Ctrl-C ends it.\n");
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`virtual-home: ${(error as Error).message}\n`);
  process.exitCode = 1;
});
