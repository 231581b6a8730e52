import { fieldsOf, parseFields, stringOf } from "./json-fields.ts";

/** The gateway answered, and the answer was no. */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  readonly status: number;

  constructor(message: string, { status }: { status: number }) {
    super(message);
    this.status = status;
  }

  /** Asking again later may help. */
  get temporary(): boolean {
    return this.status >= 500 || this.status === 429 || this.status === 408;
  }
}

export async function gatewayError(response: Response): Promise<GatewayError> {
  const text = await response.text().catch(() => "");
  const said = stringOf(fieldsOf(parseFields(text)?.["error"])?.["message"]);
  return new GatewayError(said || statusSentence(response.status), { status: response.status });
}

/** Any failure as a sentence for the person in front of the page. */
export function failureSentence(error: unknown): string {
  if (error instanceof GatewayError) return error.message;
  return "The gateway cannot be reached. Is it still running?";
}

function statusSentence(status: number): string {
  if (status === 401 || status === 403)
    return "The gateway does not let this page in. Open it again from the address the gateway printed.";
  if (status === 404) return "The gateway does not know this any more.";
  if (status === 413) return "That message is too long for the gateway.";
  if (status === 429) return "The gateway has too much to do right now. Try again in a moment.";
  if (status === 502 || status === 503 || status === 504) return "The gateway is not ready yet.";
  return `The gateway answered with an error (${status}).`;
}
