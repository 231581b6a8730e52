import mqtt from "mqtt";
import type { FakeNode, FakeValue } from "./nodes.ts";

type Answer = { success: boolean; message?: string; result?: unknown };
type Handler = (args: unknown[], gateway: FakeGateway) => Answer | Promise<Answer> | undefined;

export interface FakeGatewayOptions {
  brokerUrl: string;
  nodes: FakeNode[];
  /** @default "fake" */
  name?: string;
  /** API functions that behave otherwise than a good gateway's; undefined means: no answer. */
  api?: Record<string, Handler>;
}

/** Speaks zwave-js-ui's API topics for a list of nodes, and can be told to misbehave. */
export class FakeGateway {
  readonly nodes: FakeNode[];
  /** The functions called so far, in order. */
  readonly calls: { name: string; args: unknown[] }[] = [];
  readonly #client: mqtt.MqttClient;
  readonly #topic: string;
  readonly #api: Map<string, Handler>;

  static async start({
    brokerUrl,
    nodes,
    name = "fake",
    api = {},
  }: FakeGatewayOptions): Promise<FakeGateway> {
    const topic = `zwave/_CLIENTS/ZWAVE_GATEWAY-${name}`;
    const will = {
      topic: `${topic}/status`,
      payload: Buffer.from('{"value":false}'),
      retain: true,
      qos: 1 as const,
    };
    const client = await mqtt.connectAsync(brokerUrl, { protocolVersion: 4, reconnectPeriod: 50, will });
    const gateway = new FakeGateway(client, { topic, nodes, api });
    const announce = async () => {
      await client.subscribeAsync(`${topic}/api/+/set`);
      await client.publishAsync(`${topic}/status`, '{"value":true}', { retain: true, qos: 1 });
    };
    client.on("connect", () => void announce().catch(() => undefined));
    client.on("error", () => undefined);
    await announce();
    return gateway;
  }

  private constructor(
    client: mqtt.MqttClient,
    { topic, nodes, api }: { topic: string; nodes: FakeNode[]; api: Record<string, Handler> },
  ) {
    this.#client = client;
    this.#topic = topic;
    this.nodes = nodes;
    this.#api = new Map(Object.entries(api));
    client.on("message", (path, payload) => void this.#onRequest(path, payload.toString()));
  }

  /** Publishes anything below the gateway's own topic. */
  async publish(tail: string, payload: string, { retain = false } = {}): Promise<void> {
    await this.#client.publishAsync(`${this.#topic}/${tail}`, payload, { retain, qos: 1 });
  }

  find({ nodeId, commandClass, endpoint, property }: FakeValue): FakeValue | undefined {
    const node = this.nodes.find(({ id }) => id === nodeId);
    return node?.values[`${commandClass}-${endpoint}-${property}`];
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true);
  }

  async #onRequest(path: string, payload: string): Promise<void> {
    const name = /\/api\/([^/]+)\/set$/.exec(path)?.[1] ?? "";
    const origin = JSON.parse(payload) as { args: unknown[] };
    this.calls.push({ name, args: origin.args });
    const answer = await (this.#api.get(name) ?? obey(name))(origin.args, this);
    if (answer === undefined) return;
    await this.publish(`api/${name}`, JSON.stringify({ ...answer, args: origin.args, origin })).catch(
      () => undefined,
    );
  }
}

/** What a good gateway with good devices does. */
function obey(name: string): Handler {
  return ([address, value], gateway) => {
    if (name === "getNodes") return { success: true, result: gateway.nodes };
    if (name === "pollValue") return { success: true, result: gateway.find(address as FakeValue)?.value };
    if (name === "pingNode") return { success: true, result: true };
    if (name !== "writeValue") return { success: false, message: "Unknown API" };
    const target = address as FakeValue;
    const current = gateway.find({ ...target, property: "currentValue" });
    if (current === undefined) return { success: true, result: { status: 2 } };
    current["value"] = value === 255 ? 99 : value;
    return { success: true, result: { status: 255 } };
  };
}
