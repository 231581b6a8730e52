import type { Config } from "../config/schema.ts";
import { createApp } from "../http/app.ts";
import { listen } from "../http/server.ts";
import { startServices, type Services, type ServicesOptions } from "./services.ts";
import { startVoiceTopics } from "../voice/mqtt/start-voice-topics.ts";
import type { Voice } from "../voice/voice.ts";
import type { VoiceEngines } from "../voice/voice-engines.ts";
import { createTalk, type Talk } from "./talk.ts";
import { startVoice } from "./voice.ts";

export interface GatewayOptions extends ServicesOptions {
  /** How long a run goes on when nobody reads it. @default 5_000 */
  graceMs?: number;
  /** Take the place of the configured ones. */
  engines?: VoiceEngines | undefined;
}

export interface Gateway extends Services, Talk {
  /** Where the page is. */
  readonly url: string;
  readonly port: number;
  readonly voice: Voice;
}

/** Resolves when HTTP answers; `settled` tells when all parts are up. Rejects only when it cannot listen. */
export async function startGateway(config: Config, options: GatewayOptions): Promise<Gateway> {
  const { logger } = options;
  const services = startServices(config, options);
  const started: { close: () => Promise<void> }[] = [services];
  const closeAll = async (): Promise<void> => void (await Promise.all(started.map((part) => part.close())));
  try {
    const { parts, broker: brokerUrl } = services;
    const talk = createTalk(services, { ...options, logger });
    const { runs } = talk;
    const topics =
      config.voice === "off" ? undefined : startVoiceTopics({ brokerUrl, runs, yes: config.yes, logger });
    const voice = startVoice(config, { ...options, ...services, runs, onEvent: topics?.onEvent });
    started.push(runs, voice, ...(topics ? [topics] : []));
    const { host, port } = config;
    parts.set("http", "starting", `Listening on ${host}:${port}.`);
    const server = await listen(createApp({ services, talk, voice, logger }), { host, port });
    started.push(server);
    parts.set("http", "ready", `The page and the API are at ${server.url}.`);
    let closing: Promise<void> | undefined;
    const close = (): Promise<void> => (closing ??= closeAll());
    return { ...services, ...talk, voice, url: server.url, port: server.port, close };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
