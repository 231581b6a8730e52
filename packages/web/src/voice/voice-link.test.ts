import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WebSocket as NodeWebSocket, WebSocketServer, type WebSocket as Client } from "ws";
import type { SoundFrame } from "./sound-frame.ts";
import { VoiceLink, type Loss, type VoiceLinkOptions } from "./voice-link.ts";
import type { VoiceMessage } from "./voice-message.ts";

let server: WebSocketServer;
let clients: Client[];
/** What the gateway got, sound as its length. */
let got: unknown[];
const links: VoiceLink[] = [];

beforeEach(async () => {
  clients = [];
  got = [];
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (client) => {
    clients.push(client);
    client.on("message", (data: Buffer, binary) =>
      got.push(binary ? data.byteLength : JSON.parse(String(data))),
    );
  });
  await once(server, "listening");
});

afterEach(async () => {
  for (const link of links.splice(0)) link.close();
  for (const client of server.clients) client.terminate();
  await new Promise((resolve) => server.close(resolve));
});

function begin({ again = false, ...options }: Partial<VoiceLinkOptions> & { again?: boolean } = {}) {
  const messages: VoiceMessage[] = [];
  const frames: SoundFrame[] = [];
  const losses: Loss[] = [];
  const link = new VoiceLink({
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    start: () => ({ type: "start", mode: "hold", sampleRate: 48_000 }),
    onMessage: (message) => messages.push(message),
    onSound: (frame) => frames.push(frame),
    onLost: (loss) => {
      losses.push(loss);
      return again;
    },
    WebSocket: NodeWebSocket as unknown as NonNullable<VoiceLinkOptions["WebSocket"]>,
    delayBefore: () => 1,
    ...options,
  });
  links.push(link);
  link.connect();
  return { link, messages, frames, losses };
}

const start = { type: "start", mode: "hold", sampleRate: 48_000 };
const say = (message: unknown) => clients.at(-1)?.send(JSON.stringify(message));

async function becomeReady(link: VoiceLink) {
  await vi.waitFor(() => expect(got).toContainEqual(start));
  say({ type: "ready", phrase: "hey computer" });
  await vi.waitFor(() => expect(link.ready).toBe(true));
}

test("what is said while the gateway loads reaches it afterwards, in order", async () => {
  const { link } = begin();
  link.send({ type: "press" });
  link.sendSound(new ArrayBuffer(4), { keep: true });
  link.sendSound(new ArrayBuffer(6), { keep: false });
  link.send({ type: "release" });
  await vi.waitFor(() => expect(got).toEqual([start]));
  await becomeReady(link);
  await vi.waitFor(() => expect(got).toEqual([start, { type: "press" }, 4, { type: "release" }]));
  link.sendSound(new ArrayBuffer(8), { keep: false });
  await vi.waitFor(() => expect(got.at(-1)).toBe(8));
});

test("a minute of sound is kept at most, and the release is not lost for it", async () => {
  const { link } = begin();
  for (let count = 0; count < 10; count += 1) link.sendSound(new ArrayBuffer(1_000_000), { keep: true });
  link.send({ type: "release" });
  await becomeReady(link);
  await vi.waitFor(() => expect(got.at(-1)).toEqual({ type: "release" }));
  expect(got.filter((each) => each === 1_000_000)).toHaveLength(6);
});

test("messages and sound are handed on; garbage is not", async () => {
  const { link, messages, frames } = begin();
  await becomeReady(link);
  for (const garbage of ["", "{", "[]", '{"type":"?"}', Buffer.alloc(3)]) clients[0]?.send(garbage);
  const frame = Buffer.alloc(10);
  frame.writeUInt32LE(7, 0);
  frame.writeUInt32LE(16_000, 4);
  clients[0]?.send(frame);
  say({ type: "silence" });
  await vi.waitFor(() => expect(messages.at(-1)).toEqual({ type: "silence" }));
  expect(messages.map(({ type }) => type)).toEqual(["ready", "silence"]);
  expect(frames).toMatchObject([{ sentenceId: 7, sampleRate: 16_000 }]);
});

test("the gateway's reason for closing is told, and nothing comes back unasked", async () => {
  const { link, losses } = begin();
  await becomeReady(link);
  clients[0]?.close(1013, "Too many listen already.");
  await vi.waitFor(() =>
    expect(losses).toEqual([{ opened: true, code: 1013, reason: "Too many listen already." }]),
  );
  expect(link.ready).toBe(false);
  link.send({ type: "press" });
  link.connect();
  await vi.waitFor(() => expect(clients).toHaveLength(2));
});

test("a broken connection comes back as often as it takes, and says hello again", async () => {
  const { link, losses } = begin({ again: true });
  for (let count = 1; count <= 3; count += 1) {
    await vi.waitFor(() =>
      expect(got.filter((each) => JSON.stringify(each) === JSON.stringify(start))).toHaveLength(count),
    );
    await becomeReady(link);
    clients.at(-1)?.terminate();
    await vi.waitFor(() => expect(losses).toHaveLength(count));
  }
  expect(losses.at(-1)).toEqual({ opened: true, code: 1006, reason: "" });
});

test("a gateway that is not there is tried again after a growing while, or at once when asked to", async () => {
  const attempts: number[] = [];
  const { link, losses } = begin({
    again: true,
    url: "ws://127.0.0.1:1",
    delayBefore: (attempt) => {
      attempts.push(attempt);
      return attempt < 3 ? 1 : 1_000_000;
    },
  });
  await vi.waitFor(() => expect(attempts).toEqual([1, 2, 3]));
  expect(losses[0]).toMatchObject({ opened: false });
  link.connect();
  await vi.waitFor(() => expect(attempts).toHaveLength(4));
});

test("a closed link stays closed, however often it is closed", async () => {
  const { link, losses } = begin({ again: true });
  await becomeReady(link);
  link.close();
  link.close();
  await vi.waitFor(() => expect(server.clients.size).toBe(0));
  expect(losses).toEqual([]);
  expect(clients).toHaveLength(1);
});

test("a link closed while it waits to come back does not", async () => {
  const { link, losses } = begin({ again: true, delayBefore: () => 1_000_000 });
  await becomeReady(link);
  clients[0]?.terminate();
  await vi.waitFor(() => expect(losses).toHaveLength(1));
  link.close();
  // Whoever knocks later comes later.
  const stranger = new NodeWebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await once(stranger, "open");
  expect(clients).toHaveLength(2);
});
