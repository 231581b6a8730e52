import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { createFakeHome } from "./fake-home.mjs";
import { createFakeRuns } from "./fake-runs.mjs";
import { createFakeVoice } from "./fake-voice.mjs";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const contentTypes = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript"],
  [".css", "text/css"],
  [".svg", "image/svg+xml"],
]);

/** As strict as the real one, so that what it forbids is noticed here. */
const policy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * A gateway without a home, for developing and photographing the page. `drop()` breaks every stream,
 * `parts` are the parts that health reports, `speed` shortens every wait, `voiceInfo` is what it says about
 * its voice.
 */
export async function startFakeGateway({ port = 0, speed = 1 } = {}) {
  const home = createFakeHome();
  const { start, runs, conversations, approvals } = createFakeRuns({ home, speed });
  const voiceInfo = { available: true, phrase: "hey computer" };
  const voice = createFakeVoice({ start, speed, info: voiceInfo });
  const streams = new Set();
  const parts = [
    { name: "broker", state: "ready", message: "Listening on a port of its own.", sinceMs: 91_000 },
    { name: "home", state: "ready", message: "10 devices on a real driver.", sinceMs: 90_000 },
    { name: "mcp:zwave", state: "ready", message: "9 tools from zwave-mcp-server.", sinceMs: 88_000 },
    { name: "model", state: "ready", message: "Built in, works without a network.", sinceMs: 91_000 },
    { name: "voice", state: "ready", message: "Listens for “hey computer”.", sinceMs: 91_000 },
  ];

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      if (!response.headersSent) json(response, 500, failure("internal", String(error)));
      else response.end();
    });
  });

  server.on("upgrade", voice.upgrade);

  async function handle(request, response) {
    const url = new URL(request.url ?? "/", "http://localhost");
    const [, api, kind, id, verb] = url.pathname.split("/").map(decodeURIComponent);
    if (api !== "api") return serveFile(url.pathname, response);
    const route = `${request.method} ${kind}`;
    if (route === "POST chat") {
      const body = await readJson(request);
      if (!body?.message) return json(response, 400, failure("bad-request", "A message is needed."));
      return streamRun(start(body), 0, response);
    }
    if (kind === "runs") {
      const run = runs.get(id);
      if (!run) return json(response, 404, failure("unknown-run", "This run is not kept any more."));
      if (verb === "cancel") {
        run.stop.abort();
        return json(response, 202, { ok: true });
      }
      const after = request.headers["last-event-id"]?.split(":").at(-1) ?? url.searchParams.get("after") ?? 0;
      return streamRun(run, Number(after), response);
    }
    if (route === "POST approvals") {
      const settle = approvals.get(id);
      if (!settle) return json(response, 404, failure("unknown-approval", "This was decided already."));
      settle((await readJson(request)).decisions);
      return json(response, 200, { ok: true });
    }
    if (kind === "conversations") {
      if (request.method === "DELETE") conversations.delete(id);
      return json(response, 200, conversations.get(id) ?? { id, messages: [], running: null });
    }
    if (route === "POST devices") {
      const body = await readJson(request);
      await new Promise((resolve) => setTimeout(resolve, 250 * speed));
      return json(response, 200, home.act(id, body));
    }
    if (kind === "devices" && request.headers.accept === "text/event-stream") return streamDevices(response);
    if (kind === "devices") return json(response, 200, { devices: home.list() });
    if (kind === "health") {
      const ok = parts.every(({ state }) => state === "ready" || state === "off");
      return json(response, 200, { ok, model: { name: "offline", offline: true }, parts });
    }
    if (kind === "info") {
      return json(response, 200, { name: "Antiphon", version: "0.1.0", voice: voiceInfo });
    }
    return json(response, 404, failure("not-found", "There is nothing here."));
  }

  function openStream(response) {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.flushHeaders();
    streams.add(response);
    response.on("close", () => streams.delete(response));
  }

  function streamRun(run, after, response) {
    openStream(response);
    let sent = after;
    const send = () => {
      for (; sent < run.events.length; sent += 1) {
        response.write(`id: ${run.id}:${sent + 1}\ndata: ${JSON.stringify(run.events[sent])}\n\n`);
      }
      if (run.ended) response.end();
    };
    run.listeners.add(send);
    response.on("close", () => run.listeners.delete(send));
    send();
  }

  function streamDevices(response) {
    openStream(response);
    const send = (event) => response.write(`data: ${JSON.stringify(event)}\n\n`);
    send({ type: "snapshot", devices: home.list() });
    response.on(
      "close",
      home.subscribe((device) => send({ type: "device", device })),
    );
  }

  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${address.port}`,
    home,
    parts,
    runs,
    conversations,
    voice,
    voiceInfo,
    drop() {
      for (const response of streams) response.destroy();
      for (const client of voice.listeners) client.terminate();
    },
    async close() {
      voice.close();
      for (const run of runs.values()) run.stop.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function json(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function failure(code, message) {
  return { error: { code, message } };
}

async function readJson(request) {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text ? JSON.parse(text) : {};
}

async function serveFile(pathname, response) {
  const path = normalize(pathname === "/" ? "/index.html" : pathname);
  const content = await readFile(join(dist, path)).catch(() => undefined);
  if (!content) return json(response, 404, failure("not-found", "There is no such file."));
  response.writeHead(200, {
    "content-type": contentTypes.get(extname(path)) ?? "application/octet-stream",
    "content-security-policy": policy,
  });
  response.end(content);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startFakeGateway({ port: Number(process.env.PORT ?? 4410) });
  console.log(`A fake gateway listens on ${url}`);
}
