import { shorten } from "./shorten.ts";

/** Why a call has no result. */
export type FailureKind =
  | "unknown-tool"
  | "invalid-arguments"
  | "network"
  | "timeout"
  | "cancelled"
  | "refused"
  | "other";

export type ErrorFormat = "text" | "json";

/** A failed call, as the executor passes it on inside. Everything else that is thrown becomes one. */
export class Failure extends Error {
  override name = "Failure";
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, { cause }: { cause?: unknown } = {}) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** An error message is a sentence; one that is a flood must not reach the model. */
const maxMessageChars = 10_000;

const networkCodes = new Set([
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ERR_SOCKET_CLOSED",
  "ETIMEDOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_SOCKET",
]);
const timeoutCodes = new Set(["ETIMEOUT", "ERR_TIMEOUT", "TimeoutError", "ABORT_ERR_TIMEOUT"]);
const networkWords =
  /\b(fetch failed|network error|socket hang up|connection (refused|reset|closed)|getaddrinfo)\b/i;

/** Any thrown thing, an Error or not, as a failure. Never throws, whatever its getters do. */
export function toFailure(thrown: unknown, tool: string): Failure {
  if (isFailure(thrown)) return thrown;
  const message = messageOf(thrown);
  const kind = kindOf(thrown, message);
  if (kind === "network") {
    return new Failure(kind, `The service behind "${tool}" is unavailable (${message}).`, { cause: thrown });
  }
  return new Failure(kind, message, { cause: thrown });
}

/** What the model reads. */
export function failureContent(failure: Failure, format: ErrorFormat): string {
  const message = shorten(failure.message, maxMessageChars);
  return format === "json" ? JSON.stringify({ error: message }) : `Error: ${message}`;
}

function isFailure(thrown: unknown): thrown is Failure {
  try {
    return thrown instanceof Failure;
  } catch {
    // A proxy may throw even here.
    return false;
  }
}

// Codes and types decide before words do: a message is written for people and may say anything.
function kindOf(thrown: unknown, message: string): FailureKind {
  for (const error of causes(thrown)) {
    const code = read(error, "code");
    const name = read(error, "name");
    if (typeof code === "string" && networkCodes.has(code)) return "network";
    if (typeof code === "string" && timeoutCodes.has(code)) return "timeout";
    if (name === "TimeoutError") return "timeout";
    if (name === "AbortError") return "cancelled";
    if (code === -32602 || name === "ZodError" || constructorName(error) === "ToolInputParsingException") {
      return "invalid-arguments";
    }
    if (code === -32001) return "timeout";
    if (code === -32000) return "network";
  }
  return networkWords.test(message) ? "network" : "other";
}

function* causes(thrown: unknown): Generator<object> {
  let error = thrown;
  for (let depth = 0; depth < 5 && typeof error === "object" && error !== null; depth++) {
    yield error;
    error = read(error, "cause");
  }
}

function messageOf(thrown: unknown): string {
  const own = typeof thrown === "object" && thrown !== null ? read(thrown, "message") : undefined;
  const text = typeof own === "string" ? own : describe(thrown);
  return (
    withoutStack(text)
      .replace(/^(Error:\s*)+/, "")
      .trim() || "The tool failed without a message."
  );
}

function describe(thrown: unknown): string {
  if (thrown === undefined || thrown === null || typeof thrown === "function") return "";
  if (typeof thrown === "string") return thrown;
  if (typeof thrown === "symbol" || typeof thrown === "bigint") return thrown.toString();
  try {
    const json = JSON.stringify(thrown);
    return json === undefined || json === "{}" ? "" : json;
  } catch {
    return "";
  }
}

/** Lines such as "    at run (file.js:1:2)" help a developer and nobody else; they stay in the log. */
function withoutStack(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^\s*at .+(:\d+:\d+\)?|\(<anonymous>\)|\(native\))$/.test(line))
    .join("\n");
}

function read(object: object, key: string): unknown {
  try {
    return (object as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

function constructorName(object: object): unknown {
  const constructor = read(object, "constructor");
  return typeof constructor === "function" ? read(constructor, "name") : undefined;
}
