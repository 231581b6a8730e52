import type { HttpServer } from "./config.ts";
import type { Link } from "./link.ts";

/** A server that hangs must not hold up the end of the program. */
const goodbyeMs = 1_000;

/** Streamable HTTP: the protocol's own session, ended on the server too when we leave. */
export async function openHttpLink({ url, headers }: HttpServer): Promise<Link> {
  const { StreamableHTTPClientTransport } =
    await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
  });
  return {
    transport,
    stderr: { text: "", lastLine: "" },
    pid: undefined,
    exit: undefined,
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, goodbyeMs);
      });
      await Promise.race([transport.terminateSession().catch(() => {}), patience]);
      clearTimeout(timer);
      await transport.close().catch(() => {});
    },
  };
}

const refusedBeforeDelivery = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  // A pipe whose reader is gone: the line did not arrive as a whole.
  "EPIPE",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Whether the server certainly never saw the message, so that sending it again does nothing twice. */
export function wasNotDelivered(error: unknown, sessionId: string | undefined): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  // A server that was restarted does not know the session: 404 by the protocol, 400 by common practice.
  if (sessionId !== undefined && (code === 404 || code === 400)) return true;
  return [code, cause?.code].some((each) => typeof each === "string" && refusedBeforeDelivery.has(each));
}
