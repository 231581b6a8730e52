import type { Config } from "../config/schema.ts";
import { createApp } from "../http/app.ts";
import { listen } from "../http/server.ts";
import { startServices, type Services, type ServicesOptions } from "./services.ts";
import { createTalk, type Talk } from "./talk.ts";

export interface GatewayOptions extends ServicesOptions {
  /** How long a run goes on when nobody reads it. @default 5_000 */
  graceMs?: number;
}

export interface Gateway extends Services, Talk {
  /** Where the page is. */
  readonly url: string;
  readonly port: number;
}

/** Resolves when HTTP answers; `settled` tells when all parts are up. Rejects only when it cannot listen. */
export async function startGateway(config: Config, options: GatewayOptions): Promise<Gateway> {
  const { logger } = options;
  const services = startServices(config, options);
  const { parts } = services;
  try {
    const talk = createTalk(services, { ...options, logger });
    const { host, port } = config;
    parts.set("http", "starting", `Listening on ${host}:${port}.`);
    const server = await listen(createApp({ services, talk, logger }), { host, port });
    parts.set("http", "ready", `The page and the API are at ${server.url}.`);
    let closing: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      const stopped = talk.runs.close();
      await Promise.all([server.close(), stopped, services.close()]);
    };
    return { ...services, ...talk, url: server.url, port: server.port, close: () => (closing ??= close()) };
  } catch (error) {
    await services.close();
    throw error;
  }
}
