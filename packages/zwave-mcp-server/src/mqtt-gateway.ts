import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import type { Logger } from "pino";
import { z } from "zod";
import type { Config } from "./config.ts";
import { describeConnectionError } from "./connection-error.ts";
import { GatewayDirectory, gatewayName, type GatewayState } from "./gateway-directory.ts";
import { GatewayError } from "./gateway-error.ts";
import { pause } from "./pause.ts";
import { PendingRequests } from "./pending-requests.ts";
import { waitUntil } from "./wait-until.ts";

const answerSchema = z.object({
  success: z.boolean(),
  message: z.string().optional(),
  result: z.unknown().optional(),
  origin: z.object({ correlationId: z.string() }),
});

/** How long a call waits for the first connection to the broker. */
const connectWaitMs = 3_000;
/** After a connection: how long a gateway may take to make itself known, and a second one to show up beside it. */
const discoveryMs = 1_500;
const companyMs = 100;
const maximumReconnectMs = 10_000;

export interface GatewayStatus {
  broker: { url: string; connected: boolean; error: string | undefined };
  gateway: { name: string | undefined; state: GatewayState; version: string | undefined };
  driverReady: boolean | undefined;
}

export interface GatewayOptions {
  config: Config;
  logger: Logger;
  /** @default mqtt.connect */
  connect?: (url: string, options: IClientOptions) => MqttClient;
}

/** The way to zwave-js-ui: one MQTT connection that comes back by itself, and its API as request and answer. */
export class MqttGateway {
  readonly #config: Config;
  readonly #logger: Logger;
  readonly #client: MqttClient;
  readonly #directory: GatewayDirectory;
  readonly #pending = new PendingRequests();
  readonly #changed = new EventTarget();
  #subscribed = false;
  #subscribedAt = Number.NEGATIVE_INFINITY;
  #connectionError: string | undefined;
  #reconnectMs = 500;
  #closed = false;

