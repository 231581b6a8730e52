import { connect, type Socket } from "node:net";
import { request } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { ScriptedModel } from "antiphon/testing";
import { allEvents, textOf } from "../../testing/read-events.ts";
import { post, startTestGateway } from "../../testing/start-test-gateway.ts";
import { problemOf } from "../../testing/test-app.ts";
import type { Gateway } from "../startup/gateway.ts";

/** Bytes of the heap after everything unreachable is gone. */
function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed + process.memoryUsage().external;
}

test("200 clients at once are all answered, and leave nothing behind", async () => {
  const gateway = await startTestGateway();
  const ask = async (n: number): Promise<string> => {
    const response = await post(gateway, "/api/chat", { message: `question ${n}` });
    return textOf(await allEvents(response));
  };
  await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)));
  const before = heap();
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)));
    expect(new Set(answers)).toEqual(new Set(["Hello."]));
  }
  expect(gateway.runs.active).toBe(0);
  expect(heap() - before).toBeLessThan(20_000_000);
}, 60_000);

test("more clients than the limit get their own error, and the others their answer", async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const model = new ScriptedModel({ turns: [[{ waitFor: gate }, "Hello."]], repeat: true });
  const gateway = await startTestGateway({ config: { maxRuns: 50 }, model });
  let refused = 0;
  const ask = async (n: number): Promise<string> => {
    const response = await post(gateway, "/api/chat", { message: `question ${n}` });
    if (response.status === 200) return textOf(await allEvents(response));
    expect((await problemOf(response)).code).toBe("too_many_runs");
    if (++refused === 150) release();
    return "refused";
  };
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)));
  expect(answers.filter((answer) => answer === "Hello.")).toHaveLength(50);
  expect(await answerOf(gateway)).toBe("Hello.");
}, 60_000);

test("a body of 100 MB is refused without being taken in, and everybody else is served", async () => {
  const gateway = await startTestGateway();
  const before = process.memoryUsage().rss;
  const status = await sendMegabytes(gateway, 100);
  expect(status).toBe(413);
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  expect(await answerOf(gateway)).toBe("Hello.");
}, 30_000);

test("requests without a body, and bodies in chunks, come through", async () => {
  const gateway = await startTestGateway();
  const deleted = await fetch(new URL("/api/conversations/a", gateway.url), { method: "DELETE" });
  expect(deleted.status).toBe(200);
  const cancelled = await fetch(new URL("/api/runs/none/cancel", gateway.url), { method: "POST" });
  expect(cancelled.status).toBe(404);
  const chunked = (text: string): Promise<Response> =>
    fetch(new URL("/api/chat", gateway.url), {
      method: "POST",
      body: new Blob([text]).stream(),
      duplex: "half",
    });
  expect(textOf(await allEvents(await chunked('{"message":"Hi"}')))).toBe("Hello.");
  expect((await chunked(JSON.stringify({ message: "x".repeat(1_000_001) }))).status).toBe(413);
  const empty = await fetch(new URL("/api/chat", gateway.url), { method: "POST" });
  expect(empty.status).toBe(400);
});

test("a reader that takes nothing costs no memory, and the others do not wait for it", async () => {
  const words = Array.from({ length: 8_000 }, (_, n) => `word ${n} ${"of a long story ".repeat(25)}`);
  const gateway = await startTestGateway({ model: new ScriptedModel({ turns: [words], repeat: true }) });
  const before = heap();
  const sockets = await Promise.all(
    Array.from({ length: 5 }, () => lazyReader(gateway, "/api/chat", { message: "x" })),
  );
  await vi.waitFor(() => expect(gateway.runs.active).toBe(0), 20_000);
  // Each run's log is bounded to some two million characters; nothing else may pile up.
  expect(heap() - before).toBeLessThan(60_000_000);
  const response = await fetch(new URL("/api/health", gateway.url));
  expect(response.status).toBe(200);
  for (const socket of sockets) socket.destroy();
}, 40_000);

