import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { ChatClient, silentLogger } from "antiphon";
import { ScriptedModel, type ScriptedModelOptions } from "antiphon/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { WebSocket, type ClientOptions } from "ws";
import { scriptedEngines, sounds } from "../../testing/scripted-engines.ts";
import { testConfig } from "../../testing/test-config.ts";
import { problemOf, testApp } from "../../testing/test-app.ts";
import type { Config } from "../config/schema.ts";
import { startGateway } from "../startup/gateway.ts";
import { toPcm16 } from "../voice/audio/pcm16.ts";

async function gatewayWith({
  turns = [["The light is on."]] as ScriptedModelOptions["turns"],
  engines = scriptedEngines(),
  ...config
}: Partial<Config> & {
  turns?: ScriptedModelOptions["turns"];
  engines?: ReturnType<typeof scriptedEngines>;
} = {}) {
  const gateway = await startGateway(testConfig({ home: "none", ...config }), {
    logger: silentLogger,
    engines,
    createModel: (options) =>
      new ChatClient({ ...options, model: new ScriptedModel({ turns, repeat: true }) }),
  });
  onTestFinished(() => gateway.close());
  await gateway.settled;
  return { gateway, engines };
}

/** A client of the protocol; `binary` holds what is played. */
function connect(url: string, options: ClientOptions = {}) {
  const socket = new WebSocket(new URL("/api/voice", url.replace("http", "ws")), options);
  const messages: { type: string; [key: string]: unknown }[] = [];
  const binary: Buffer[] = [];
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) binary.push(data);
    else messages.push(JSON.parse(data.toString()) as { type: string });
  });
  const closed = once(socket, "close").then(([code, reason]) => ({
    code: code as number,
    reason: String(reason),
  }));
  const opened = once(socket, "open");
  // Not every test waits for both.
  for (const promise of [closed, opened]) promise.catch(() => {});
  onTestFinished(() => socket.terminate());
  return {
    socket,
    messages,
    binary,
    closed,
    opened,
    send: (message: object) => socket.send(JSON.stringify(message)),
    sound: (samples: Float32Array) => {
      const bytes = toPcm16(samples);
      for (let at = 0; at < bytes.length; at += 32_000) socket.send(bytes.subarray(at, at + 32_000));
    },
    until: (type: string) =>
      vi.waitFor(() => {
        const found = messages.find((message) => message.type === type);
        expect(found).toBeDefined();
        return found as { type: string; [key: string]: unknown };
      }, 5_000),
  };
}

async function startedClient(url: string, start: object = {}) {
  const client = connect(url);
  await client.opened;
  client.send({ type: "start", mode: "hold", sampleRate: 16_000, ...start });
  return client;
}

test("a held sentence is transcribed, answered and played over the socket", async () => {
  const { gateway } = await gatewayWith();
  const client = await startedClient(gateway.url, { conversationId: "kitchen" });
  expect(await client.until("ready")).toEqual({
    type: "ready",
    phrase: "hey computer",
    conversationId: "kitchen",
    volume: { level: 80, muted: false },
  });
  client.send({ type: "press" });
  client.sound(sounds.speech(800));
  client.send({ type: "release" });
  expect(await client.until("transcription")).toMatchObject({ text: "turn on the kitchen light" });
  const { runId } = await client.until("run");
  expect(gateway.runs.find(String(runId))).toBeDefined();
  expect(await client.until("sentence")).toEqual({ type: "sentence", id: 1, text: "The light is on." });
  await client.until("sentence-end");
  const [frame] = client.binary;
  expect(frame?.readUInt32LE(0)).toBe(1);
  expect(frame?.readUInt32LE(4)).toBe(16_000);
  expect(frame?.length).toBe(8 + 3_200);
  client.send({ type: "played", id: 1 });
  await vi.waitFor(() => expect(client.messages.at(-1)).toEqual({ type: "state", state: "idle" }));
});

test("sound at 48 kHz is heard as well, and levels are told meanwhile", async () => {
  const engines = scriptedEngines();
  const { gateway } = await gatewayWith({ engines });
  const client = await startedClient(gateway.url, { sampleRate: 48_000 });
  client.send({ type: "press" });
  client.sound(new Float32Array(48_000).fill(0.1));
  client.send({ type: "release" });
  await client.until("transcription");
  expect(engines.transcribed[0]).toBeCloseTo(1, 1);
  expect(await client.until("level")).toMatchObject({ level: expect.closeTo(0.4, 1), speech: 1 });
});

test("two who talk at once are answered each for themselves", async () => {
  const { gateway } = await gatewayWith({
    engines: scriptedEngines({ texts: ["one", "two"] }),
    turns: [({ messages }) => [`You said ${messages.at(-1)?.text}.`]],
  });
  const clients = [await startedClient(gateway.url), await startedClient(gateway.url)];
  for (const client of clients) client.send({ type: "press" });
  for (const client of clients) client.sound(sounds.speech(500));
  for (const client of clients) client.send({ type: "release" });
  const answers = await Promise.all(clients.map((client) => client.until("response")));
  expect(answers.map(({ question, text }) => text === `You said ${String(question)}.`)).toEqual([true, true]);
  expect(new Set(answers.map(({ conversationId }) => conversationId)).size).toBe(2);
});

