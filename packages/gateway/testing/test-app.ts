import { ChatClient, silentLogger, type Tool } from "antiphon";
import { ScriptedModel } from "antiphon/testing";
import type { Hono } from "hono";
import { onTestFinished } from "vitest";
import type { Config } from "../src/config/schema.ts";
import { createApp } from "../src/http/app.ts";
import { startServices, type Services } from "../src/startup/services.ts";
import { createTalk, type Talk } from "../src/startup/talk.ts";
import { startVoice } from "../src/startup/voice.ts";
import type { Voice } from "../src/voice/voice.ts";
import type { VoiceEngines } from "../src/voice/voice-engines.ts";
import { scriptedEngines } from "./scripted-engines.ts";
import { testConfig } from "./test-config.ts";

export interface TestAppOptions {
  config?: Partial<Config>;
  /** @default says "Hello." */
  model?: ScriptedModel;
  tools?: readonly Tool[];
  graceMs?: number;
  pageFolder?: string;
  /** @default scripted ones */
  engines?: VoiceEngines;
}

export interface TestApp {
  app: Hono;
  services: Services;
  talk: Talk;
  voice: Voice;
  /** POST with a JSON body. */
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
}

/** All routes without a network and without a home. */
export async function testApp({
  config = {},
  model = new ScriptedModel({ turns: [["Hello."]], repeat: true }),
  tools = [],
  graceMs = 5_000,
  pageFolder = "/nowhere",
  engines = scriptedEngines(),
}: TestAppOptions = {}): Promise<TestApp> {
  const services = startServices(testConfig({ home: "none", ...config }), {
    logger: silentLogger,
    createModel: (options) => new ChatClient({ ...options, model }),
  });
  await services.settled;
  services.manager.add(...tools);
  const talk = createTalk(services, { logger: silentLogger, graceMs });
  const voice = startVoice(services.config, { ...services, ...talk, engines, logger: silentLogger });
  onTestFinished(async () => {
    await voice.close();
    await talk.runs.close();
    await services.close();
  });
  const app = createApp({ services, talk, voice, logger: silentLogger, pageFolder });
  return {
    app,
    services,
    talk,
    voice,
    post: async (path, body, headers = {}) =>
      app.request(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
  };
}

/** Status and error code of an answer. */
export async function problemOf(
  response: Response,
): Promise<{ status: number; code: unknown; message: unknown }> {
  const { error } = (await response.json()) as { error: { code: unknown; message: unknown } };
  return { status: response.status, code: error.code, message: error.message };
}
