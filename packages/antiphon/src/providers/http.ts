import { ModelError } from "../errors.ts";
import { preview } from "../redaction.ts";
import { isRecord } from "../tools/tool.ts";

/** An answer that is not a success, with what it said. */
export class HttpFailure extends Error {
  override name = "HttpFailure";
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;

  constructor(response: Response, body: string) {
    super(`HTTP ${response.status}`);
    this.status = response.status;
    this.headers = response.headers;
    this.body = body;
  }
}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

export async function post(url: string, { headers, body, signal }: PostOptions): Promise<Response> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal,
  });
  return succeeded(response);
}

export async function succeeded(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new HttpFailure(response, (await response.text()).slice(0, 10_000));
}

/** Addresses are joined with a slash of ours. */
export function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}

/** A body to read chunk by chunk; an answer without one, or with a page for people, is refused. */
export function bodyOf(response: Response, provider: string): AsyncIterable<Uint8Array> {
  const type = response.headers.get("content-type") ?? "";
  if (!response.body || type.includes("text/html")) throw notTheApi(provider, type);
  return response.body;
}

/** Every provider's lines and events are JSON objects. */
export function parseJson(text: string, provider: string): Record<string, unknown> {
  let value: unknown;
  let cause: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    cause = error;
  }
  if (isRecord(value)) return value;
  throw new ModelError(
    `${provider} sent something that is not a JSON object: ${excerpt(text)}. What it said may be incomplete and is not used.`,
    { kind: "bad-response", cause },
  );
}

function excerpt(text: string): string {
  return isPage(text) ? "a page for people" : JSON.stringify(preview(text, 100));
}

/** HTML, as a proxy sends it. */
export function isPage(text: string): boolean {
  return /^\s*<(!doctype|html|head|body)\b/i.test(text);
}

/** The stream ended without the provider's own end mark: what arrived may be half of it. */
export function cutOff(provider: string): ModelError {
  return new ModelError(`The connection to ${provider} ended before its answer was complete. Try again.`, {
    kind: "bad-response",
  });
}

function notTheApi(provider: string, type: string): ModelError {
  return new ModelError(
    `${provider} answered with ${type || "nothing"} instead of its API. Check the base URL, and whether a proxy stands in between.`,
    {
      kind: "bad-response",
    },
  );
}

/** An error that the provider sent inside its stream. */
export function midStreamError(error: unknown, label: string): ModelError {
  const said = isRecord(error) ? (error["message"] ?? error["error"]) : error;
  return new ModelError(`${label} broke off: ${typeof said === "string" ? said : JSON.stringify(said)}`, {
    kind: "unavailable",
  });
}
