import type { Driver } from "zwave-js";
import type { Logger } from "../logger.ts";
import { answerApiRequest, type ApiContext } from "./api.ts";
import type { MirrorEvent } from "./mirror-events.ts";
import { MqttLink } from "./mqtt-link.ts";
import { NodeMirror, type NodeMirrorOptions } from "./node-mirror.ts";
import { optionsFromPayload, parsePayload, valueFromPayload } from "./payload.ts";
import { clientName, nodeTopic, type TopicOptions, valueTopic } from "./topics.ts";
import type { UiNode } from "./ui-node.ts";
import type { UiValue } from "./ui-value.ts";
import { writeValue } from "./write-value.ts";

const imitatedVersion = "11.22.2";

export interface GatewayOptions {
  brokerUrl: string;
  gatewayName: string;
  prefix: string;
  topics: TopicOptions;
  /** zwave-js-ui's setting "Publish node details": `…/nodeinfo` beside every node status. */
  nodeDetails: boolean;
  /** zwave-js-ui's setting "Send Z-Wave events": everything under `_EVENTS`. */
  events: boolean;
  reconnectMs: number;
  namesOf: NodeMirrorOptions["namesOf"];
  listedOnly: (mirror: NodeMirror) => UiNode[];
  logger: Logger;
}

/** Between the driver and the broker, topic for topic what zwave-js-ui is. */
export class Gateway {
  readonly link: MqttLink;
  readonly clientTopic: string;
  readonly #client: string;
  readonly #mirror: NodeMirror;
  readonly #options: GatewayOptions;
  readonly #context: ApiContext;
  /** Which value a write topic means. It keeps topics of former names and learns new ones when they are used. */
  readonly #writable = new Map<string, UiValue>();

  constructor(driver: Driver, options: GatewayOptions) {
    this.#options = options;
    this.#client = clientName(options.gatewayName);
    this.clientTopic = `${options.prefix}/_CLIENTS/${this.#client}`;
    this.link = new MqttLink(options.brokerUrl, {
      clientId: this.#client,
      clientTopic: this.clientTopic,
      version: imitatedVersion,
      reconnectMs: options.reconnectMs,
      onMessage: (topic, payload) => this.#receive(topic, payload),
      logger: options.logger,
    });
    this.#mirror = new NodeMirror(driver, { namesOf: options.namesOf, tell: (event) => this.#tell(event) });
    this.#context = {
      driver,
      mirror: this.#mirror,
      logger: options.logger,
      listedOnly: () => options.listedOnly(this.#mirror),
    };
  }

  /** Like zwave-js-ui it says that the driver is gone and leaves its own status as it was. */
  async close(): Promise<void> {
    this.#mirror.close();
    await this.link.close();
  }

  async crash(): Promise<void> {
    await this.link.crash();
    this.#mirror.close();
  }

  #tell(event: MirrorEvent): void {
    switch (event.type) {
      case "driver-status":
        return this.#publish("driver/status", event.ready);
      case "node-status":
        return this.#publishStatus(event.node);
      case "node-last-active":
        return this.#publish(`${nodeTopic(event.node, this.#options.topics)}/lastActive`, {
          time: Date.now(),
          value: event.node.lastActive,
        });
      case "value-changed":
        return this.#publishValue(event.node, event.value);
      case "driver-event": {
        if (!this.#options.events) return;
        const name = event.name.replaceAll(" ", "_");
        const topic = `_EVENTS/${this.#client}/${event.source}/${name}`;
        return this.#publish(topic, { data: event.data }, { retain: false });
      }
    }
  }

  #publishStatus(node: UiNode): void {
    const topic = nodeTopic(node, this.#options.topics);
    const { available: value, status, id: nodeId } = node;
    this.#publish(`${topic}/status`, { time: Date.now(), value, status, nodeId });
    if (!this.#options.nodeDetails) return;
    const { groups: _groups, hassDevices: _hassDevices, values: _values, ...details } = node;
    this.#publish(`${topic}/nodeinfo`, details);
  }

  #publishValue(node: UiNode, value: UiValue): void {
    const topic = valueTopic(node, value, this.#options.topics);
    const target = value.targetValue ? node.values[value.targetValue] : undefined;
    if ((value.writeable || value.targetValue) && !this.#writable.has(topic)) {
      const levels = topic.split("/").map(() => "+");
      this.link.subscribe([this.#options.prefix, ...levels, "set"].join("/"));
      this.#writable.set(topic, target ?? value);
    }
    // What a node sent before it was ready comes from the cache, and a button press must not be repeated.
    if (value.stateless && !node.ready) return;
    this.#publish(topic, { time: value.lastUpdate, value: value.value }, { retain: !value.stateless });
  }

  #publish(topic: string, data: unknown, options?: { retain: boolean }): void {
    this.link.publish(`${this.#options.prefix}/${topic}`, data, options);
  }

  #receive(topic: string, text: string): void {
    if (!topic.startsWith(`${this.#options.prefix}/`) || !topic.endsWith("/set")) return;
    const own = topic.slice(this.#options.prefix.length + 1, -"/set".length);
    const [first, client, action, name] = own.split("/");
    const payload = parsePayload(text);
    if (first !== "_CLIENTS") return void this.#write(own, payload);
    if (client === this.#client && action === "api" && name) void this.#answer(own, { name, payload });
  }

  async #answer(topic: string, { name, payload }: { name: string; payload: unknown }): Promise<void> {
    const answer = await answerApiRequest(name, payload, this.#context);
    if (answer) this.#publish(topic, answer, { retain: false });
  }

  async #write(topic: string, payload: unknown): Promise<void> {
    const target = this.#writable.get(topic);
    if (!target || !this.#mirror.ready) return;
    const value = valueFromPayload(payload, target);
    if (value === null) return;
    await writeValue(target as object, { value, options: optionsFromPayload(payload) }, this.#context);
  }
}
