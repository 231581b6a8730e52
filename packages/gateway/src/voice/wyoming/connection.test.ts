import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { WyomingConnection } from "./connection.ts";

interface Listener {
  readonly url: string;
  readonly sockets: readonly Socket[];
}

async function listen(serve: (socket: Socket) => void = () => {}): Promise<Listener> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => {}));
    serve(socket);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

async function typesFrom(connection: WyomingConnection): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of connection.events()) types.push(type);
  return types;
}

test("a service that says nothing is given up after a while", async () => {
  const { url } = await listen((socket) => socket.write('{"type":"hello"}\n'));
  const connection = await WyomingConnection.open(url, { silenceMs: 50 });
  await expect(typesFrom(connection)).rejects.toThrow(
    `The Wyoming service at ${url} said nothing for 0.05 s.`,
  );
});

test("one that hangs up properly has said all", async () => {
  const { url } = await listen((socket) => socket.end('{"type":"a"}\n{"type":"b"}\n'));
  expect(await typesFrom(await WyomingConnection.open(url))).toEqual(["a", "b"]);
});

test("an abort while it connects, reads or is not read closes the socket with its reason", async () => {
  const { url, sockets } = await listen();
  const controller = new AbortController();
  const { signal } = controller;
  const connection = await WyomingConnection.open(url, { signal });
  const unread = await WyomingConnection.open(url, { signal });
  const reading = typesFrom(connection);
  const opening = WyomingConnection.open(url, { signal });
  const both = Promise.allSettled([reading, opening]);
  const reason = new Error("Enough.");
  controller.abort(reason);
  expect(await both).toEqual([
    { status: "rejected", reason },
    { status: "rejected", reason },
  ]);
  await expect(typesFrom(unread)).rejects.toThrow("Enough.");
  await expect(WyomingConnection.open(url, { signal })).rejects.toThrow("Enough.");
  await vi.waitFor(() =>
    expect(sockets.every(({ destroyed, readableEnded }) => destroyed || readableEnded)).toBe(true),
  );
});

test("a reader that leaves closes the connection, and sending afterwards does no harm", async () => {
  const { url, sockets } = await listen((socket) => socket.resume().write('{"type":"a"}\n{"type":"b"}\n'));
  const connection = await WyomingConnection.open(url);
  for await (const { type } of connection.events()) {
    expect(type).toBe("a");
    break;
  }
  connection.send({ type: "describe" });
  connection.close();
  connection.close();
  await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true));
});

test("an error of the service is its first line and no more", async () => {
  const text = "No such voice\\nTraceback (most recent call last):\\n  File x.py";
  const { url } = await listen((socket) => socket.write(`{"type":"error","data":{"text":"${text}"}}\n`));
  await expect(typesFrom(await WyomingConnection.open(url))).rejects.toMatchObject({
    message: `The Wyoming service at ${url} reports: No such voice.`,
  });
});

test("a host that there is not is told", async () => {
  await expect(WyomingConnection.open("tcp://no-such-host.invalid:10300")).rejects.toThrow(
    /^The Wyoming service at tcp:\/\/no-such-host\.invalid:10300 cannot be /,
  );
  await expect(WyomingConnection.open("unix:///nowhere/at.all")).rejects.toThrow(
    "The Wyoming service at unix:///nowhere/at.all refuses connections. Is it running?",
  );
});
