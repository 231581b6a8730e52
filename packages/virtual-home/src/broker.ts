import { createServer, type AddressInfo, type Socket } from "node:net";
import { timingSafeEqual } from "node:crypto";
import { Aedes } from "aedes";

export interface BrokerOptions {
  /** @default 0, any free one */
  port?: number;
  /** @default "127.0.0.1" */
  host?: string;
  /** Who may connect; everybody when it is left out. */
  username?: string;
  password?: string;
}

export interface Broker {
  /** Without credentials. */
  url: string;
  port: number;
  /** Destroys every connection and frees the port. Idempotent. */
  close: () => Promise<void>;
}

/** An MQTT 3.1.1 broker in this process. It forgets everything on close. */
export async function startBroker({
  port = 0,
  host = "127.0.0.1",
  username,
  password,
}: BrokerOptions = {}): Promise<Broker> {
  const aedes = await Aedes.createBroker();
  if (username !== undefined) {
    aedes.authenticate = (_client, givenName, givenPassword, done) => {
      done(null, givenName === username && matches(password ?? "", givenPassword));
    };
  }
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    aedes.handle(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  }).catch(async (error: unknown) => {
    await closeAedes(aedes);
    throw error;
  });
  const address = server.address() as AddressInfo;

  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    for (const socket of sockets) socket.destroy();
    await closeAedes(aedes);
    await closed;
  };
  return {
    url: `mqtt://${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`,
    port: address.port,
    close: () => (closing ??= close()),
  };
}

function closeAedes(aedes: Aedes): Promise<void> {
  return new Promise((resolve) => {
    aedes.close(() => resolve());
  });
}

function matches(expected: string, given: Readonly<Buffer | undefined>): boolean {
  const wanted = Buffer.from(expected);
  const actual = Buffer.from(given ?? "");
  return wanted.length === actual.length && timingSafeEqual(wanted, actual);
}
