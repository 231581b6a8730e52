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
  /** "The speech service at https://host/v1/audio/speech" */
  readonly service: string;
  readonly model: string;
  readonly status: number;
  /** What the service wrote. */
  readonly body: string;
  /** Never repeated, even when the service does. */
  readonly key: string | undefined;
}

export function refusalError({ service, model, status, body, key }: Refusal): SpeechServiceError {
  const own = wordsOf(body);
  const said = own === "" ? "" : ` It says "${key ? own.replaceAll(key, "[key]") : own}".`;
  return new SpeechServiceError(`${service} ${adviceFor(status, model)}${said}`, { status });
}

function adviceFor(status: number, model: string): string {
  switch (status) {
    case 401:
    case 403:
      return `does not accept the key (${status}). Check the key for text to speech.`;
    case 404:
      return `was not found, or does not know the model "${model}" (404). Check the address and the model.`;
    case 429:
      return "is asked too often, or its quota is used up (429). Try again later.";
    default:
      return status >= 500
        ? `failed (${status}). Try again later.`
        : `refused to speak (${status}). Check the model and the voice.`;
  }
}

/** The message of an error body, shortened; nothing when it is a page. */
function wordsOf(body: string): string {
  const text = body.trim();
  if (text.startsWith("<")) return "";
  return (messageIn(text) ?? text)
    .replace(/\s+/g, " ")
    .replace(/\p{Cc}/gu, "")
    .slice(0, 200);
}

function messageIn(text: string): string | undefined {
  try {
    const { error, message, detail } = JSON.parse(text) as Record<string, unknown>;
    const candidates = [(error as { message?: unknown } | null | undefined)?.message, error, message, detail];
    return candidates.find((candidate) => typeof candidate === "string");
  } catch {
    return undefined;
  }
}
