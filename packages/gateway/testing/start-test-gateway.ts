import { ChatClient, silentLogger, type Logger } from "antiphon";
import { ScriptedModel } from "antiphon/testing";
import { onTestFinished } from "vitest";
import type { Config } from "../src/config/schema.ts";
import { startGateway, type Gateway } from "../src/startup/gateway.ts";
import { testConfig } from "./test-config.ts";

export interface TestGatewayOptions {
  config?: Partial<Config>;
  /** @default says "Hello." */
  model?: ScriptedModel;
  graceMs?: number;
  /** @default silent */
  logger?: Logger;
}

/** A gateway on a free port that is closed when the test ends. Without a home unless the test asks for one. */
export async function startTestGateway({
  config = {},
  model = new ScriptedModel({ turns: [["Hello."]], repeat: true }),
  graceMs = 5_000,
  logger = silentLogger,
}: TestGatewayOptions = {}): Promise<Gateway> {
  const gateway = await startGateway(testConfig({ home: "none", ...config }), {
    logger,
    graceMs,
    createModel: (options) => new ChatClient({ ...options, model }),
  });
  onTestFinished(() => gateway.close());
  return gateway;
}

/** POST with a JSON body. */
export function post(
  gateway: Gateway,
  path: string,
  body: unknown,
  init: RequestInit = {},
): Promise<Response> {
  return fetch(new URL(path, gateway.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...init,
  });
}