test("over /v1 a reader that takes nothing holds the model back", async () => {
  let chunks = 0;
  const words = Array.from({ length: 200_000 }, () => "many words ");
  const model = new ScriptedModel({ turns: [words], repeat: true });
  const stream = model._streamResponseChunks.bind(model);
  model._streamResponseChunks = async function* (...args) {
    for await (const chunk of stream(...args)) {
      chunks++;
      yield chunk;
    }
  };
  const gateway = await startTestGateway({ model });
  const body = { model: "antiphon", stream: true, messages: [{ role: "user", content: "x" }] };
  const socket = await lazyReader(gateway, "/v1/chat/completions", body);
  let seen = -1;
  await vi.waitFor(
    () => {
      const still = chunks === seen;
      seen = chunks;
      expect(still && chunks > 0).toBe(true);
    },
    { timeout: 20_000, interval: 300 },
  );
  expect(chunks).toBeLessThan(200_000);
  socket.destroy();
  await vi.waitFor(() => expect(gateway.runs.active).toBe(0));
}, 40_000);

test("clients that vanish in mid-answer leave no run", async () => {
  const model = new ScriptedModel({ turns: [["Wait", { hang: true }]], repeat: true });
  const gateway = await startTestGateway({ model, graceMs: 50 });
  const sockets = await Promise.all(
    Array.from({ length: 20 }, () => lazyReader(gateway, "/api/chat", { message: "x" })),
  );
  await vi.waitFor(() => expect(model.open).toBe(20));
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(() => expect([model.open, gateway.runs.active]).toEqual([0, 0]));
});

test("what is not HTTP, or stops in the middle, hurts nobody", async () => {
  const gateway = await startTestGateway();
  for (const bytes of [
    "\x00\x01\x02\x03\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n",
    "POST /api/chat HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{",
  ]) {
    const socket = connect(gateway.port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {});
    await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
    socket.destroy();
  }
  expect(await answerOf(gateway)).toBe("Hello.");
});

test("a gateway that closes ends its answers and frees its port", async () => {
  const model = new ScriptedModel({ turns: [["Wait", { hang: true }]], repeat: true });
  const gateway = await startTestGateway({ model });
  const response = await post(gateway, "/api/chat", { message: "x" });
  await vi.waitFor(() => expect(model.open).toBe(1));
  const started = performance.now();
  await gateway.close();
  expect(performance.now() - started).toBeLessThan(1_000);
  expect(model.open).toBe(0);
  await response.text().catch(() => "");
  await expect(fetch(new URL("/api/info", gateway.url))).rejects.toThrow("fetch failed");
});

async function answerOf(gateway: Gateway): Promise<string> {
  return textOf(await allEvents(await post(gateway, "/api/chat", { message: "still there?" })));
}

function sendMegabytes(gateway: Gateway, megabytes: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL("/api/chat", gateway.url), {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": megabytes * 1_000_000 },
    });
    let status: number | undefined;
    outgoing.on("response", (response) => {
      status = response.statusCode;
      response.resume();
      resolve(status);
      outgoing.destroy();
    });
    outgoing.on("error", (error) => (status === undefined ? reject(error) : undefined));
    const megabyte = Buffer.alloc(1_000_000, "x");
    const send = (left: number): void => {
      if (left === 0 || outgoing.destroyed) return;
      if (outgoing.write(megabyte)) setImmediate(send, left - 1);
      else outgoing.once("drain", () => send(left - 1));
    };
    send(megabytes);
  });
}

/** Sends a request and reads nothing of the answer. */
async function lazyReader(gateway: Gateway, path: string, body: unknown): Promise<Socket> {
  const text = JSON.stringify(body);
  const socket = connect(gateway.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  socket.pause();
  await new Promise<void>((resolve) => {
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      () => resolve(),
    );
  });
  return socket;
}
