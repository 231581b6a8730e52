import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";

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

/** Resolves when the port is open; rejects with a sentence when it cannot be. */
export async function listen(app: Hono, { host, port }: ListenOptions): Promise<RunningServer> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
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
      server.closeAllConnections();
    });
  return {
    url: `http://${urlHost(address.address)}:${address.port}/`,
    port: address.port,
    close: () => (closing ??= close()),
  };
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
