import {
  McpIntegration,
  ToolExecutor,
  ToolManager,
  type ChatClient,
  type Logger,
  type McpServers,
} from "antiphon";
import type { VirtualHome } from "virtual-home";
import type { Config } from "../config/schema.ts";
import type { LiveDevices } from "../devices/live-devices.ts";
import { OutputVolume } from "../built-in-tools/volume-control.ts";
import { approveByContext } from "../runs/approver.ts";
import { builtInTools } from "./built-in.ts";
import { startHome } from "./home.ts";
import { mcpStatus } from "./mcp-status.ts";
import { ownServers, zwaveServer } from "./mcp-servers.ts";
import { chooseModel, type ModelChoice } from "./model.ts";
import { brokerStatus, homeStatus } from "./own-home-status.ts";
import { Parts } from "./parts.ts";
import { within } from "./within.ts";

export interface ServicesOptions {
  logger: Logger;
  /** @default new Parts() */
  parts?: Parts;
  /**
   * Whether a home is simulated when the person has none.
   * @default true
   */
  virtualHome?: boolean;
  /** Takes the place of the configured model. */
  createModel?: ((options: { executor: ToolExecutor; logger: Logger }) => ChatClient) | undefined;
}

/** Everything but HTTP: tools, model and home, started side by side. */
export interface Services {
  readonly config: Config;
  readonly parts: Parts;
  readonly manager: ToolManager;
  readonly executor: ToolExecutor;
  /** How loud everything that is spoken is. */
  readonly volume: OutputVolume;
  readonly model: Promise<ModelChoice>;
  /** The devices as they are, when there is a home. */
  readonly devices: Promise<LiveDevices | undefined>;
  /** Address of the broker, as soon as it is known; undefined when there is none. */
  readonly broker: Promise<string | undefined>;
  /** Address of the broker in this process; undefined for the person's own. */
  readonly embeddedBroker: Promise<string | undefined>;
  readonly virtualHome: Promise<VirtualHome | undefined>;
  /** Resolves when the tools of the home can be used, or will not come. */
  readonly toolsReady: Promise<void>;
  /** Resolves when every part is up or has failed. */
  readonly settled: Promise<void>;
  /** Processes that were started. */
  readonly pids: () => readonly number[];
  /** Ends everything. Idempotent. */
  close(): Promise<void>;
}

/** What could not be reached at the start is tried again this often. */
const retryFailedMs = 30_000;
/** A home that does not list its devices holds the start up no longer than this. */
const listWaitMs = 3_000;
/** Nor does a provider that does not say how it is. */
const checkWaitMs = 3_000;

/** Returns at once; never throws for a part that fails: its state says so. */
export function startServices(
  config: Config,
  { logger, parts = new Parts(), virtualHome = true, createModel }: ServicesOptions,
): Services {
  const end = new AbortController();
  const volume = new OutputVolume({ level: 80 });
  const manager = new ToolManager({ logger });
  const executor = new ToolExecutor(manager, { approve: approveByContext, logger });
  const home = startHome(config, { parts, logger, signal: end.signal, simulate: virtualHome });
  let mcp: McpIntegration | undefined;
  let retry: NodeJS.Timeout | undefined;
  let recheck: NodeJS.Timeout | undefined;

  async function startModel(): Promise<ModelChoice> {
    parts.set("model", "starting", `${config.model} is starting.`);
    const choice: ModelChoice = createModel
      ? {
          client: createModel({ executor, logger }),
          offline: true,
          status: { state: "ready", message: "Ready." },
        }
      : await chooseModel(config, { executor, logger });
    parts.set("model", choice.status.state, choice.status.message);
    return choice;
  }

  /** Asks the provider how it is, and again from time to time until it is well. An answer does not wait for it. */
  async function checkModel({ check }: ModelChoice): Promise<void> {
    if (!check || end.signal.aborted) return;
    const { state, message } = await check(end.signal);
    if (end.signal.aborted) return;
    parts.set("model", state, message);
    if (state === "ready") return;
    recheck = setTimeout(() => void model.then(checkModel), retryFailedMs);
    recheck.unref();
  }

  async function startDevices(): Promise<LiveDevices | undefined> {
    const brokerUrl = await home.broker;
    if (brokerUrl === undefined || end.signal.aborted) return undefined;
    const { LiveDevices: Devices } = await import("../devices/live-devices.ts");
    const { zwavePrefix: prefix, zwaveGateway: gatewayName } = config;
    const devices = new Devices({ brokerUrl, prefix, gatewayName, logger });
    if (config.broker !== undefined) parts.follow("broker", () => brokerStatus(devices.status()));
    if ((await home.virtual) === undefined && config.home !== "virtual" && config.broker !== undefined)
      parts.follow("home", () => homeStatus(devices.status()));
    return devices;
  }

  async function startTools(): Promise<void> {
    try {
      manager.add(...(await builtInTools(config, { volume })));
    } catch (error) {
      parts.set("built-in tools", "failed", (error as Error).message);
    }
    const servers = await mcpServers();
    if (end.signal.aborted || Object.keys(servers).length === 0) return;
    const integration = new McpIntegration({ servers, manager, logger });
    mcp = integration;
    for (const { name } of integration.status()) {
      parts.follow(`mcp:${name}`, () => {
        const status = integration.status().find((each) => each.name === name);
        return status ? mcpStatus(status) : { state: "off", message: "Not there." };
      });
    }
    const connected = integration.connect();
    retry = setInterval(() => {
      if (integration.status().some(({ state }) => state === "failed")) void integration.connect();
    }, retryFailedMs);
    retry.unref();
    await connected;
    parts.list();
  }

  async function mcpServers(): Promise<McpServers> {
    const brokerUrl = await home.broker;
    const { zwavePrefix: prefix, zwaveGateway: gatewayName } = config;
    const ours = brokerUrl === undefined ? {} : { zwave: zwaveServer({ brokerUrl, prefix, gatewayName }) };
    try {
      return { ...ours, ...(await ownServers(config)) };
    } catch (error) {
      parts.set("mcp", "failed", (error as Error).message);
      return ours;
    }
  }

  const model = startModel();
  const devices = startDevices();
  const tools = startTools().catch((error: unknown) =>
    parts.set("mcp", "failed", error instanceof Error ? error.message : String(error)),
  );
  const toolsReady = Promise.all([tools, home.virtual]).then(() => {});
  // Read once more when the home is complete: a list from the middle of its start is not.
  const listed = Promise.all([devices, home.virtual]).then(
    ([live]) => live && within(live.refresh(), listWaitMs),
  );
  const checked = within(model.then(checkModel), checkWaitMs);
  const settled = Promise.all([toolsReady, model, checked, listed]).then(() => {});

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    end.abort();
    clearInterval(retry);
    clearTimeout(recheck);
    // Whoever uses the broker leaves before it does; the Z-Wave server is asked first, because it takes longest.
    await Promise.all([
      tools.then(() => mcp?.close()),
      mcp?.close(),
      devices.then((live) => live?.close()),
      home.close(),
    ]);
  };
  return {
    config,
    parts,
    manager,
    executor,
    volume,
    model,
    devices,
    broker: home.broker,
    embeddedBroker: config.broker === undefined ? home.broker : Promise.resolve(undefined),
    virtualHome: home.virtual,
    toolsReady,
    settled,
    pids: () => mcp?.status().flatMap(({ pid }) => pid ?? []) ?? [],
    close: () => (closing ??= close()),
  };
}
