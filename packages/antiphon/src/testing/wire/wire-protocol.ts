import type { IncomingHttpHeaders } from "node:http";
import type { JsonObject } from "./json-value.ts";
import type { WireCallsStep, WireThinkingStep, WireTurn } from "./script.ts";
import type { WireFailure } from "./wire-failure.ts";

/** One provider's protocol, made anew for each server: what it has issued is its own state. */
export interface WireProtocol {
  /** Appended to the server's origin: the base URL that the provider's client wants. */
  readonly basePath: string;
  readonly framing: "sse" | "ndjson";
  readonly lineEnd: "\n" | "\r\n";
  /** The SSE event name of an error within the stream, where the provider has one. */
  readonly errorEvent?: string;
  /** Throws a WireRefusal in the provider's words when the key is not the expected one. */
  authorize(call: WireInquiry): void;
  /** Where the request goes; `undefined` for a path that the provider does not have. */
  route(call: WireInquiry): WireRoute | undefined;
  /** Examines a chat request as strictly as the provider does. Throws a WireRefusal. */
  examine(body: JsonObject, route: ChatRoute): void;
  /** What a chat request asks for. */
  order(body: JsonObject, route: ChatRoute): WireOrder;
  /** Makes the events of one streamed answer. */
  encode(turn: WireTurn, order: WireOrder): WireEncoder;
  /** The same turn as one JSON answer. */
  whole(turn: WireTurn, order: WireOrder): unknown;
  /** An error's JSON body; the same body goes into the stream when it is already under way. */
  failure(failure: WireFailure): unknown;
}

/** A request before its body is looked at. */
export interface WireInquiry {
  method: string;
  /** Path without query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

export interface ChatRoute {
  kind: "chat";
  /** Model and streaming where the path says them (Gemini). */
  model?: string;
  stream?: boolean;
}

/** A free endpoint: model list, version, health. `answer` may throw a WireRefusal. */
export interface SideRoute {
  kind: "side";
  answer(body: JsonObject): unknown;
}

export type WireRoute = ChatRoute | SideRoute;

export interface WireOrder {
  model: string;
  stream: boolean;
  body: JsonObject;
}

export interface WireEvent {
  /** The SSE event name, where the provider has one. */
  event?: string;
  /** A string goes out as it is, anything else as JSON. */
  data: unknown;
}

export interface WireEncoder {
  open(): Iterable<WireEvent>;
  text(chunk: string): Iterable<WireEvent>;
  thinking(step: WireThinkingStep): Iterable<WireEvent>;
  calls(step: WireCallsStep): Iterable<WireEvent>;
  ping(): Iterable<WireEvent>;
  close(): Iterable<WireEvent>;
}

/** What a server is started with, as its protocol sees it. */
export interface WireSettings {
  /** The accepted key; `undefined` accepts every one. */
  apiKey: string | undefined;
  /** The known models; `undefined` knows every one and lists a sample. */
  models: readonly string[] | undefined;
  /** Tells ids of one server from those of another. */
  salt: string;
  /** Ollama: what its models can do. */
  capabilities: readonly string[];
}

/** Counts from 1. */
export function counter(): () => number {
  let count = 0;
  return () => ++count;
}

export function knowsModel({ models }: Pick<WireSettings, "models">, model: string): boolean {
  return models === undefined || models.includes(model);
}

/** The key of an `Authorization: Bearer` header. */
export function bearerKey(headers: IncomingHttpHeaders): string | undefined {
  return /^Bearer (.*)$/i.exec(headers.authorization ?? "")?.[1];
}
