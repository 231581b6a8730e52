import type { ServerResponse } from "node:http";
import type { AnswerWriter } from "./answer-writer.ts";
import type { WireFailure } from "./wire-failure.ts";
import type { WireProtocol } from "./wire-protocol.ts";

/** Sends one JSON answer; a string goes out as plain text. */
export function sendJson(
  response: ServerResponse,
  { status = 200, body }: { status?: number; body: unknown },
): void {
  if (typeof body === "string") {
    response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(body);
  } else {
    response
      .writeHead(status, { "content-type": "application/json; charset=utf-8" })
      .end(JSON.stringify(body));
  }
}

/** Sends an HTTP error in the provider's form. */
export function sendFailure(
  response: ServerResponse,
  { protocol, failure }: { protocol: WireProtocol; failure: WireFailure },
): void {
  if (failure.retryAfter !== undefined) response.setHeader("retry-after", String(failure.retryAfter));
  sendJson(response, { status: failure.status, body: protocol.failure(failure) });
}

const page =
  "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1><p>The proxy could not reach the server.</p></body></html>\n";

/** A proxy's page instead of an answer; within a stream that is under way, only its bytes. */
export async function sendPage(
  response: ServerResponse,
  { writer, status }: { writer?: AnswerWriter; status: true | number },
): Promise<void> {
  if (writer?.started) {
    await writer.write(page);
    response.end();
  } else {
    response
      .writeHead(status === true ? 502 : status, { "content-type": "text/html; charset=utf-8" })
      .end(page);
  }
}
