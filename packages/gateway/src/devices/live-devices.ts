import mqtt, { type MqttClient } from "mqtt";
import type { Logger } from "antiphon";
import { Home, MqttGateway, readConfig, type GatewayOptions, type GatewayStatus } from "zwave-mcp-server";
import { Bell } from "../runs/bell.ts";
import { within } from "../startup/within.ts";
import { toDevice, type Device } from "./device.ts";

export interface LiveDevicesOptions {
  brokerUrl: string;
  prefix: string;
  gatewayName?: string | undefined;
  logger: Logger;
}

export type DevicesChange =
  | { readonly type: "snapshot"; readonly devices: readonly Device[] }
  | { readonly type: "device"; readonly device: Device };

/** Changes that come together are read together. */
const gatherMs = 60;
/** The list of a large house takes time to make: after it the gateway rests twice as long, but not for ever. */
const restFactor = 2;
const longestRestMs = 1_000;
/** After a failure, when nothing is heard. */
const againMs = 5_000;

/**
 * The devices of the home, kept up to date: whenever anything is published below the gateway's prefix, the list
 * is read again. The topics themselves are not understood, because zwave-js-ui names them in many ways.
 */
export class LiveDevices {
  readonly #gateway: MqttGateway;
  readonly #home: Home;
  readonly #prefix: string;
  readonly #logger: Logger;
  readonly #listeners = new Set<(change: DevicesChange) => void>();
  #devices = new Map<string, Device>();
  #loaded = false;
  #problem: string | undefined;
  readonly #bell = new Bell();
  #timer: NodeJS.Timeout | undefined;
  #current: Promise<void> | undefined;
  #due = Infinity;
  #notBefore = 0;
  #reading = false;
  #stale = false;
  #closed = false;

  constructor({ brokerUrl, prefix, gatewayName, logger }: LiveDevicesOptions) {
    const config = readConfig({ MQTT_URL: brokerUrl, ZWAVE_PREFIX: prefix, ZWAVE_GATEWAY_NAME: gatewayName });
    this.#prefix = config.prefix;
    this.#logger = logger;
    // It uses the four methods that our loggers have.
    const pinoLogger = logger as unknown as GatewayOptions["logger"];
    const connect: GatewayOptions["connect"] = (url, options) => {
      const client = mqtt.connect(url, options);
      this.#listen(client);
      return client;
    };
    this.#gateway = new MqttGateway({ config, logger: pinoLogger, connect });
    this.#home = new Home({ gateway: this.#gateway, config, logger: pinoLogger });
    this.#schedule(0);
  }

  /** What is known now, by room and name. */
  get devices(): readonly Device[] {
    return [...this.#devices.values()];
  }

  /** Why the list could not be read, when it could not. */
  get problem(): string | undefined {
    return this.#loaded ? undefined : (this.#problem ?? "The devices have not been read yet.");
  }

  status(): GatewayStatus {
    return this.#gateway.status();
  }

  find(id: string): Device | undefined {
    return this.#devices.get(id);
  }

  /** Reads the list now. Never rejects: what went wrong is in `problem`. */
  async refresh(): Promise<void> {
    while (this.#current) await this.#current;
    if (!this.#closed) await this.#start();
  }

  /** Resolves when the list has been read, or when it was not within the time. */
  async loaded(timeoutMs: number): Promise<void> {
    if (this.#loaded) return;
    await within(this.#bell.wait(), timeoutMs);
  }

  /** Returns how to stop listening. */
  onChange(listener: (change: DevicesChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Idempotent. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
    this.#bell.ring();
    await this.#gateway.close();
  }

  #listen(client: MqttClient): void {
    client.on("connect", () => {
      client.subscribe(`${this.#prefix}/#`, { qos: 0 }, (error) => {
        if (error) this.#logger.warn({ error }, "The home's changes cannot be followed");
        this.#schedule(gatherMs);
      });
    });
    client.on("message", (topic) => {
      // Requests and answers change nothing, and our own reading is among them.
      if (!/\/_CLIENTS\/.*\/api\//.test(topic)) this.#schedule(gatherMs);
    });
  }

  #schedule(delayMs: number): void {
    if (this.#reading) this.#stale = true;
    if (this.#closed || this.#reading) return;
    const now = performance.now();
    const due = Math.max(now + delayMs, this.#notBefore);
    if (due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => void this.#start(), due - now);
    this.#timer.unref();
  }

  #start(): Promise<void> {
    clearTimeout(this.#timer);
    this.#current = this.#read().finally(() => {
      this.#current = undefined;
    });
    return this.#current;
  }

  async #read(): Promise<void> {
    this.#reading = true;
    this.#stale = false;
    this.#due = Infinity;
    const started = performance.now();
    try {
      const devices = (await this.#home.devices({ fresh: true })).map(toDevice);
      this.#problem = undefined;
      this.#take(devices);
    } catch (error) {
      this.#problem = error instanceof Error ? error.message : String(error);
    }
    this.#reading = false;
    const failed = this.#problem !== undefined;
    const now = performance.now();
    this.#notBefore = now + (failed ? gatherMs : Math.min((now - started) * restFactor, longestRestMs));
    if (this.#stale) this.#schedule(gatherMs);
    else if (failed) this.#schedule(againMs);
  }

  #take(devices: readonly Device[]): void {
    const before = this.#devices;
    this.#devices = new Map(devices.map((device) => [device.id, device]));
    const sameSet = before.size === this.#devices.size && devices.every(({ id }) => before.has(id));
    if (!this.#loaded || !sameSet) {
      this.#loaded = true;
      this.#bell.ring();
      this.#tell({ type: "snapshot", devices });
      return;
    }
    for (const device of devices) {
      if (JSON.stringify(device) !== JSON.stringify(before.get(device.id)))
        this.#tell({ type: "device", device });
    }
  }

  #tell(change: DevicesChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
