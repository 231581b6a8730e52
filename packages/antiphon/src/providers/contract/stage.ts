import { onTestFinished } from "vitest";
import { z } from "zod";
import type { RunEvent } from "../../events.ts";
import { plainTool } from "../../testing/plain-tool.ts";
import { RecordingLogger } from "../../testing/recording-logger.ts";
import {
  startWireServer,
  type WireServer,
  type WireServerOptions,
  type WireTurn,
} from "../../testing/wire/index.ts";
import { ToolExecutor } from "../../tools/tool-executor.ts";
import { ToolManager } from "../../tools/tool-manager.ts";
import type { Tool } from "../../tools/tool.ts";
import type { ProviderClient, ProviderOptions } from "../provider-client.ts";
import type { ContractProvider } from "./contract-provider.ts";

export interface StageOptions {
  turns?: readonly WireTurn[];
  server?: Omit<WireServerOptions, "turns">;
  client?: ProviderOptions;
  /** @default get_weather, get_time and break_down */
  tools?: readonly Tool[];
  /** Stands between client and server. @default nothing does */
  through?: (server: WireServer) => Promise<string>;
}

export interface ToolRun {
  readonly name: string;
  readonly args: Record<string, unknown>;
}

/** A wire server, a client that talks to it, and what its tools did. */
export interface Stage {
  readonly server: WireServer;
  readonly client: ProviderClient;
  readonly ran: readonly ToolRun[];
  readonly logger: RecordingLogger;
}

export async function open(provider: ContractProvider, options: StageOptions = {}): Promise<Stage> {
  const { turns = [], through } = options;
  const server = await startWireServer(provider.name, { ...options.server, turns });
  onTestFinished(() => server.close());
  const ran: ToolRun[] = [];
  const logger = new RecordingLogger();
  const manager = new ToolManager({ logger });
  manager.add(...(options.tools ?? sampleTools(ran)));
  const client = provider.create({
    model: provider.model,
    apiKey: "test-key",
    baseUrl: through ? await through(server) : server.url,
    executor: new ToolExecutor(manager, { logger }),
    maxRetries: 0,
    logger,
    ...options.client,
  });
  return { server, client, ran, logger };
}

function sampleTools(ran: ToolRun[]): Tool[] {
  return [
    plainTool(
      (args) => {
        ran.push({ name: "get_weather", args });
        return `sunny in ${String(args["city"])}`;
      },
      {
        name: "get_weather",
        description: "The weather of a city",
        schema: z.object({ city: z.string() }),
      },
    ),
    plainTool(
      (args) => {
        ran.push({ name: "get_time", args });
        return "noon";
      },
      { name: "get_time", description: "The time of day", schema: z.object({}) },
    ),
    plainTool(
      () => {
        throw new Error("the gears are stuck");
      },
      { name: "break_down", description: "Always fails", schema: z.object({}) },
    ),
  ];
}

export const question = { role: "user", content: "What is the weather?" };

/** A call of get_weather as the model makes it. */
export function weatherIn(city: string): { name: string; args: Record<string, unknown> } {
  return { name: "get_weather", args: { city } };
}

export async function eventsOf(run: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

/** A promise and the function that fulfils it. */
export function gate(): { readonly opened: Promise<void>; readonly release: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, release: () => open() };
}

/** The body of a chat request. */
export function bodyOf({ server }: Stage, position: number): Record<string, unknown> {
  return server.requests.at(position)?.body as Record<string, unknown>;
}

/** Every chat request passed the server's examination. */
export function refusals({ server }: Stage): readonly string[] {
  return server.requests.flatMap(({ refusal }) => refusal ?? []);
}
