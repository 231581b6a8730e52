import type { Logger } from "pino";
import { CommandQueue } from "./command-queue.ts";
import type { Config } from "./config.ts";
import { type Device, devicesOf } from "./device.ts";
import { GatewayError } from "./gateway-error.ts";
import type { MqttGateway } from "./mqtt-gateway.ts";
import { addressOf, parseNodes, type ZwaveValue } from "./zwave-node.ts";

/** The list of a large house is megabytes; calls that come together share one. */
const shareMs = 500;

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** The devices of the house, read from the gateway, and the ways to write and ask them. */
export class Home {
  readonly gateway: MqttGateway;
  readonly config: Config;
  readonly #logger: Logger;
  readonly #queue = new CommandQueue();
  readonly #reads = new Map<string, Promise<unknown>>();
  #list: { promise: Promise<Device[]>; at: number; done: boolean } | undefined;

  constructor({ gateway, config, logger }: { gateway: MqttGateway; config: Config; logger: Logger }) {
    this.gateway = gateway;
    this.config = config;
    this.#logger = logger;
  }

  /** All devices, sorted by room and name, at most half a second old; with `fresh`, asked for now. */
  devices({ signal, fresh = false }: CallOptions & { fresh?: boolean } = {}): Promise<Device[]> {
    const list = this.#list;
    const usable = list !== undefined && !fresh && (!list.done || Date.now() - list.at < shareMs);
    return abortable(usable ? list.promise : this.#load(), signal);
  }

  /** Runs a command for a node: never two at once for the same one. */
  exclusive<T>(nodeId: number, task: () => Promise<T>, { signal }: CallOptions = {}): Promise<T> {
    return this.#queue.run(nodeId, task, { ...(signal !== undefined && { signal }) });
  }

  /** Hands a value to the gateway; resolves with the status zwave-js gives the write. */
  write(value: ZwaveValue, newValue: unknown, { signal }: CallOptions = {}): Promise<unknown> {
    return this.#touch("writeValue", [addressOf(value), newValue], signal);
  }

  /** Asks the device itself, over the air, for a value. */
  poll(value: ZwaveValue, { signal }: CallOptions = {}): Promise<unknown> {
    return this.#touch("pollValue", [addressOf(value)], signal);
  }

  /** Like poll, but callers that ask for the same value at the same time share the answer. */
  pollShared(value: ZwaveValue, { signal }: CallOptions = {}): Promise<unknown> {
    const key = JSON.stringify(addressOf(value));
    let reading = this.#reads.get(key);
    if (reading === undefined) {
      reading = this.exclusive(value.nodeId, () => this.poll(value)).finally(() => this.#reads.delete(key));
      this.#reads.set(key, reading);
    }
    return abortable(reading, signal);
  }

  /** Whether a node answers at all. */
  async ping(nodeId: number, { signal }: CallOptions = {}): Promise<boolean> {
    return (await this.#request("pingNode", [nodeId], signal)) === true;
  }

  /** What a device was told or said makes older lists untrue. */
  async #touch(
    functionName: string,
    args: readonly unknown[],
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    try {
      return await this.#request(functionName, args, signal);
    } finally {
      this.#list = undefined;
    }
  }

  #request(
    functionName: string,
    args: readonly unknown[],
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    return this.gateway.request(functionName, args, { ...(signal !== undefined && { signal }) });
  }

  #load(): Promise<Device[]> {
    const list = { promise: this.#fetch(), at: Date.now(), done: false };
    this.#list = list;
    const finish = () => {
      list.done = true;
      list.at = Date.now();
    };
    const forget = () => {
      if (this.#list === list) this.#list = undefined;
    };
    list.promise.then(finish, forget);
    return list.promise;
  }

  async #fetch(): Promise<Device[]> {
    const nodes = parseNodes(await this.#request("getNodes", [], undefined), this.#logger);
    if (nodes === undefined) {
      throw new GatewayError("The Z-Wave gateway sent a list of devices that cannot be read.", {
        kind: "unreadable",
        sent: true,
      });
    }
    const collator = new Intl.Collator("en", { numeric: true });
    return nodes
      .flatMap(devicesOf)
      .sort(
        (a, b) => collator.compare(a.room, b.room) || collator.compare(a.name, b.name) || a.nodeId - b.nodeId,
      );
  }
}

/** Follows a shared promise until this caller loses interest; the others are not disturbed. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () =>
      reject(new GatewayError("The request was cancelled.", { kind: "cancelled", sent: false }));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
