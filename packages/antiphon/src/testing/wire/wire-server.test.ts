import { afterEach, expect, test, vi } from "vitest";
import { errorText, rawChat } from "./raw-chat.ts";
import {
  startWireServer,
  wireProtocolNames,
  type WireProtocolName,
  type WireServer,
  type WireServerOptions,
} from "./wire-server.ts";

const servers: WireServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(name: WireProtocolName, options: WireServerOptions = {}): Promise<WireServer> {
  const server = await startWireServer(name, options);
  servers.push(server);
  return server;
}

/** Reads until the stream contains the text, and leaves it open. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, wanted: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes(wanted)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

test.each(wireProtocolNames)(
  "%s: requests are recorded in order with body, headers, status and outcome",
  async (name) => {
    const server = await start(name, { turns: [{ steps: ["one"] }] });
    await (await rawChat(server)).text();
    await (await rawChat(server)).text();
    expect(server.requests).toMatchObject([
      { method: "POST", status: 200, refusal: undefined, outcome: "ended" },
      { status: 400, refusal: "The script has no turn left for chat request 2." },
    ]);
    expect(server.requests[0]?.headers["content-type"]).toBe("application/json");
    expect(server.requests[0]?.body).toBeTypeOf("object");
  },
);

test.each(wireProtocolNames)("%s: turns can be queued later or be decided by a function", async (name) => {
  const server = await start(name);
  server.enqueue({ steps: ["queued"] });
  expect(server.turnsLeft).toBe(1);
  expect(await (await rawChat(server)).text()).toContain("queued");
  const decided = await start(name, { turns: ({ path }) => ({ steps: [`asked ${path.length}`] }) });
  expect(await (await rawChat(decided)).text()).toContain("asked");
});

test.each(wireProtocolNames)(
  "%s: closing twice is closing once, and ends answers under way",
  async (name) => {
    const server = await start(name, { turns: [{ steps: ["begun", { silence: true }] }] });
    const response = await rawChat(server);
    await Promise.all([server.close(), server.close()]);
    await expect(response.text()).rejects.toThrow("terminated");
  },
);

test.each(wireProtocolNames)("%s: an abort by the client is seen as closed early", async (name) => {
  const server = await start(name, { turns: [{ steps: ["begun", { silence: true }] }] });
  const abort = new AbortController();
  const response = await rawChat(server, {}, { signal: abort.signal });
  await readUntil(response.body!.getReader(), "begun");
  expect(server.closedEarly).toEqual([]);
  abort.abort();
  await vi.waitFor(() => expect(server.closedEarly).toHaveLength(1));
  expect(server.requests[0]?.outcome).toBe("closed-early");
});

test.each(wireProtocolNames)("%s: a gate holds back the next step and nothing else", async (name) => {
  const { promise: gate, resolve } = deferred();
  const server = await start(name, { turns: [{ steps: ["before", { gate }, "after"] }] });
  const reader = (await rawChat(server)).body!.getReader();
  expect(await readUntil(reader, "before")).not.toContain("after");
  resolve();
  expect(await readUntil(reader, "after")).toContain("after");
  await reader.cancel();
});

test.each(wireProtocolNames)(
  "%s: an error as the first step is an HTTP error with Retry-After",
  async (name) => {
    for (const status of [401, 404, 429, 500, 529]) {
      const server = await start(name, { turns: [{ steps: [{ error: { status, retryAfter: 2 } }] }] });
      for (const stream of [true, false]) {
        server.enqueue({ steps: [{ error: { status, retryAfter: 2 } }] });
        const response = await rawChat(server, {}, { stream });
        expect(response.status).toBe(status);
        expect(response.headers.get("retry-after")).toBe("2");
        expect(errorText(await response.json()).length).toBeGreaterThan(5);
      }
    }
  },
);

test.each(wireProtocolNames)(
  "%s: an error within the stream ends it without the end marker",
  async (name) => {
    const error = { status: 500, message: "it broke" };
    const server = await start(name, { turns: [{ steps: ["begun", { error }, "never"] }] });
    const response = await rawChat(server);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toMatch(/begun[^]*it broke/);
    expect(text).not.toMatch(/never|\[DONE\]|message_stop|"done":true|finishReason/);
  },
);

test.each(wireProtocolNames)(
  "%s: a cut connection ends the stream abruptly after what was sent",
  async (name) => {
    const server = await start(name, {
      turns: [{ steps: ["begun", { cut: true }] }, { steps: [{ cut: true }] }],
    });
    const reader = (await rawChat(server)).body!.getReader();
    await readUntil(reader, "begun");
    await expect(readUntil(reader, "never")).rejects.toThrow("terminated");
    await expect(rawChat(server)).rejects.toThrow("fetch failed");
    expect(server.requests.map(({ outcome }) => outcome)).toEqual(["cut", "cut"]);
    server.enqueue({ steps: ["whole", { cut: true }] });
    await expect((await rawChat(server, {}, { stream: false })).text()).rejects.toThrow("terminated");
  },
);

test.each(wireProtocolNames)("%s: garbage is one event, raw bytes go out as they are", async (name) => {
  const server = await start(name, {
    turns: [{ steps: ["a", { garbage: "{oops" }, { raw: "\u0000raw" }, "b"] }],
  });
  const text = await (await rawChat(server)).text();
  expect(text).toMatch(name === "ollama" ? /\n\{oops\n/ : /data: \{oops\r?\n\r?\n/);
  expect(text).toContain("\u0000raw");
  server.enqueue({ steps: [{ garbage: "{oops" }] });
  expect(await (await rawChat(server, {}, { stream: false })).text()).toBe("{oops");
});

test.each(wireProtocolNames)("%s: a proxy's page comes instead of an answer", async (name) => {
  const server = await start(name, { turns: [{ steps: [{ html: true }] }, { steps: [{ html: 200 }] }] });
  const bad = await rawChat(server);
  expect([bad.status, bad.headers.get("content-type")]).toEqual([502, "text/html; charset=utf-8"]);
  expect(await bad.text()).toContain("<html>");
  expect((await rawChat(server, {}, { stream: false })).status).toBe(200);
});

test.each(wireProtocolNames)("%s: silence lasts until the client goes", async (name) => {
  const server = await start(name, {
    turns: [{ steps: [{ silence: true }] }, { steps: [{ silence: true }] }],
  });
  for (const stream of [true, false]) {
    const abort = new AbortController();
    const asked = rawChat(server, {}, { stream, signal: abort.signal });
    await vi.waitFor(() => expect(server.turnsLeft).toBe(stream ? 1 : 0));
    abort.abort();
    await expect(asked).rejects.toThrow("aborted");
  }
  await vi.waitFor(() => expect(server.closedEarly).toHaveLength(2));
});

test.each(wireProtocolNames)(
  "%s: bytes are split anywhere, within a character too, and the whole stays the same",
  async (name) => {
    const server = await start(name, { turns: [{ steps: ["Zürich ✓ 日本"], splitBytes: 1 }] });
    const response = await rawChat(server);
    const pieces: Uint8Array[] = [];
    for await (const piece of response.body!) pieces.push(piece);
    expect(pieces.some((piece) => new TextDecoder().decode(piece) === "\uFFFD")).toBe(true);
    expect(Buffer.concat(pieces).toString()).toContain("Zürich ✓ 日本");
  },
);

test.each(wireProtocolNames)("%s: line ends are the script's choice", async (name) => {
  for (const lineEnd of ["\n", "\r\n", "\r"] as const) {
    const server = await start(name, { lineEnd, turns: [{ steps: ["x"] }] });
    const text = await (await rawChat(server)).text();
    expect(new Set(text.match(/[\r\n]+/g))).toContain(name === "ollama" ? lineEnd : lineEnd + lineEnd);
  }
});

test.each(wireProtocolNames)(
  "%s: malformed JSON is refused with 400, an unknown path with 404",
  async (name) => {
    const server = await start(name);
    expect((await rawChat(server, "{nope")).status).toBe(400);
    expect((await rawChat(server, "[]")).status).toBe(400);
    const unknown = await fetch(`${server.origin}/v9/nothing`, { method: "POST", body: "{}" });
    expect(unknown.status).toBe(404);
    expect(errorText(await unknown.json())).toContain("/v9/nothing");
  },
);

test.each(wireProtocolNames)("%s: the wrong key is refused", async (name) => {
  const server = await start(name, { apiKey: "the-right-key" });
  const response = await rawChat(server);
  expect(response.status).toBe(name === "google" ? 400 : 401);
  expect(errorText(await response.json())).toMatch(/api.?key|unauthorized|token/i);
  expect((await fetch(`${server.origin}/v1/models`)).status).toBeGreaterThanOrEqual(400);
});

test.each(wireProtocolNames)("%s: an unknown model is refused in the provider's words", async (name) => {
  const server = await start(name, { models: ["known-model"], turns: [{ steps: ["fine"] }] });
  const response = await rawChat(server, {}, { model: "nope" });
  expect(response.status).toBe(name === "mistral" ? 400 : 404);
  expect(errorText(await response.json())).toContain("nope");
  expect((await rawChat(server, {}, { model: "known-model" })).status).toBe(200);
});

test("the free endpoints list the models and tell unknown ones", async () => {
  const lists = new Map<WireProtocolName, string>([
    ["openai", "/v1/models"],
    ["anthropic", "/v1/models"],
    ["google", "/v1beta/models"],
    ["cohere", "/v1/models"],
    ["mistral", "/v1/models"],
    ["ollama", "/api/tags"],
  ]);
  const headers = { authorization: "Bearer test-key", "x-api-key": "test-key", "x-goog-api-key": "test-key" };
  const versioned = { ...headers, "anthropic-version": "2023-06-01" };
  for (const [name, path] of lists) {
    const server = await start(name, { models: ["my-model"] });
    const list = await fetch(server.origin + path, { headers: versioned });
    expect([list.status, await list.text()]).toEqual([200, expect.stringContaining("my-model")]);
    if (name === "ollama") continue;
    expect((await fetch(`${server.origin}${path}/my-model`, { headers: versioned })).status).toBe(200);
    expect((await fetch(`${server.origin}${path}/other`, { headers: versioned })).status).toBe(404);
    expect(server.requests).toEqual([]);
    expect(server.sideRequests).toHaveLength(3);
  }
});

test("Ollama tells its version and what a model can do", async () => {
  const server = await start("ollama", { models: ["m"], capabilities: ["completion"] });
  expect(await (await fetch(`${server.origin}/`)).text()).toBe("Ollama is running");
  expect(await (await fetch(`${server.origin}/api/version`)).json()).toHaveProperty("version");
  const show = (model: string) =>
    fetch(`${server.origin}/api/show`, { method: "POST", body: JSON.stringify({ model }) });
  expect(await (await show("m")).json()).toMatchObject({ capabilities: ["completion"] });
  expect((await show("x")).status).toBe(404);
});

test("64,000 chunks go out in a few seconds and none is lost", async () => {
  const text = Array.from({ length: 64_000 }, (_, index) => ` ${index}`);
  const server = await start("openai", { turns: [{ steps: [{ text }] }] });
  const answer = await (await rawChat(server)).text();
  expect(answer.match(/"content":" \d+"/g)).toHaveLength(64_000);
}, 10_000);

test("an unknown protocol is named together with the known ones", async () => {
  await expect(startWireServer("olama" as WireProtocolName)).rejects.toThrow(
    'No wire protocol "olama". Known: openai',
  );
});

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