  constructor({ config, logger, connect = mqtt.connect }: GatewayOptions) {
    this.#config = config;
    this.#logger = logger;
    setMaxListeners(0, this.#changed);
    this.#directory = new GatewayDirectory(config.gatewayName);
    const { url, ca, cert, key, username, password, rejectUnauthorized } = config.mqtt;
    this.#client = connect(url, {
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key }),
      rejectUnauthorized,
      clientId: `zwave-mcp-server-${randomUUID().slice(0, 8)}`,
      protocolVersion: 4,
      connectTimeout: 10_000,
      keepalive: 15,
      reconnectPeriod: this.#reconnectMs,
      reconnectOnConnackError: true,
      resubscribe: false,
      // A command that could not be sent now must not reach the house later.
      queueQoSZero: false,
    });
    this.#client.on("connect", () => this.#onConnect());
    this.#client.on("close", () => this.#onClose());
    this.#client.on("error", (error) => this.#onError(error));
    this.#client.on("message", (topic, payload) => this.#onMessage(topic, payload));
  }

  status(): GatewayStatus {
    const choice = this.#directory.choose();
    const known = "client" in choice ? choice : undefined;
    return {
      broker: { url: this.#config.mqtt.url, connected: this.#client.connected, error: this.#connectionError },
      gateway: {
        name: known === undefined ? undefined : gatewayName(known.client),
        state: this.#client.connected ? (known?.state ?? "unknown") : "unknown",
        version: known === undefined ? undefined : this.#directory.versionOf(known.client),
      },
      driverReady: this.#client.connected ? this.#directory.driverReady : undefined,
    };
  }

  /** Resolves when the connection is settled either way: connected and the gateway known, or failed. */
  async settled(signal?: AbortSignal): Promise<void> {
    const connecting = () => !this.#subscribed && this.#connectionError === undefined && !this.#closed;
    await this.#until(() => !connecting(), { timeoutMs: connectWaitMs, signal });
    const sinceSubscribed = () => performance.now() - this.#subscribedAt;
    if (this.#config.gatewayName === undefined && sinceSubscribed() < companyMs) {
      await pause(companyMs - sinceSubscribed(), signal);
    }
    const up = () => {
      const choice = this.#directory.choose();
      return "client" in choice && choice.state === "up";
    };
    const timeoutMs = Math.max(0, discoveryMs - sinceSubscribed());
    if (timeoutMs > 0) await this.#until(() => !this.#client.connected || up(), { timeoutMs, signal });
  }

  /** Calls one function of zwave-js-ui's API and resolves with its result; rejects with a GatewayError. */
  async request(
    functionName: string,
    args: readonly unknown[],
    { signal, timeoutMs = this.#config.requestTimeoutMs }: { signal?: AbortSignal; timeoutMs?: number } = {},
  ): Promise<unknown> {
    await this.settled(signal);
    if (signal?.aborted)
      throw new GatewayError("The request was cancelled.", { kind: "cancelled", sent: false });
    const client = this.#requireGateway();
    const correlationId = randomUUID();
    const answer = this.#pending.add(correlationId, {
      timeoutMs,
      signal,
      onTimeout: () =>
        `The Z-Wave gateway "${gatewayName(client)}" did not answer ${functionName} within ${timeoutMs / 1000} s.`,
    });
    const topic = `${this.#config.prefix}/_CLIENTS/${client}/api/${functionName}/set`;
    this.#client.publish(topic, JSON.stringify({ args, correlationId }), { qos: 0 }, (error) => {
      if (error === undefined || error === null) return;
      const message = `The request could not be sent to the MQTT broker: ${describeConnectionError(error)}.`;
      this.#pending.reject(correlationId, new GatewayError(message, { kind: "broker-down", sent: false }));
    });
    return answer;
  }

  /** Idempotent. Requests in flight are rejected, nothing reconnects afterwards. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#pending.rejectAll(
      () => new GatewayError("The server is shutting down.", { kind: "lost", sent: true }),
    );
    await this.#client.endAsync(true).catch(() => undefined);
  }

  #requireGateway(): string {
    if (!this.#client.connected || !this.#subscribed) {
      const { url } = this.#config.mqtt;
      const reason = this.#connectionError === undefined ? "" : ` (${this.#connectionError})`;
      throw new GatewayError(
        `The MQTT broker at ${url} is not connected${reason}. The server keeps reconnecting; check that the broker runs and that MQTT_URL and the credentials are right.`,
        { kind: "broker-down", sent: false },
      );
    }
    const choice = this.#directory.choose();
    if ("client" in choice) {
      if (choice.state !== "down") return choice.client;
      throw new GatewayError(
        `The Z-Wave gateway "${gatewayName(choice.client)}" (zwave-js-ui) is down: the broker reports it as disconnected. Start zwave-js-ui or check its MQTT settings.`,
        { kind: "gateway-down", sent: false },
      );
    }
    if (choice.reason === "several") {
      throw new GatewayError(
        `Several Z-Wave gateways are on this broker: ${choice.names.join(", ")}. Set ZWAVE_GATEWAY_NAME to one of them.`,
        { kind: "no-gateway", sent: false },
      );
    }
    throw new GatewayError(
      `No Z-Wave gateway (zwave-js-ui) has been seen on the broker at ${this.#config.mqtt.url} under the prefix "${this.#config.prefix}". Start zwave-js-ui, or check ZWAVE_PREFIX and ZWAVE_GATEWAY_NAME.`,
      { kind: "no-gateway", sent: false },
    );
  }

  #onConnect(): void {
    this.#logger.info({ broker: this.#config.mqtt.url }, "connected to the MQTT broker");
    this.#directory.forgetStates();
    const { prefix, gatewayName: configured } = this.#config;
    const choice = this.#directory.choose();
    // A configured name may hold a slash, which the wildcard would not match.
    const client = configured !== undefined && "client" in choice ? choice.client : "+";
    const topics = ["status", "version", "api/+"].map((tail) => `${prefix}/_CLIENTS/${client}/${tail}`);
    this.#client.subscribe([...topics, `${prefix}/driver/status`], { qos: 1 }, (error, granted) => {
      const refused = granted?.filter(({ qos }) => qos === 128).map(({ topic }) => topic) ?? [];
      if (error === null && refused.length === 0) {
        this.#subscribed = true;
        this.#subscribedAt = performance.now();
        this.#connectionError = undefined;
        this.#setReconnectDelay(500);
      } else {
        this.#connectionError =
          error === null
            ? `the broker refuses to let us read ${refused.join(", ")}`
            : describeConnectionError(error);
        this.#logger.error({ reason: this.#connectionError }, "cannot subscribe to the gateway's topics");
      }
      this.#notify();
    });
  }

  #onClose(): void {
    const wasConnected = this.#subscribed;
    this.#subscribed = false;
    if (this.#closed) return;
    if (wasConnected) {
      this.#connectionError = "the connection was lost";
      this.#logger.warn({ broker: this.#config.mqtt.url }, "lost the MQTT broker, reconnecting");
    }
    this.#setReconnectDelay(Math.min(this.#reconnectMs * 2, maximumReconnectMs));
    const message = `The connection to the MQTT broker at ${this.#config.mqtt.url} was lost before the gateway answered.`;
    this.#pending.rejectAll(() => new GatewayError(message, { kind: "lost", sent: true }));
    this.#connectionError ??= "the broker closed the connection";
    this.#notify();
  }

  #onError(error: Error): void {
    this.#connectionError = describeConnectionError(error);
    this.#logger.warn(
      { broker: this.#config.mqtt.url, reason: this.#connectionError },
      "cannot reach the MQTT broker",
    );
    this.#notify();
  }

  #onMessage(topic: string, payload: Buffer): void {
    const path = topic.slice(this.#config.prefix.length + 1);
    if (/^_CLIENTS\/.+\/api\/[^/]+$/.test(path)) {
      this.#onAnswer(topic, payload);
      return;
    }
    if (!this.#directory.learn(path, payload.toString("utf8"))) return;
    const choice = this.#directory.choose();
    if ("client" in choice && choice.state === "down") {
      const message = `The Z-Wave gateway "${gatewayName(choice.client)}" went down before it answered.`;
      this.#pending.rejectAll(() => new GatewayError(message, { kind: "lost", sent: true }));
    }
    this.#notify();
  }

  #onAnswer(topic: string, payload: Buffer): void {
    let parsed: unknown;
    try {
      parsed = JSON.parse(payload.toString("utf8"));
    } catch {
      this.#logger.warn({ topic, bytes: payload.length }, "an answer of the gateway is not JSON, ignored");
      return;
    }
    const answer = answerSchema.safeParse(parsed);
    // Answers to other programs pass here too; they lack our correlation id.
    if (!answer.success) return;
    const { success, message, result, origin } = answer.data;
    if (success) this.#pending.resolve(origin.correlationId, result);
    else {
      const reason = message ?? "no reason given";
      this.#pending.reject(origin.correlationId, new GatewayError(reason, { kind: "refused", sent: true }));
    }
  }

  #setReconnectDelay(milliseconds: number): void {
    this.#reconnectMs = milliseconds;
    // Spread, so that several clients of one broker do not come back in step.
    this.#client.options.reconnectPeriod = Math.round(milliseconds * (0.75 + Math.random() / 2));
  }

  #notify(): void {
    this.#changed.dispatchEvent(new Event("change"));
  }

  #until(
    condition: () => boolean,
    options: { timeoutMs: number; signal: AbortSignal | undefined },
  ): Promise<boolean> {
    return waitUntil(condition, { ...options, changes: this.#changed });
  }
}