test("the volume is told as it changes, and to nobody who has gone", async () => {
  const { gateway } = await gatewayWith();
  const client = await startedClient(gateway.url);
  await client.until("ready");
  await gateway.volume.setLevel(30);
  expect(await client.until("volume")).toEqual({ type: "volume", level: 30, muted: false });
  client.socket.close();
  await vi.waitFor(() => expect(gateway.voice.listeners).toBe(0));
  await gateway.volume.setLevel(40);
});

test("a client that goes in the middle of an answer ends its run", async () => {
  const { gateway, engines } = await gatewayWith({ turns: [[{ hang: true }]] });
  const client = await startedClient(gateway.url);
  client.send({ type: "press" });
  client.sound(sounds.speech(500));
  client.send({ type: "release" });
  await client.until("run");
  client.socket.terminate();
  await vi.waitFor(() => expect(gateway.runs.active).toBe(0));
  expect(engines.open()).toBe(0);
});

test.each([
  ["garbage", "]"],
  ["another message than start", JSON.stringify({ type: "press" })],
  ["an unknown message", JSON.stringify({ type: "constructor" })],
  ["an impossible rate", JSON.stringify({ type: "start", sampleRate: 5 })],
  ["an impossible conversation", JSON.stringify({ type: "start", conversationId: "../etc" })],
  ["sound", Buffer.alloc(100)],
])("%s as the first message closes the socket with a reason", async (_what, first) => {
  const { gateway } = await gatewayWith();
  const client = connect(gateway.url);
  await client.opened;
  client.socket.send(first);
  const { code, reason } = await client.closed;
  expect(code).toBe(1008);
  expect(reason).toMatch(/\.$|\w$/);
});

test("garbage later is a problem in a sentence, and the talk goes on", async () => {
  const { gateway } = await gatewayWith();
  const client = await startedClient(gateway.url);
  client.socket.send("{");
  client.send({ type: "start" });
  client.send({ type: "mode", mode: "loud" });
  client.socket.send(Buffer.alloc(1));
  client.socket.send(Buffer.alloc(0));
  await vi.waitFor(() => expect(client.messages.filter(({ type }) => type === "problem")).toHaveLength(3));
  client.send({ type: "mode", mode: "hands-free" });
  await vi.waitFor(() => expect(client.messages.at(-1)).toEqual({ type: "state", state: "waiting" }));
});

test("a message that is too large closes the socket, and only that one", async () => {
  const { gateway } = await gatewayWith();
  const other = await startedClient(gateway.url);
  const client = await startedClient(gateway.url);
  client.socket.send(Buffer.alloc(1_000_000));
  expect(await client.closed).toMatchObject({ code: 1009 });
  expect(await other.until("ready")).toBeDefined();
});

test("one listener too many is asked to wait", async () => {
  const { gateway } = await gatewayWith({ maxListeners: 1 });
  const first = await startedClient(gateway.url);
  await first.until("ready");
  const second = await startedClient(gateway.url);
  expect(await second.closed).toEqual({
    code: 1013,
    reason: "1 people are talking already. Try again in a moment.",
  });
});

test("a gateway that stops says goodbye and frees its port", async () => {
  const { gateway } = await gatewayWith();
  const client = await startedClient(gateway.url);
  await client.until("ready");
  await gateway.close();
  expect(await client.closed).toEqual({ code: 1001, reason: "The gateway stops." });
});

test.each([
  ["a foreign page", { origin: "http://evil.example" }, 403],
  ["another name for this machine", { headers: { host: "evil.example" } }, 403],
  ["no token", {}, 401],
])("%s is not let in", async (_who, options, status) => {
  const { gateway } = await gatewayWith({ token: "a-token-of-sixteen-letters" });
  const { socket } = connect(gateway.url, options);
  socket.on("error", () => {});
  const [, response] = (await once(socket, "unexpected-response")) as [unknown, IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(status);
});

test("the token lets in", async () => {
  const token = "a-token-of-sixteen-letters";
  const { gateway } = await gatewayWith({ token });
  const client = connect(gateway.url, { headers: { authorization: `Bearer ${token}` } });
  await client.opened;
});

test("where voice is off the upgrade is refused in a sentence, and the rest works", async () => {
  const off = await startGateway(testConfig({ home: "none", voice: "off" }), { logger: silentLogger });
  onTestFinished(() => off.close());
  await off.settled;
  const { socket } = connect(off.url);
  socket.on("error", () => {});
  const [, response] = (await once(socket, "unexpected-response")) as [unknown, IncomingMessage];
  expect(response.statusCode).toBe(503);
  response.resume();
  const info = (await (await fetch(new URL("/api/info", off.url))).json()) as { voice: unknown };
  expect(info.voice).toEqual({ available: false, reason: "Voice is switched off (voice is off)." });
});

test("without a WebSocket the address says what it is for", async () => {
  const { app } = await testApp();
  expect(await problemOf(await app.request("/api/voice"))).toEqual({
    status: 426,
    code: "websocket_only",
    message: "This is spoken to over a WebSocket.",
  });
});
