import {
  ChatClient,
  createClient,
  FallbackClient,
  ProviderClient,
  type Logger,
  type ToolExecutor,
} from "antiphon";
import { offlineName, parseModels } from "../config/model-names.ts";
import type { Config } from "../config/schema.ts";
import type { PartStatus } from "./parts.ts";

export interface ModelOptions {
  executor: ToolExecutor;
  logger: Logger;
}

export interface ModelChoice {
  readonly client: ChatClient;
  /** Whether the offline model answers. */
  readonly offline: boolean;
  readonly status: PartStatus;
  /** Asks the provider whether it is there; costs nothing. Nothing to ask for the offline model. */
  readonly check?: (signal: AbortSignal) => Promise<PartStatus>;
}

/** Never rejects: a model that cannot be used is said so, and the offline model answers in its place. */
export async function chooseModel(config: Config, options: ModelOptions): Promise<ModelChoice> {
  try {
    const names = parseModels(config.model);
    const [first, ...rest] = await Promise.all(
      names.map((name, position) =>
        name === offlineName
          ? offlineClient(options)
          : createClient(name, {
              ...options,
              ...(position === 0 && config.modelUrl !== undefined && { baseUrl: config.modelUrl }),
            }),
      ),
    );
    if (first === undefined) throw new Error("No model is named.");
    const client = rest.length > 0 ? new FallbackClient({ ...options, clients: [first, ...rest] }) : first;
    const offline = names[0] === offlineName;
    return {
      client,
      offline,
      status: offline
        ? {
            state: "ready",
            message: "The offline model answers: home commands in plain English, no network.",
          }
        : { state: "starting", message: `Asking whether ${client.modelName} is there.` },
      ...(first instanceof ProviderClient && {
        check: async (signal: AbortSignal) => {
          const { ok, message } = await first.health({ signal });
          return { state: ok ? "ready" : "failed", message } as const;
        },
      }),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const client = await offlineClient(options);
    const message = `${config.model} cannot be used: ${reason} The offline model answers in its place.`;
    return { client, offline: true, status: { state: "degraded", message } };
  }
}

async function offlineClient(options: ModelOptions): Promise<ChatClient> {
  const { OfflineModel } = await import("../offline-model/index.ts");
  return new ChatClient({ ...options, model: new OfflineModel() });
}
