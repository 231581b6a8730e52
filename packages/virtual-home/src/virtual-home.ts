import { type Broker, startBroker } from "./broker.ts";
import { defaultHome } from "./default-home.ts";
import { Gateway } from "./gateway/gateway.ts";
import type { TopicStyle } from "./gateway/topics.ts";
import { listedOnlyNodes } from "./listed-only.ts";
import { type Logger, silentLogger } from "./logger.ts";
import type { DeviceSpec } from "./network/device-spec.ts";
import { createMockNetwork, type MockNetwork } from "./network/mock-network.ts";
import type { VirtualDevice } from "./network/virtual-device.ts";

export interface VirtualHomeOptions {
  /** `mqtt://[user:password@]host:port`. @default an embedded broker on a free loopback port */
  brokerUrl?: string;
  /** @default defaultHome */
  devices?: readonly DeviceSpec[];
  /** Devices that only `getNodes` shows, each copied from the first real one of its kind. @default [] */
  listedOnly?: readonly DeviceSpec[];
  /** The MQTT client is `ZWAVE_GATEWAY-<gatewayName>`. @default "virtual-home" */
  gatewayName?: string;
  /** @default "zwave" */
  prefix?: string;
  /** Form of the value topics. @default "named" */
  topics?: TopicStyle;
  /** In the value-id form: node names instead of node ids. @default false */
  nodeNames?: boolean;
  /** Publish `…/nodeinfo` beside every node status. @default true */
  nodeDetails?: boolean;
  /** Publish the driver's events under `_EVENTS`. @default true */
  events?: boolean;
  /** Pause before a lost broker is tried again. @default 1_000 */
  reconnectMs?: number;
  /** How long the broker may take at the start. @default 10_000 */
  connectTimeoutMs?: number;
  /** Ends the start, and afterwards the home. */
  signal?: AbortSignal;
  /** @default silent */
  logger?: Logger;
}

/** A running home: its physical side, and the broker where its gateway speaks. */
export class VirtualHome {
  readonly brokerUrl: string;
  /** `zwave/_CLIENTS/ZWAVE_GATEWAY-<name>` */
  readonly clientTopic: string;
  readonly devices: readonly VirtualDevice[];
  readonly #end: (how: "close" | "crash") => Promise<void>;
  #ending: Promise<void> | undefined;

  constructor(parts: {
    brokerUrl: string;
    clientTopic: string;
    devices: readonly VirtualDevice[];
    end: (how: "close" | "crash") => Promise<void>;
  }) {
    this.brokerUrl = parts.brokerUrl;
    this.clientTopic = parts.clientTopic;
    this.devices = parts.devices;
    this.#end = parts.end;
  }

  /** By node id, by `Room/Name`, or by name alone when only one device has it. */
  device(which: number | string): VirtualDevice {
    const exact = this.devices.filter(({ nodeId, label }) => nodeId === which || label === which);
    const found = exact.length > 0 ? exact : this.devices.filter(({ name }) => name === which);
    const [only] = found;
    if (only && found.length === 1) return only;
    const known = (only ? found : this.devices).map(({ label, nodeId }) => `${label} (${nodeId})`).join(", ");
    throw new Error(`${only ? "More than one" : "No"} device "${which}". Known: ${known}.`);
  }

  stopAnswering(which: number | string): void {
    this.device(which).stopAnswering();
  }

  resumeAnswering(which: number | string): void {
    this.device(which).resumeAnswering();
  }

  /** Says that the driver is gone, leaves the broker, ends the driver. Idempotent. */
  close(): Promise<void> {
    return (this.#ending ??= this.#end("close"));
  }

  /** As if the process had been killed: the broker sends the last will. */
  crash(): Promise<void> {
    return (this.#ending ??= this.#end("crash"));
  }
}

/** Resolves when every node is interviewed and the broker is connected. */
export async function startVirtualHome(options: VirtualHomeOptions = {}): Promise<VirtualHome> {
  const { devices: specs = defaultHome, listedOnly = [], signal, logger = silentLogger } = options;
  const { topics = "named", nodeNames = false, connectTimeoutMs = 10_000 } = options;
  signal?.throwIfAborted();

  let broker: Broker | undefined;
  let network: MockNetwork | undefined;
  let gateway: Gateway | undefined;
  const end = async (how: "close" | "crash"): Promise<void> => {
    await gateway?.[how]();
    await network?.close();
    await broker?.close();
  };

  try {
    if (options.brokerUrl === undefined) broker = await startBroker();
    signal?.throwIfAborted();
    const brokerUrl = options.brokerUrl ?? broker?.url ?? "";
    const { devices, driver, begin } = (network = await createMockNetwork(specs, { logger }));
    signal?.throwIfAborted();
    gateway = new Gateway(driver, {
      brokerUrl,
      gatewayName: options.gatewayName ?? "virtual-home",
      prefix: options.prefix ?? "zwave",
      topics: { style: topics, nodeNames },
      nodeDetails: options.nodeDetails ?? true,
      events: options.events ?? true,
      reconnectMs: options.reconnectMs ?? 1_000,
      namesOf: (nodeId) => {
        const device = devices.find((candidate) => candidate.nodeId === nodeId);
        return { name: device?.name ?? "", loc: device?.room ?? "" };
      },
      listedOnly: (mirror) => listedOnlyNodes(listedOnly, { devices, mirror }),
      logger,
    });
    await Promise.all([begin({ signal }), gateway.link.connected({ timeoutMs: connectTimeoutMs, signal })]);
    const onAbort = (): void => void home.close();
    const home = new VirtualHome({
      brokerUrl,
      clientTopic: gateway.clientTopic,
      devices,
      end: (how) => {
        signal?.removeEventListener("abort", onAbort);
        return end(how);
      },
    });
    signal?.addEventListener("abort", onAbort, { once: true });
    return home;
  } catch (error) {
    await end("close");
    throw error;
  }
}
