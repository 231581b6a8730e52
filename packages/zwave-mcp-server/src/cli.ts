#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { claimStdout } from "./claim-stdout.ts";
import { ConfigError, readConfig } from "./config.ts";
import { helpText } from "./help-text.ts";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

process.exitCode = await main();
// A socket or timer of a dependency must not keep a server alive that nobody talks to.
process.exit();

async function main(): Promise<number> {
  let flags: { help?: boolean; version?: boolean };
  try {
    const options = {
      help: { type: "boolean", short: "h" },
      version: { type: "boolean", short: "v" },
    } as const;
    flags = parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`zwave-mcp-server: ${(error as Error).message}\nTry zwave-mcp-server --help.\n`);
    return 2;
  }
  if (flags.help === true) {
    process.stdout.write(helpText);
    return 0;
  }
  if (flags.version === true) {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  try {
    const config = readConfig(process.env);
    const output = claimStdout();
    // Loaded only now, so that nothing it brings along can write to stdout.
    const { runServer } = await import("./run-server.ts");
    await runServer(config, { output, version });
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`zwave-mcp-server cannot start: ${error.message}\n`);
    return 1;
  }
}
