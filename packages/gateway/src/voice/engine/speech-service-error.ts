import { z } from "zod";
import { firstSentence } from "./first-sentence.ts";

/** A speech service that does not do what it should. The message is a sentence for people and holds no key. */
export class SpeechServiceError extends Error {
  override readonly name = "SpeechServiceError";
  /** The HTTP status, when the service answered with a refusal. */
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.status = status;
  }
}

export interface Refusal {
  /** "The speech service at http://localhost:8000" */
  readonly service: string;
  readonly purpose: "speech to text" | "text to speech";
  readonly model: string;
  readonly status: number;
  /** What the service wrote. */
  readonly body: string;
  /** Never repeated, even when the service does. */
  readonly key: string | undefined;
}

/** An answer that is not a success, in a sentence. */
export function refusalError({ service, purpose, model, status, body, key }: Refusal): SpeechServiceError {
  const words = wordsOf(body);
  const said = words && ` It says: ${key ? words.replaceAll(key, "[key]") : words}`;
  return new SpeechServiceError(`${service} ${adviceFor(status, { purpose, model })}${said}`, { status });
}

/** A request that got no whole answer, in a sentence. */
export function unreachable(service: string, error: unknown): SpeechServiceError {
  const { message, cause } = error as { message?: unknown; cause?: { code?: unknown } };
  if (message === "terminated")
    return new SpeechServiceError(`${service} broke off before its answer was complete.`, { cause: error });
  const code = typeof cause?.code === "string" ? ` (${cause.code})` : "";
  return new SpeechServiceError(`${service} cannot be reached${code}. Is it running?`, { cause: error });
}

function adviceFor(status: number, { purpose, model }: Pick<Refusal, "purpose" | "model">): string {
  switch (status) {
    case 401:
    case 403:
      return `does not accept the key (${status}). Check the key for ${purpose}.`;
    case 404:
      return `was not found, or does not know the model "${model}" (404). Check the address and the model.`;
    case 413:
      return "says that this was too much at once (413).";
    case 429:
      return "is asked too often, or its quota is used up (429). Try again later.";
    default:
      return status >= 500
        ? `failed (${status}). Try again later.`
        : `refused (${status}). Check the model "${model}" and the settings for ${purpose}.`;
  }
}

const errorBody = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);

/** The message of an error body as a sentence; nothing when it is a page. */
function wordsOf(body: string): string {
  if (/^\s*</.test(body)) return "";
  const message = errorBody.safeParse(jsonOf(body));
  return firstSentence(message.success ? message.data : body);
}

/** Undefined for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
