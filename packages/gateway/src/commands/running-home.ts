import { z } from "zod";
import type { Config } from "../config/schema.ts";

const infoSchema = z.object({ name: z.literal("Antiphon"), broker: z.string().optional() });

export interface RunningHomeOptions {
  /** @default the global one */
  fetch?: typeof globalThis.fetch;
  /** @default 500 */
  timeoutMs?: number;
}

/**
 * The settings with the broker of a gateway that runs here already, so that every command sees the same home.
 * As they were when none runs, or when the person has an own home.
 */
export async function joinRunningHome(
  config: Config,
  options: RunningHomeOptions = {},
): Promise<{ config: Config; joined: string | undefined }> {
  if (config.broker !== undefined || config.home === "none") return { config, joined: undefined };
  const url = addressOf(config);
  const info = await askInfo(url, config.token, options);
  if (info?.broker === undefined) return { config, joined: undefined };
  return { config: { ...config, broker: info.broker, home: "own" }, joined: url };
}

/** Whether a gateway answers at the configured address. */
export async function runningGateway(config: Config, options: RunningHomeOptions = {}): Promise<boolean> {
  return (await askInfo(addressOf(config), config.token, options)) !== undefined;
}

function addressOf({ host, port }: Config): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}/`;
}

async function askInfo(
  url: string,
  token: string | undefined,
  { fetch = globalThis.fetch, timeoutMs = 500 }: RunningHomeOptions,
): Promise<z.output<typeof infoSchema> | undefined> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(new URL("/api/info", url), { headers, signal: controller.signal });
    return infoSchema.parse(await response.json());
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
