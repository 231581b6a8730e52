import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { WireServer } from "../../testing/wire/index.ts";

export interface Meddling {
  /** Changes the request's body. @default it passes as it is */
  request?: (body: Record<string, unknown>) => Record<string, unknown>;
  /** Changes the answer's bytes; the answer then ends as if it were complete. @default they pass as they are */
  answer?: (bytes: Buffer) => Buffer;
}

/** Puts an HTTP proxy between a client and a wire server; resolves to the base URL for the client. */
export function proxy({ request = (body) => body, answer = (bytes) => bytes }: Meddling) {
  return async (server: WireServer): Promise<string> => {
    const between = createServer((incoming, outgoing) => {
      const pass = async (): Promise<void> => {
        const body = JSON.parse((await bytesOf(incoming)).toString()) as Record<string, unknown>;
        const response = await fetch(server.origin + (incoming.url ?? "/"), {
          method: "POST",
          headers: keptHeaders(incoming),
          body: JSON.stringify(request(body)),
        });
        const bytes = answer(Buffer.from(await response.arrayBuffer()));
        const type = response.headers.get("content-type") ?? "text/plain";
        outgoing.writeHead(response.status, { "content-type": type }).end(bytes);
      };
      pass().catch(() => outgoing.destroy());
    });
    await new Promise<void>((resolve) => void between.listen(0, "127.0.0.1", resolve));
    onTestFinished(
      () =>
        new Promise<void>((resolve) => {
          between.close(() => resolve());
          between.closeAllConnections();
        }),
    );
    const origin = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
    return origin + server.url.slice(server.origin.length);
  };
}

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Keys and versions; nothing that belongs to one connection. */
function keptHeaders({ headers }: IncomingMessage): Record<string, string> {
  const kept = ["authorization", "x-api-key", "x-goog-api-key", "anthropic-version", "content-type"];
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
