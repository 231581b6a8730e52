import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type WebSocketServerLike } from "@hono/node-server";
import type { Hono } from "hono";
import { WebSocketServer, type WebSocket } from "ws";

export interface ListenOptions {
  host: string;
  port: number;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Ends every connection and frees the port. Idempotent. */
  close(): Promise<void>;
}

/** A sender that dawdles holds its connection this long, not the gateway. */
const requestTimeoutMs = 30_000;
/** Sound comes in small pieces; a larger one is refused by closing (1009). */
const maxMessageBytes = 256_000;
const goodbyeMs = 300;

/** Resolves when the port is open; rejects with a sentence when it cannot be. */
export async function listen(app: Hono, { host, port }: ListenOptions): Promise<RunningServer> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
    websocket: { server: sockets as WebSocketServerLike },
    serverOptions: { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, { host, port })));
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets.clients) sayGoodbye(socket);
      server.closeAllConnections();
    });
  return {
    url: `http://${urlHost(address.address)}:${address.port}/`,
    port: address.port,
    close: () => (closing ??= close()),
  };
}

/** A client that does not answer the goodbye is left. */
function sayGoodbye(socket: WebSocket): void {
  const timer = setTimeout(() => socket.terminate(), goodbyeMs);
  socket.once("close", () => clearTimeout(timer));
  socket.close(1001, "The gateway stops.");
}

/** An address to click on: "all of them" is none. */
function urlHost(address: string): string {
  if (address === "0.0.0.0" || address === "::") return "localhost";
  return address.includes(":") ? `[${address}]` : address;
}

function listenError(error: NodeJS.ErrnoException, { host, port }: ListenOptions): Error {
  const reasons = new Map([
    [
      "EADDRINUSE",
      `Port ${port} on ${host} is in use. Is another gateway running? Choose another with --port.`,
    ],
    ["EACCES", `Port ${port} may not be opened by this user. Choose one above 1023 with --port.`],
    ["EADDRNOTAVAIL", `This machine has no address ${host}. Choose another with --host.`],
    ["ENOTFOUND", `There is no address called ${host}. Choose another with --host.`],
  ]);
  const reason =
    reasons.get(error.code ?? "") ?? `The gateway cannot listen on ${host}:${port}: ${error.message}.`;
  return new Error(reason, { cause: error });
}
