import { preview } from "../redaction.ts";
import { Failure } from "../tools/tool-failure.ts";
import { withoutCode } from "./connect-failure.ts";
import { exitText } from "./link.ts";
import type { Session } from "./session.ts";

const invalidParams: unknown = -32602;
const requestTimeout: unknown = -32001;

/** What is told when `tools/call` has no result: the server's own words wherever there are any. */
export function callFailure(
  error: unknown,
  { server, session }: { server: string; session: Session },
): Failure {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: Error };
  const message = error instanceof Error ? error.message : String(error);
  if (session.closed) {
    const { exit, stderr } = session.link;
    const why = [exit ? exitText(exit) : "connection closed", stderr.lastLine].filter(Boolean).join(": ");
    return new Failure(
      "network",
      `MCP server "${server}" went away during the call (${why}); it is not known whether the call took effect`,
      { cause: error },
    );
  }
  const words = withoutCode(message);
  if (code === requestTimeout) return new Failure("timeout", words, { cause: error });
  if (code === invalidParams) return new Failure("invalid-arguments", words, { cause: error });
  // The protocol's own errors are negative, HTTP's are its status.
  if (typeof code === "number" && code < 0) return new Failure("other", words, { cause: error });
  if (typeof code === "number")
    return new Failure(
      code >= 500 ? "network" : "other",
      `MCP server "${server}" answered with HTTP status ${code} (${preview(words)})`,
      { cause: error },
    );
  const detail = preview(cause?.message ? `${words}: ${cause.message}` : words);
  return new Failure(
    "network",
    `MCP server "${server}" could not be reached (${detail}); it is not known whether the call took effect`,
    { cause: error },
  );
}
