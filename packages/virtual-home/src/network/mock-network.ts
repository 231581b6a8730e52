import { tmpdir } from "node:os";
import { MockController, MockNode } from "@zwave-js/testing";
import { type Driver, DriverMode } from "zwave-js";
import {
  createAndStartDriverWithMockPort,
  createDefaultMockControllerBehaviors,
  createDefaultMockNodeBehaviors,
} from "zwave-js/Testing";
import type { Logger } from "../logger.ts";
import { initialState, nodeCapabilities } from "./device-kinds.ts";
import type { DeviceSpec, PhysicalState } from "./device-spec.ts";
import { memoryDatabases } from "./memory-database.ts";
import { VirtualDevice } from "./virtual-device.ts";

const highestNodeId = 232;

export interface MockNetwork {
  driver: Driver;
  devices: readonly VirtualDevice[];
  /** Lets the driver go on to the interviews; resolves when every node is ready. Listen before calling it. */
  begin: (options: { signal?: AbortSignal | undefined }) => Promise<void>;
  close: () => Promise<void>;
}

export interface MockNetworkOptions {
  logger: Logger;
  /** @default 0x7e570001 */
  homeId?: number;
}

type NumberedSpec = DeviceSpec & { nodeId: number; state: PhysicalState };

/** A real driver on a simulated stick; it waits before its first word until `begin`. */
export async function createMockNetwork(
  specs: readonly DeviceSpec[],
  { logger, homeId = 0x7e570001 }: MockNetworkOptions,
): Promise<MockNetwork> {
  const numbered = numberDevices(specs);
  const { driver, mockPort, serial, continueStartup } = await createAndStartDriverWithMockPort({
    host: { db: memoryDatabases },
    // With the databases in memory the driver only checks that this directory exists.
    storage: { cacheDir: tmpdir() },
    features: { softReset: false },
    logConfig: { enabled: false },
    emitValueUpdateAfterSetValue: true,
  });
  // The driver would wait a second for a boot loader to show itself. A simulated stick has none.
  Reflect.set(driver, "detectMode", () => Promise.resolve(DriverMode.SerialAPI));
  driver.on("error", (error) => logger.error({ error: error.message }, "driver error"));

  const controller = await MockController.create({ homeId, ownNodeId: 1, mockPort, serial });
  controller.defineBehavior(...createDefaultMockControllerBehaviors());
  const devices: VirtualDevice[] = [];
  for (const spec of numbered) devices.push(await addDevice(controller, spec));

  driver.once("driver ready", () => {
    for (const device of devices.filter(({ sleeps }) => sleeps)) {
      // The driver waits with the interview of a sleeping node until it has heard from it.
      driver.controller.nodes.get(device.nodeId)?.once("interview stage completed", () => device.wakeUp());
    }
  });

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    controller.destroy();
    await driver.destroy();
  };
  return {
    driver,
    devices,
    begin: ({ signal }) => begin(driver, { continueStartup, signal }),
    close: () => (closing ??= close()),
  };
}

function begin(
  driver: Driver,
  { continueStartup, signal }: { continueStartup: () => void; signal: AbortSignal | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    driver.once("error", reject);
    driver.once("all nodes ready", () => {
      signal?.removeEventListener("abort", onAbort);
      driver.off("error", reject);
      resolve();
    });
    continueStartup();
  });
}

async function addDevice(controller: MockController, spec: NumberedSpec): Promise<VirtualDevice> {
  const node = await MockNode.create({
    id: spec.nodeId,
    controller,
    capabilities: nodeCapabilities(spec, spec.state),
  });
  node.defineBehavior(...createDefaultMockNodeBehaviors());
  controller.addNode(node);
  return new VirtualDevice(node, {
    kind: spec.kind,
    name: spec.name ?? "",
    room: spec.room ?? "",
    state: spec.state,
    sleeps: spec.sleeps ?? false,
  });
}

function numberDevices(specs: readonly DeviceSpec[]): NumberedSpec[] {
  const taken = new Set<number>();
  for (const { nodeId } of specs) {
    if (nodeId === undefined) continue;
    if (!Number.isInteger(nodeId) || nodeId < 2 || nodeId > highestNodeId) {
      throw new Error(`A node id is a whole number from 2 to ${highestNodeId}, not ${nodeId}.`);
    }
    if (taken.has(nodeId)) throw new Error(`Two devices have node id ${nodeId}.`);
    taken.add(nodeId);
  }
  let next = 2;
  return specs.map((spec) => {
    const state = initialState(spec);
    if (spec.nodeId !== undefined) return { ...spec, state, nodeId: spec.nodeId };
    while (taken.has(next)) next++;
    if (next > highestNodeId) {
      throw new Error(
        `A Z-Wave network has room for ${highestNodeId - 1} devices; list more with "listedOnly".`,
      );
    }
    return { ...spec, state, nodeId: next++ };
  });
}
