import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { ModelError } from "../errors.ts";
import { preview } from "../redaction.ts";
import { isRecord } from "../tools/tool.ts";

/** An answer that is not a success, with what it said. */
export class HttpFailure extends Error {
  override name = "HttpFailure";
  readonly status: number;
  readonly headers: HttpAnswer["headers"];
  readonly body: string;

  constructor({ status, headers }: HttpAnswer, body: string) {
    super(`HTTP ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/** What readers need of an answer. `Response` is one too. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
  text(): Promise<string>;
}

/**
 * Node's own client with its global agent, not `fetch`: half of the CPU time of a short conversation was spent
 * in fetch's request objects and web streams.
 */
export async function post(url: string, { headers, body, signal }: PostOptions): Promise<HttpAnswer> {
  const text = JSON.stringify(body);
  const send = (mayRepeat: boolean): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const request = (url.startsWith("https:") ? requestHttps : requestHttp)(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...headers,
          "content-length": Buffer.byteLength(text),
        },
        signal,
      });
      request.once("response", resolve);
      request.once("error", (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection at the very moment it was used again: nothing was read.
        if (mayRepeat && request.reusedSocket && error.code === "ECONNRESET" && !signal.aborted)
          resolve(send(false));
        else reject(error);
      });
      request.end(text);
    });
  return succeeded(answerOf(await send(true)));
}

function answerOf(message: IncomingMessage): HttpAnswer {
  return {
    status: message.statusCode ?? 0,
    headers: {
      get: (name) => {
        const value = message.headers[name.toLowerCase()];
        return Array.isArray(value) ? value.join(", ") : (value ?? null);
      },
    },
    body: message,
    text: async () => {
      const parts: Uint8Array[] = [];
      for await (const part of message) parts.push(part as Uint8Array);
      return Buffer.concat(parts).toString();
    },
  };
}

export async function succeeded<T extends HttpAnswer>(answer: T): Promise<T> {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new HttpFailure(answer, (await answer.text()).slice(0, 10_000));
}

/** Addresses are joined with a slash of ours. */
export function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}

/** A body to read chunk by chunk; an answer without one, or with a page for people, is refused. */
export function bodyOf(response: HttpAnswer, provider: string): AsyncIterable<Uint8Array> {
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
