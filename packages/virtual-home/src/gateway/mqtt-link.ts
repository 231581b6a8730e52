import { connect, type MqttClient } from "mqtt";
import type { Logger } from "../logger.ts";

const gracefulEndMs = 2_000;

export interface MqttLinkOptions {
  clientId: string;
  /** `zwave/_CLIENTS/<client>` */
  clientTopic: string;
  /** Of the program that is imitated, published on `…/version`. */
  version: string;
  /** How long to wait before trying a lost broker again. */
  reconnectMs: number;
  onMessage(topic: string, payload: string): void;
  logger: Logger;
}

/** zwave-js-ui's connection to the broker: last will, status on every connect, one subscription per wish. */
export class MqttLink {
  readonly #client: MqttClient;
  readonly #options: MqttLinkOptions;
  readonly #url: string;
  readonly #topics = new Set<string>();
  #lastError: string | undefined;
  #closing: Promise<void> | undefined;

  constructor(url: string, options: MqttLinkOptions) {
    this.#options = options;
    this.#url = withoutCredentials(url);
    this.#topics.add("homeassistant/status");
    for (const action of ["broadcast", "api", "multicast"])
      this.#topics.add(`${options.clientTopic}/${action}/#`);
    this.#client = connect(url, {
      clientId: options.clientId,
      protocolVersion: 4,
      clean: true,
      resubscribe: false,
      reconnectPeriod: options.reconnectMs,
      will: {
        topic: `${options.clientTopic}/status`,
        payload: Buffer.from(JSON.stringify({ value: false })),
        qos: 1,
        retain: true,
      },
    });
    this.#client.on("message", (topic, payload) => options.onMessage(topic, payload.toString()));
    this.#client.on("connect", () => void this.#greet());
    this.#client.on("error", (error) => {
      this.#lastError = error.message || (error as NodeJS.ErrnoException).code;
      options.logger.warn({ error: this.#lastError, broker: this.#url }, "MQTT error");
    });
    this.#client.on("offline", () => options.logger.info({ broker: this.#url }, "MQTT broker lost"));
  }

  /** Resolves once the broker has accepted us; rejects when it does not within `timeoutMs`. */
  async connected({
    timeoutMs,
    signal,
  }: {
    timeoutMs: number;
    signal?: AbortSignal | undefined;
  }): Promise<void> {
    if (this.#client.connected) return;
    let timer: NodeJS.Timeout | undefined;
    let abort: (() => void) | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#client.once("connect", () => resolve());
        this.#client.once("end", () => reject(new Error("The MQTT connection was closed.")));
        timer = setTimeout(() => {
          const reason = this.#lastError ? `: ${this.#lastError}` : "";
          reject(new Error(`No MQTT broker at ${this.#url} within ${timeoutMs} ms${reason}. Is it running?`));
        }, timeoutMs);
        abort = () => reject(signal?.reason);
        signal?.addEventListener("abort", abort, { once: true });
      });
    } finally {
      clearTimeout(timer);
      if (abort) signal?.removeEventListener("abort", abort);
    }
  }

  /** JSON, retained and at least once, as zwave-js-ui's settings are out of the box. Kept while the broker is away. */
  publish(topic: string, data: unknown, { retain = true } = {}): void {
    if (this.#closing) return;
    this.#client.publish(topic, JSON.stringify(data) ?? "", { qos: 1, retain }, (error) => {
      if (error) this.#options.logger.debug({ topic, error: error.message }, "MQTT publish failed");
    });
  }

  subscribe(topic: string): void {
    if (this.#topics.has(topic)) return;
    this.#topics.add(topic);
    if (this.#client.connected) void this.#subscribeTo([topic]);
  }

  /** Says goodbye to the broker, so that the last will is not sent. */
  close(): Promise<void> {
    return (this.#closing ??= this.#end(!this.#client.connected));
  }

  /** Gone without a goodbye: the broker sends the last will. */
  crash(): Promise<void> {
    this.#client.stream?.destroy();
    return (this.#closing ??= this.#end(true));
  }

  async #end(force: boolean): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    // A goodbye needs a broker that listens; one that is gone or silent is not waited for.
    const unheard = new Promise<void>((resolve) => {
      this.#client.once("close", () => resolve());
      timer = setTimeout(resolve, gracefulEndMs);
    });
    await Promise.race([this.#client.endAsync(force).catch(() => {}), unheard]);
    clearTimeout(timer);
    this.#client.end(true);
  }

  async #greet(): Promise<void> {
    this.#options.logger.info({ broker: this.#url }, "MQTT broker connected");
    await this.#subscribeTo([...this.#topics]);
    this.publish(`${this.#options.clientTopic}/version`, { value: this.#options.version, time: Date.now() });
    this.publish(`${this.#options.clientTopic}/status`, { value: true, time: Date.now() });
  }

  async #subscribeTo(topics: string[]): Promise<void> {
    try {
      await this.#client.subscribeAsync(topics, { qos: 1 });
    } catch (error) {
      // The connection broke meanwhile; the next greeting subscribes again.
      this.#options.logger.debug({ topics, error: (error as Error).message }, "MQTT subscription failed");
    }
  }
}

function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^/@]*@/, "//");
}
