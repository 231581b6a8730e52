import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadMcpConfig, type McpServers } from "antiphon";
import type { Config } from "../config/schema.ts";

const require = createRequire(import.meta.url);
const fromSources = import.meta.url.endsWith(".ts");

/** The Z-Wave server as a child process: the built one, or its sources when we run from sources ourselves. */
export function zwaveServer({
  brokerUrl,
  prefix,
  gatewayName,
}: {
  brokerUrl: string;
  prefix: string;
  gatewayName?: string | undefined;
}): McpServers[string] {
  const folder = dirname(require.resolve("zwave-mcp-server/package.json"));
  const args = fromSources
    ? [
        "--conditions=antiphon-source",
        "--import",
        pathToFileURL(require.resolve("tsx")).href,
        join(folder, "src", "cli.ts"),
      ]
    : [join(folder, "dist", "cli.js")];
  return {
    command: process.execPath,
    args,
    env: {
      MQTT_URL: brokerUrl,
      ZWAVE_PREFIX: prefix,
      LOG_LEVEL: "warn",
      ...(gatewayName !== undefined && { ZWAVE_GATEWAY_NAME: gatewayName }),
    },
  };
}

/** The servers of the person's own file; one that is called "zwave" takes the place of ours. */
export async function ownServers({ mcp }: Pick<Config, "mcp">): Promise<McpServers> {
  return mcp === undefined ? {} : loadMcpConfig(mcp);
}
