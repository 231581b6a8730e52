import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { setup } from "./fixtures/setup.ts";

const patience = { timeout: 15_000, interval: 20 };

interface HttpFixture {
  readonly url: string;
  readonly port: number;
  readonly sessions: Map<string, StreamableHTTPServerTransport>;
  readonly headers: IncomingHttpHeaders[];
  readonly cancelled: unknown[];
  stop(): Promise<void>;
}

/** A real MCP server on loopback, with sessions, as the SDK's own examples build it. */
async function startHttpServer({ port = 0, tools = ["echo"] } = {}): Promise<HttpFixture> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const headers: IncomingHttpHeaders[] = [];
  const cancelled: unknown[] = [];
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const server = new McpServer({ name: "http", version: "1" });
    for (const name of tools) {
      const config = { description: `The tool ${name}`, inputSchema: { text: z.string().optional() } };
      server.registerTool(name, config, async ({ text }, { signal, sendNotification, _meta }) => {
        if (name === "wait") {
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
          cancelled.push(signal.reason);
        }
        if (_meta?.progressToken !== undefined)
          await sendNotification({
            method: "notifications/progress",
            params: { progressToken: _meta.progressToken, progress: 1, message: "halfway" },
          });
        return { content: [{ type: "text", text: `${name}: ${text}` }] };
      });
    }
    await server.connect(transport);
    return transport;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    headers.push(request.headers);
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : await open();
    if (known) await known.handleRequest(request, response);
    else response.writeHead(404, { "content-type": "application/json" }).end('{"error":"no such session"}');
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    port: address.port,
    sessions,
    headers,
    cancelled,
    stop,
  };
}

test("a streamable HTTP server is listed and called, with our headers, and its session is ended [M1]", async () => {
  const server = await startHttpServer();
  const { mcp, call } = setup({ web: { type: "http", url: server.url, headers: { "X-Home": "yes" } } });
  expect(await mcp.connect()).toMatchObject([{ type: "http", state: "ready", tools: 1 }]);
  const progress: unknown[] = [];
  expect(await call("echo", { text: "hi" }, { onProgress: (step) => progress.push(step) })).toBe("echo: hi");
  expect(progress).toEqual([{ progress: 1, message: "halfway" }]);
  expect(server.headers.every((headers) => headers["x-home"] === "yes")).toBe(true);
  await mcp.close();
  expect(server.sessions.size).toBe(0);
});

test("cancellation reaches an HTTP server", async () => {
  const server = await startHttpServer({ tools: ["wait"] });
  const { mcp, call } = setup({ web: { url: server.url } });
  await mcp.connect();
  const controller = new AbortController();
  const waiting = call("wait", {}, { signal: controller.signal });
  await vi.waitFor(
    () => expect(server.headers.filter((headers) => headers["content-length"]).length).toBeGreaterThan(3),
    patience,
  );
  controller.abort();
  expect(await waiting).toContain("was cancelled");
  await vi.waitFor(() => expect(server.cancelled).toHaveLength(1), patience);
});

test("a server that forgot our session gets a new one, and the call works [M4]", async () => {
  const server = await startHttpServer();
  const { mcp, call } = setup({ web: { url: server.url } });
  await mcp.connect();
  server.sessions.clear();
  expect(await call("echo", { text: "again" })).toBe("echo: again");
});

test("a server that was restarted with other tools works again [M4]", async () => {
  const server = await startHttpServer();
  const { mcp, call, manager } = setup({ web: { url: server.url } }, { callWaitMs: 100 });
  await mcp.connect();
  await server.stop();
  await vi.waitFor(() => expect(mcp.status()[0]?.state).toBe("reconnecting"), patience);
  expect(await call("echo", { text: "lost" })).toMatch(
    /^Error: MCP server "web" is not connected \(.+\); reconnecting/,
  );

  await startHttpServer({ port: server.port, tools: ["echo", "other"] });
  await vi.waitFor(() => expect(mcp.status()[0]?.state).toBe("ready"), patience);
  expect(await call("echo", { text: "back" })).toBe("echo: back");
  expect(manager.tools.map(({ name }) => name)).toEqual(["echo", "other"]);
});

test("a server that goes away during a call ends the call [M4]", async () => {
  const server = await startHttpServer({ tools: ["wait"] });
  const { mcp, call } = setup({ web: { url: server.url } });
  await mcp.connect();
  const waiting = call("wait");
  await vi.waitFor(
    () => expect(server.headers.filter((headers) => headers["content-length"]).length).toBeGreaterThan(3),
    patience,
  );
  await server.stop();
  expect(await waiting).toMatch(/^Error: MCP server "web" went away during the call/);
});

test("an address where nobody listens is reported with the reason and what to check [M2]", async () => {
  const server = await startHttpServer();
  await server.stop();
  const { mcp, entries } = setup({ web: { url: server.url } });
  expect(await mcp.connect()).toMatchObject([
    { state: "failed", error: expect.stringContaining("ECONNREFUSED") },
  ]);
  const report = entries.find(({ level }) => level === "error")?.message;
  expect(report).toContain("MCP connection failed after 3 attempts");
  expect(report).toContain(`server running at http://127.0.0.1:${server.port}`);
});
