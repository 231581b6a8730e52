import { ModelError, type ModelErrorKind } from "../errors.ts";
import { preview } from "../redaction.ts";
import { isRecord } from "../tools/tool.ts";
import { isPage } from "./http.ts";
import type { ProviderFacts } from "./provider-facts.ts";

/** Whatever a request threw, as one sentence that says what to do. */
export function toModelError(error: unknown, facts: ProviderFacts): ModelError {
  if (error instanceof ModelError) return error;
  const status = statusOf(error);
  const said = saidBy(error);
  const [kind, message] =
    status === undefined ? withoutAnswer(error, facts) : withAnswer(status, said, facts);
  return new ModelError(message, { kind, status, retryAfterMs: retryAfter(error), cause: error });
}

/** How servers say that nothing is served at an address, in contrast to a model they do not have. */
const noSuchPath =
  /^$|unknown path|invalid url|page not found|no route|^(404 )?"?not found"?\.?$|status code \(no body\)/i;

type Verdict = readonly [ModelErrorKind, string];

function withAnswer(
  status: number,
  said: string,
  { label, model, keyName, baseUrl, fetchModel }: ProviderFacts,
): Verdict {
  if (isPage(said) || /^\d{3} *<(!doctype|html)/i.test(said)) {
    return [
      status >= 500 ? "unavailable" : "bad-response",
      `${label} answered with a page for people (HTTP ${status}) instead of its API. Check the base URL ${baseUrl}, and whether a proxy stands in between.`,
    ];
  }
  const words = said ? `: ${said}` : ".";
  if (status === 401 || status === 403 || (status === 400 && /api.?key not valid/i.test(said))) {
    return ["authentication", `${label} refused the API key. Check ${keyName ?? "apiKey"}${words}`];
  }
  if (status === 404 && noSuchPath.test(said)) {
    return ["bad-response", `There is no ${label} API at ${baseUrl}. Check the base URL.`];
  }
  if (
    status === 404 ||
    (status === 400 && /model/i.test(said) && /not (found|exist|supported)|unknown|invalid model/i.test(said))
  ) {
    return [
      "model-not-found",
      `${label} does not know the model "${model}"${fetchModel ? `. Run: ${fetchModel(model)}` : ". Check its name"} (${said || "404"}).`,
    ];
  }
  if (status === 429)
    return ["rate-limit", `${label} has had too many requests. Wait, or use another model${words}`];
  if (status >= 500)
    return ["unavailable", `${label} is not available now (HTTP ${status}). Try again later${words}`];
  return ["bad-request", `${label} refused the request (HTTP ${status})${words}`];
}

function withoutAnswer(error: unknown, { label, baseUrl, start }: ProviderFacts): Verdict {
  const code = codeOf(error);
  if (code)
    return [
      "unreachable",
      `${label} cannot be reached at ${baseUrl} (${code}). ${start ?? "Check the base URL and the network"}.`,
    ];
  const message = error instanceof Error ? error.message : String(error);
  if (/aborted|terminated|other side closed|premature|socket/i.test(message)) {
    return ["bad-response", `The connection to ${label} broke off in mid-answer. Try again.`];
  }
  if (/fetch failed|connection error/i.test(message))
    return [
      "unreachable",
      `${label} cannot be reached at ${baseUrl}. ${start ?? "Check the base URL and the network"}.`,
    ];
  // Of fetch's own TypeErrors each has a cause: this one came from reading the answer.
  if (error instanceof TypeError && error.cause === undefined)
    return [
      "bad-response",
      `${label} sent an answer that is not in the form of its API. Check the base URL ${baseUrl}.`,
    ];
  return ["other", `${label} failed: ${preview(message, 300)}`];
}

function statusOf(error: unknown): number | undefined {
  const status = isObject(error) ? error["status"] : undefined;
  return typeof status === "number" ? status : undefined;
}

/** The provider's own words, from the body in any of the shapes they use. */
function saidBy(error: unknown): string {
  if (!isObject(error)) return "";
  const body = typeof error["body"] === "string" ? error["body"] : undefined;
  const said =
    body === undefined
      ? (messageIn(error["error"]) ?? error["message"])
      : (messageIn(safeParse(body)) ?? body);
  return typeof said === "string" ? preview(said.trim(), 300) : "";
}

function messageIn(body: unknown): string | undefined {
  if (Array.isArray(body)) return messageIn(body[0]);
  if (!isRecord(body)) return undefined;
  const { error, message, detail } = body;
  if (typeof error === "string") return error;
  if (typeof message === "string") return message;
  if (isRecord(error)) return messageIn(error);
  return detail === undefined ? undefined : JSON.stringify(detail);
}

function safeParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string | undefined {
  for (let current = error, depth = 0; isObject(current) && depth < 5; current = current["cause"], depth++) {
    const { code } = current;
    if (
      typeof code === "string" &&
      /^(E[A-Z]+|UND_ERR_CONNECT_TIMEOUT|CERT_|DEPTH_|SELF_)/.test(code) &&
      code !== "ECONNRESET" &&
      code !== "EPIPE"
    )
      return code;
  }
  return undefined;
}

/** `Retry-After` in seconds or as a date, OpenAI's and Anthropic's `retry-after-ms`, or Google's `retryDelay`. */
function retryAfter(error: unknown): number | undefined {
  const headers = isObject(error) ? error["headers"] : undefined;
  const read = (name: string): string | null | undefined =>
    isRecord(headers)
      ? typeof headers["get"] === "function"
        ? (headers as unknown as Headers).get(name)
        : (headers[name] as string | undefined)
      : undefined;
  const milliseconds = Number(read("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const body = isObject(error) ? error["body"] : undefined;
  const inBody = typeof body === "string" ? /"retryDelay":\s*"([\d.]+)s"/.exec(body)?.[1] : undefined;
  const value = read("retry-after") ?? inBody;
  if (!value) return undefined;
  const seconds = Number(value);
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
