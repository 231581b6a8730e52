import type { ContentfulStatusCode } from "hono/utils/http-status";

/** An answer that is an error: a status, a code for programs, one sentence for people. */
export class HttpProblem extends Error {
  override name = "HttpProblem";
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    { message, ...details }: { message: string; [detail: string]: unknown },
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** OpenAI's clients read `type` and `param` beside what everybody gets. */
export function problemBody({ status, code, message, details }: HttpProblem, path: string): object {
  if (!path.startsWith("/v1/")) return { error: { code, message, ...details } };
  const type = status >= 500 ? "server_error" : status === 429 ? "rate_limit_error" : "invalid_request_error";
  return { error: { message, type, param: null, code, ...details } };
}
