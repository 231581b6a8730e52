import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropicWire } from "./anthropic.ts";
import { cohereWire } from "./cohere.ts";
import { googleWire } from "./google.ts";
import { isJsonObject, parseJson } from "./json-value.ts";
import { mistralWire } from "./mistral.ts";
import { ollamaWire } from "./ollama.ts";
import { openAIWire } from "./openai.ts";
import { playTurn } from "./play-turn.ts";
import type { WireTurn } from "./script.ts";
import { sendFailure, sendJson } from "./send-answer.ts";
import { sendWholeTurn } from "./send-whole-turn.ts";
import { refuse, WireRefusal } from "./wire-failure.ts";
import type { WireProtocol, WireSettings } from "./wire-protocol.ts";

const protocols = new Map<string, (settings: WireSettings) => WireProtocol>([
  ["openai", openAIWire],
  ["anthropic", anthropicWire],
  ["google", googleWire],
  ["ollama", ollamaWire],
  ["cohere", cohereWire],
  ["mistral", mistralWire],
]);

export const wireProtocolNames = ["openai", "anthropic", "google", "ollama", "cohere", "mistral"] as const;

export type WireProtocolName = (typeof wireProtocolNames)[number];

export interface WireServerOptions {
  /**
   * What the model says, one turn for each chat request that passes the examination; or a function that decides. A
   * request beyond the last turn is answered with status 400.
   * @default []
   */
  turns?: readonly WireTurn[] | ((request: WireRequest) => WireTurn);
  /** The only accepted key; `null` accepts every request. @default "test-key"; null for Ollama, which has none */
  apiKey?: string | null;
  /** The models that exist. @default every name is known, and the list shows a sample */
  models?: readonly string[];
  /** Whether requests are examined as strictly as the provider does it. @default true */
  examine?: boolean;
  /** Cuts the bytes of every streamed answer into pieces of this size. A turn's own value goes first. */
  splitBytes?: number;
  /** Line end of the event stream. A turn's own value goes first. @default the provider's */
  lineEnd?: "\n" | "\r\n" | "\r";
  /** Ollama: what its models can do. @default ["completion", "tools", "thinking"] */
  capabilities?: readonly string[];
}

/** A request as it arrived, and what became of it. */
export interface WireRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body; `undefined` when it is not JSON. */
  readonly body: unknown;
  readonly text: string;
  /** The status of the answer; `undefined` until there is one. */
  readonly status: number | undefined;
  /** Why the request was refused, in the provider's words. */
  readonly refusal: string | undefined;
  /** `closed-early`: the client went away before the end. `cut`: the script destroyed the connection. */
  readonly outcome: "open" | "ended" | "closed-early" | "cut";
}

export interface WireServer {
  readonly protocol: WireProtocolName;
  /** The base URL as this provider's client wants it. */
  readonly url: string;
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** Chat requests in order of arrival, refused ones included. */
  readonly requests: readonly WireRequest[];
  /** All other requests: model lists, health. */
  readonly sideRequests: readonly WireRequest[];
  /** Chat requests whose answer the client closed before its end. */
  readonly closedEarly: readonly WireRequest[];
  /** Turns that no request has used yet; 0 for a function. */
  readonly turnsLeft: number;
  enqueue(...turns: WireTurn[]): void;
  /** Ends everything at once, answers under way too. Idempotent. */
  close(): Promise<void>;
}

type RecordedRequest = Omit<WireRequest, "refusal"> & { refusal: string | undefined };

/** Starts a real HTTP server on loopback that speaks a provider's protocol and plays a script. */
export async function startWireServer(
  name: WireProtocolName,
  options: WireServerOptions = {},
): Promise<WireServer> {
  const create = protocols.get(name);
  if (!create) throw new Error(`No wire protocol "${name}". Known: ${wireProtocolNames.join(", ")}`);
  const protocol = create(settingsOf(name, options));
  const script = typeof options.turns === "function" ? options.turns : undefined;
  const queue = typeof options.turns === "function" ? [] : [...(options.turns ?? [])];
  const requests: RecordedRequest[] = [];
  const sideRequests: RecordedRequest[] = [];

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    let severed = false;
    const sever = (): void => {
      severed = true;
      response.destroy();
    };
    const request = await readRequest(incoming, { response, isSevered: () => severed });
    const url = new URL(request.path, "http://localhost");
    const call = {
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
    };
    const route = protocol.route(call);
    (route?.kind === "chat" ? requests : sideRequests).push(request);
    try {
      if (!route)
        throw new WireRefusal({ status: 404, message: `Unknown path: ${call.method} ${call.path}` });
      protocol.authorize(call);
      const body = request.text === "" && route.kind === "side" ? {} : request.body;
      if (!isJsonObject(body)) refuse("The request body is not a JSON object.");
      if (route.kind === "side") return sendJson(response, { body: route.answer(body) });
      if (options.examine !== false) protocol.examine(body, route);
      const turn = script ? script(request) : queue.shift();
      if (!turn) refuse(`The script has no turn left for chat request ${requests.length}.`);
      const order = protocol.order(body, route);
      const { splitBytes = options.splitBytes, lineEnd = options.lineEnd } = turn;
      const play = order.stream ? playTurn : sendWholeTurn;
      await play(response, { protocol, turn, order, splitBytes, lineEnd, sever });
    } catch (error) {
      if (!(error instanceof WireRefusal)) throw error;
      request.refusal = error.message;
      sendFailure(response, { protocol, failure: error.failure });
    }
  };

  const server = createServer((incoming, response) => {
    // A request that breaks off and a gate that rejects end the connection; the script has nothing else to say.
    answer(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let closing: Promise<void> | undefined;

  return {
    protocol: name,
    url: origin + protocol.basePath,
    origin,
    requests,
    sideRequests,
    get closedEarly() {
      return requests.filter(({ outcome }) => outcome === "closed-early");
    },
    get turnsLeft() {
      return queue.length;
    },
    enqueue: (...turns) => void queue.push(...turns),
    close: () =>
      (closing ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      })),
  };
}

function settingsOf(name: WireProtocolName, options: WireServerOptions): WireSettings {
  const usualKey = name === "ollama" ? null : "test-key";
  const apiKey = options.apiKey === undefined ? usualKey : options.apiKey;
  return {
    apiKey: apiKey ?? undefined,
    models: options.models,
    salt: randomUUID(),
    capabilities: options.capabilities ?? ["completion", "tools", "thinking"],
  };
}

interface Answered {
  response: ServerResponse;
  isSevered: () => boolean;
}

async function readRequest(
  incoming: IncomingMessage,
  { response, isSevered }: Answered,
): Promise<RecordedRequest> {
  const { method = "GET", url: path = "/", headers } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return {
    method,
    path,
    headers,
    text,
    body: parseJson(text),
    refusal: undefined,
    get status() {
      return response.headersSent ? response.statusCode : undefined;
    },
    get outcome() {
      if (response.writableFinished) return "ended";
      if (isSevered()) return "cut";
      return response.closed ? "closed-early" : "open";
    },
  };
}
