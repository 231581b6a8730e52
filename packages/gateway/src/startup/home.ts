import type { Logger } from "antiphon";
import type { VirtualHome } from "virtual-home";
import type { Config } from "../config/schema.ts";
import type { Parts } from "./parts.ts";

export interface HomeOptions {
  parts: Parts;
  logger: Logger;
  /** Ends the start. */
  signal: AbortSignal;
  /** Whether a home is simulated when the person has none. */
  simulate: boolean;
}

/** The broker and, unless the person has a home, a simulated one. */
export interface RunningHome {
  /** The address of the broker, as soon as it listens; undefined when there is none to talk to. */
  readonly broker: Promise<string | undefined>;
  /** The physical side of the simulated home, for tests; undefined for a real one. */
  readonly virtual: Promise<VirtualHome | undefined>;
  /** Idempotent. */
  close(): Promise<void>;
}

export function startHome(config: Config, { parts, logger, signal, simulate }: HomeOptions): RunningHome {
  const kind = config.home === "auto" ? (config.broker === undefined ? "virtual" : "own") : config.home;
  let closeBroker = async (): Promise<void> => {};

  async function startBroker(): Promise<string | undefined> {
    if (kind === "none") {
      parts.set("broker", "off", "No broker: the home is switched off (home is none).");
      return undefined;
    }
    if (config.broker !== undefined) return config.broker;
    parts.set("broker", "starting", "The embedded broker is starting.");
    try {
      const { startBroker: start } = await import("virtual-home");
      const broker = await start();
      closeBroker = () => broker.close();
      if (signal.aborted) await broker.close();
      parts.set("broker", "ready", `The embedded broker listens on ${broker.url}.`);
      return broker.url;
    } catch (error) {
      parts.set("broker", "failed", `The embedded broker did not start: ${(error as Error).message}.`);
      return undefined;
    }
  }

  async function startVirtual(brokerUrl: string | undefined): Promise<VirtualHome | undefined> {
    if (kind === "none") {
      parts.set("home", "off", "No home (home is none).");
      return undefined;
    }
    if (kind === "own" || !simulate) return undefined;
    if (brokerUrl === undefined) {
      parts.set("home", "failed", "The virtual home needs the broker, which did not start.");
      return undefined;
    }
    parts.set("home", "starting", "The virtual home is starting: its devices are interviewed.");
    try {
      const { startVirtualHome } = await import("virtual-home");
      const home = await startVirtualHome({ brokerUrl, prefix: config.zwavePrefix, signal, logger });
      parts.set(
        "home",
        "ready",
        `A virtual home with ${home.devices.length} devices on a real Z-Wave driver.`,
      );
      return home;
    } catch (error) {
      if (!signal.aborted)
        parts.set("home", "failed", `The virtual home did not start: ${(error as Error).message}.`);
      return undefined;
    }
  }

  const broker = startBroker();
  const virtual = broker.then(startVirtual);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await (await virtual)?.close();
    await broker;
    await closeBroker();
  };
  return { broker, virtual, close: () => (closing ??= close()) };
}
