import type { Logger } from "antiphon";
import type { IClientOptions, MqttClient } from "mqtt";
import { within } from "../../startup/within.ts";

export interface Incoming {
  readonly topic: string;
  readonly payload: Uint8Array;
  /** It was published before we came, and kept by the broker. */
  readonly retained: boolean;
}

export interface BrokerLinkOptions {
  /** Its address, as soon as it is known; undefined when there is none. */
  brokerUrl: Promise<string | undefined>;
  logger: Logger;
  /** With one, the link connects at once and comes back by itself; otherwise at the first message. */
  subscription?: { topic: string; onMessage: (message: Incoming) => void } | undefined;
  /**
   * So many messages wait while the broker is away; then the oldest go.
   * @default 50
   */
  maxWaiting?: number;
  /**
   * What waited longer is not sent any more: a command of an hour ago must not switch anything.
   * @default 30_000
   */
  maxAgeMs?: number;
}

interface Waiting {
  readonly topic: string;
  readonly payload: string;
  readonly since: number;
}

const reconnectMs = 2_000;
const closeWithinMs = 300;

/** JSON to and from a broker that may come late, go and come back. Nothing here throws or blocks. */
export class BrokerLink {
  readonly #options: BrokerLinkOptions;
  readonly #waiting: Waiting[] = [];
  #opening: Promise<void> | undefined;
  #client: MqttClient | undefined;
  #away = false;
  #closing: Promise<void> | undefined;
  #closed = false;

  constructor(options: BrokerLinkOptions) {
    this.#options = options;
    if (options.subscription) this.#open();
  }

  /** Not retained, at most once (QoS 0): speech that arrives late or twice is worse than none. */
  publish(topic: string, content: unknown): void {
    if (this.#closing) return;
    const { maxWaiting = 50 } = this.#options;
    this.#waiting.push({ topic, payload: JSON.stringify(content), since: performance.now() });
    if (this.#waiting.length > maxWaiting) this.#waiting.shift();
    if (this.#client?.connected) this.#flush(this.#client);
    else this.#open();
  }

  /** What was published before is still sent when the broker is there. Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #open(): void {
    this.#opening ??= this.#connect().catch((error: unknown) => {
      this.#options.logger.warn({ error }, "What is said cannot be published over MQTT");
    });
  }

  async #connect(): Promise<void> {
    const brokerUrl = await this.#options.brokerUrl;
    const { default: mqtt } = await import("mqtt");
    if (brokerUrl === undefined || this.#closed) {
      this.#waiting.length = 0;
      return;
    }
    const settings: IClientOptions = {
      protocolVersion: 4,
      clientId: `antiphon-voice-${process.pid}-${Math.random().toString(36).slice(2, 10)}`,
      reconnectPeriod: reconnectMs,
      reconnectOnConnackError: true,
      connectTimeout: 5_000,
      keepalive: 20,
      queueQoSZero: false,
      resubscribe: false,
    };
    const client = mqtt.connect(brokerUrl, settings);
    this.#client = client;
    this.#follow(client);
  }

  #follow(client: MqttClient): void {
    const { logger, subscription } = this.#options;
    client.on("connect", () => {
      this.#away = false;
      this.#flush(client);
      if (!subscription) return;
      client.subscribe(subscription.topic, { qos: 0 }, (error) => {
        if (error && !this.#closing) logger.warn({ error }, `${subscription.topic} cannot be followed`);
      });
    });
    client.on("message", (topic, payload, { retain }) =>
      subscription?.onMessage({ topic, payload, retained: retain }),
    );
    const onTrouble = (error?: Error): void => {
      if (this.#away || this.#closing) return;
      this.#away = true;
      logger.warn({ error }, "The broker is away; what is said is not published meanwhile");
    };
    client.on("error", onTrouble);
    client.on("close", onTrouble);
  }

  #flush(client: MqttClient): void {
    const { maxAgeMs = 30_000, logger } = this.#options;
    const oldest = performance.now() - maxAgeMs;
    for (const { topic, payload, since } of this.#waiting.splice(0)) {
      if (since < oldest) continue;
      client.publish(topic, payload, { qos: 0, retain: false }, (error) => {
        if (error && !this.#closing) logger.warn({ error, topic }, "A message was not published");
      });
    }
  }

  async #close(): Promise<void> {
    // An address that never comes holds nothing up, and a connection that is being made is waited for a moment.
    if (this.#opening) await within(this.#opening, closeWithinMs);
    this.#closed = true;
    const client = this.#client;
    if (!client) return;
    if (!client.connected && this.#waiting.length > 0)
      await within(new Promise((resolve) => client.once("connect", resolve)), closeWithinMs);
    await within(client.endAsync(!client.connected), closeWithinMs).catch(() => {});
    client.stream.destroy();
  }
}
