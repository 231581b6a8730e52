import "@modelcontextprotocol/sdk/client/index.js";
import { tool } from "@langchain/core/tools";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { ToolManager } from "../tools/tool-manager.ts";
import { fixture, recordingLogger } from "./fixtures/setup.ts";
import { McpIntegration, type McpIntegrationOptions } from "./integration.ts";
import { jittered, retryDelay } from "./retry-delays.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const brokenSpawn = (() => {
  throw new Error("out of processes");
}) as unknown as NonNullable<McpIntegrationOptions["spawn"]>;

function start(options: Partial<McpIntegrationOptions> = {}) {
  const { logger, entries } = recordingLogger();
  const manager = new ToolManager({ logger });
  for (const name of ["datetime", "search"])
    manager.add(tool(() => "", { name, description: name, schema: z.object({}) }));
  const mcp = new McpIntegration({
    servers: { zwave: { command: "zwave-mcp-server" } },
    manager,
    logger,
    spawn: brokenSpawn,
    ...options,
  });
  const attempts = (): unknown[] =>
    entries.filter(({ message }) => /attempt \d+$/.test(message)).map(({ fields }) => fields["attempt"]);
  return { mcp, entries, attempts };
}

/** Lets everything happen that waits for no timer: loading modules takes as long as it takes. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20 || (vi.getTimerCount() === 0 && i < 20_000); i++)
    await new Promise((resolve) => setImmediate(resolve));
}

test("three attempts go out after 0, 2 and 4 seconds, each logged with number and delay [M2]", async () => {
  const { mcp, entries, attempts } = start();
  const connecting = mcp.connect();
  await settle();
  expect(attempts()).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1_999);
  await settle();
  expect(attempts()).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1);
  await settle();
  expect(attempts()).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(3_999);
  await settle();
  expect(attempts()).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await connecting).toMatchObject([{ name: "zwave", state: "failed", attempts: 3 }]);
  expect(attempts()).toEqual([1, 2, 3]);
  expect(
    entries.filter(({ message }) => /attempt \d$/.test(message)).map(({ fields }) => fields["delayMs"]),
  ).toEqual([0, 2_000, 4_000]);
});

test("after the last attempt one error says why, what to check and what remains [M2]", async () => {
  const { mcp, entries } = start();
  const connecting = mcp.connect();
  await settle();
  await vi.advanceTimersByTimeAsync(2_000);
  await settle();
  await vi.advanceTimersByTimeAsync(4_000);
  await connecting;
  const errors = entries.filter(({ level }) => level === "error");
  expect(errors.map(({ message }) => message)).toEqual([
    `MCP connection failed after 3 attempts
   Reason: Connection to stdio server 'zwave' failed: out of processes
   MCP Server stderr: (nothing)
   Check: MQTT broker running (or whatever this server needs), zwave-mcp-server installed, settings in mcpServers.zwave
⚠️ Continuing with local tools only (datetime, search)`,
  ]);
});

test("number and delay of attempts are configurable in one place [M2]", async () => {
  const { mcp, attempts } = start({ retry: { attempts: 2, baseDelayMs: 50 } });
  const connecting = mcp.connect();
  await settle();
  await vi.advanceTimersByTimeAsync(50);
  expect(await connecting).toMatchObject([{ state: "failed", attempts: 2 }]);
  expect(attempts()).toEqual([1, 2]);
});

test("connect() tries a failed server again", async () => {
  const { mcp, attempts } = start({ retry: { attempts: 1 } });
  await mcp.connect();
  await mcp.connect();
  expect(attempts()).toEqual([1, 1]);
});

test("close() ends the waiting for the next attempt at once", async () => {
  const { mcp, attempts } = start();
  const connecting = mcp.connect();
  await settle();
  await mcp.close();
  expect(await connecting).toMatchObject([{ state: "closed" }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(attempts()).toEqual([1]);
});

test("a server that never answers initialize is given up after its time", async () => {
  vi.useRealTimers();
  const { mcp } = start({
    servers: { mute: { command: process.execPath, args: [fixture("faulty-server.mjs"), "silent"] } },
    spawn: (await import("node:child_process")).spawn,
    retry: { attempts: 1 },
    initializeTimeoutMs: 300,
  });
  const [status] = await mcp.connect();
  expect(status).toMatchObject({
    state: "failed",
    error: expect.stringContaining("did not answer within 300 ms"),
  });
});

test("delays double up to the limit, and jitter only shortens them", () => {
  const plan = { attempts: 3, baseDelayMs: 2_000, maxDelayMs: 30_000 };
  expect([1, 2, 3, 4, 5, 6, 7, 1_000].map((attempt) => retryDelay(attempt, plan))).toEqual([
    0, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ]);
  expect([jittered(2_000, () => 0), jittered(2_000, () => 0.999_999)]).toEqual([1_000, 2_000]);
});
