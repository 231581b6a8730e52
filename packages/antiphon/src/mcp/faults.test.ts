import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { silentLogger } from "../logger.ts";
import { faulty, isRunning, setup, temporaryFolder } from "./fixtures/setup.ts";
import { StdioTransport } from "./stdio.ts";

const patience = { timeout: 10_000, interval: 20 };

test("a command that is not there is named, and the other servers work [M1] [M2]", async () => {
  const { mcp, call, entries } = setup({ missing: { command: "no-such-mcp-server" }, good: faulty() });
  const states = await mcp.connect();
  expect(states).toMatchObject([
    { name: "missing", state: "failed", error: 'the command "no-such-mcp-server" was not found' },
    { name: "good", state: "ready", tools: 11 },
  ]);
  expect(await call("echo", { text: "hi" })).toBe('{"text":"hi"}');
  const report = entries.find(({ level }) => level === "error")?.message;
  expect(report).toMatch(/^MCP connection failed after 3 attempts\n/);
  expect(report).toContain("no-such-mcp-server installed");
});

test("a working directory that is not there is named, not the command", async () => {
  const { mcp } = setup({ lost: { ...faulty(), cwd: "/no/such/folder" } }, { retry: { attempts: 1 } });
  expect(await mcp.connect()).toMatchObject([
    { error: 'the working directory "/no/such/folder" does not exist' },
  ]);
});

test("the reason a server prints before it dies is in our error, with its exit code, without its secrets [M2] [M3]", async () => {
  const { mcp, entries } = setup({ zwave: faulty("dies") });
  const [status] = await mcp.connect();
  expect(status?.stderr).toBe(
    "starting up\nError: cannot reach MQTT broker at mqtt://user:[redacted]@localhost:1883",
  );
  const report = entries.find(({ level }) => level === "error")?.message;
  expect(report).toContain("Error: cannot reach MQTT broker at mqtt://user:[redacted]@localhost:1883");
  expect(report).toContain("Exit code: 1");
  expect(report).toContain("MQTT broker running");
  expect(report).toContain("Continuing with local tools only (none)");
  expect(JSON.stringify(entries)).not.toContain("hunter2");
});

test("success on the second attempt is logged as such [M2]", async () => {
  const { mcp, entries } = setup({
    late: faulty("dies-once", `marker=${join(temporaryFolder(), "marker")}`),
  });
  expect(await mcp.connect()).toMatchObject([{ state: "ready", attempts: 2 }]);
  expect(entries).toContainEqual(
    expect.objectContaining({ level: "info", message: "MCP connection succeeded on attempt 2" }),
  );
});

test("a megabyte on stderr at once blocks nothing, and its end is kept [M3]", async () => {
  const { mcp, call } = setup({ loud: faulty("floods-stderr") });
  await mcp.connect();
  expect(await call("echo", { text: "hi" })).toBe('{"text":"hi"}');
  const [status] = mcp.status();
  expect(status?.stderr.endsWith("the last line")).toBe(true);
  expect(status?.stderr.length).toBeLessThan(10_000);
});

test("garbage, half lines and binary on stdout are counted and shown; every message is processed [M3]", async () => {
  const { mcp, call, entries } = setup({ noisy: faulty("noise") });
  expect(await mcp.connect()).toMatchObject([{ state: "ready", tools: 11 }]);
  expect(await call("echo", { text: "hi" })).toBe('{"text":"hi"}');
  expect(mcp.status()[0]?.noise).toBeGreaterThanOrEqual(12);
  const shown = entries
    .filter(({ message }) => message.includes("JSON-RPC"))
    .map(({ fields }) => fields["content"]);
  expect(shown).toContain('{"jsonrpc":"2.0","id":');
  expect(shown).toContain("Connecting to broker… password=[redacted]");
});

test("a line that would fill the memory ends the connection with an error [M3]", async () => {
  const { command, args } = faulty("huge-line", "bytes=200000");
  const errors: string[] = [];
  const transport = new StdioTransport(
    { type: "stdio", command, args, env: {} },
    { logger: silentLogger, env: process.env, maxLineBytes: 100_000, graceMs: 500 },
  );
  transport.onerror = ({ message }) => errors.push(message);
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  await transport.start();
  await closed;
  expect(errors).toContain("a line on stdout is longer than 100000 bytes");
  expect(transport.pid).toBeUndefined();
});

test("killed between calls: the next call works, with the tools that were there [M4]", async () => {
  const { mcp, call, manager } = setup({ zwave: faulty() });
  await mcp.connect();
  const before = manager.find("echo");
  const first = mcp.status()[0]?.pid ?? 0;
  process.kill(first, "SIGKILL");
  expect(await call("echo", { text: "again" })).toBe('{"text":"again"}');
  expect(mcp.status()[0]?.pid).not.toBe(first);
  expect(manager.find("echo")).toBe(before);
});

test("killed during a call: the call says so, the next one works [M4]", async () => {
  const { mcp, call } = setup({ zwave: faulty() });
  await mcp.connect();
  const waiting = call("wait");
  // Answered after the other call has arrived.
  await call("echo");
  process.kill(mcp.status()[0]?.pid ?? 0, "SIGKILL");
  expect(await waiting).toMatch(/^Error: MCP server "zwave" went away during the call \(killed by SIGKILL\)/);
  expect(await call("echo", { text: "again" })).toBe('{"text":"again"}');
});

test("while a server stays away, calls fail clearly and its tools stay [M4]", async () => {
  const folder = temporaryFolder();
  const toolsfile = join(folder, "tools");
  writeFileSync(toolsfile, "echo,exit");
  const { mcp, call, manager } = setup(
    { zwave: faulty("none", `toolsfile=${toolsfile}`) },
    { callWaitMs: 50 },
  );
  await mcp.connect();
  // Without the file the server cannot start again.
  renameSync(toolsfile, `${toolsfile}.away`);
  expect(await call("exit", { code: 1 })).toContain("exit code 1");
  expect(await call("echo")).toMatch(/^Error: MCP server "zwave" is not connected \(.+\); reconnecting$/);
  expect(mcp.status()).toMatchObject([{ state: "reconnecting", tools: 2 }]);
  expect(manager.find("echo")).toBeDefined();
  renameSync(`${toolsfile}.away`, toolsfile);
  await vi.waitFor(() => expect(mcp.status()[0]?.state).toBe("ready"), patience);
  expect(await call("echo", { text: "back" })).toBe('{"text":"back"}');
});

test("a restart with another tool list is reflected [M4]", async () => {
  const toolsfile = join(temporaryFolder(), "tools");
  writeFileSync(toolsfile, "echo,old");
  const { mcp, call, manager } = setup({ zwave: faulty("none", `toolsfile=${toolsfile}`) });
  await mcp.connect();
  const echo = manager.find("echo");
  writeFileSync(toolsfile, "echo,new");
  process.kill(mcp.status()[0]?.pid ?? 0, "SIGKILL");
  expect(await call("echo", { text: "hi" })).toBe('{"text":"hi"}');
  expect(manager.tools.map(({ name }) => name)).toEqual(["echo", "new"]);
  expect(manager.find("echo")).toBe(echo);
  expect(await call("old")).toContain('Unknown tool "old"');
});

test("a server that dies again and again is not restarted in a hurry [M4]", async () => {
  const { mcp, call, entries } = setup({ zwave: faulty() }, { retry: { baseDelayMs: 100 } });
  await mcp.connect();
  for (let i = 0; i < 3; i++) await call("exit");
  await call("echo");
  const delays = entries
    .filter(({ message }) => /attempt \d+$/.test(message) && message.startsWith("MCP connection attempt"))
    .map(({ fields }) => fields["delayMs"] as number);
  expect(delays.slice(0, 2)).toEqual([0, 0]);
  expect(delays[2]).toBeGreaterThanOrEqual(50);
  expect(delays[3]).toBeGreaterThanOrEqual(100);
});

test("a server without tools is ready, with none", async () => {
  const { mcp } = setup({ bare: faulty("no-tools") });
  expect(await mcp.connect()).toMatchObject([{ state: "ready", tools: 0 }]);
});

test("a tool list without end is cut, one without sense loses only the senseless tool", async () => {
  const { mcp, manager, entries } = setup({
    endless: faulty("endless-list", "tools=one"),
    odd: faulty("none", "tools=broken,bare,with.dot"),
  });
  await mcp.connect();
  expect(manager.tools.map(({ name, description }) => [name, description])).toEqual(
    expect.arrayContaining([
      ["one", "The tool one"],
      ["bare", "Tool bare of odd"],
      ["with_dot", "The tool with.dot"],
    ]),
  );
  expect(manager.tools).toHaveLength(3);
  expect(entries.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      expect.stringContaining("has no end"),
      expect.stringContaining("cannot be used"),
    ]),
  );
});

test("close() ends a server that ignores the end of its input and SIGTERM, and what it started [M5]", async () => {
  const pidfile = join(temporaryFolder(), "pids");
  const { mcp, manager } = setup({
    stays: faulty("stays", `pidfile=${pidfile}`),
    parent: faulty("has-child", `pidfile=${pidfile}`),
  });
  await mcp.connect();
  const pids = readFileSync(pidfile, "utf8").trim().split("\n").map(Number);
  expect(pids).toHaveLength(3);
  expect(pids.map(isRunning)).toEqual([true, true, true]);
  await Promise.all([mcp.close(), mcp.close()]);
  await vi.waitFor(() => expect(pids.map(isRunning)).toEqual([false, false, false]), patience);
  expect(mcp.status().map(({ state }) => state)).toEqual(["closed", "closed"]);
  expect(manager.tools).toEqual([]);
});

test("close() during connecting leaves no process", async () => {
  const pidfile = join(temporaryFolder(), "pids");
  const { mcp } = setup({ mute: faulty("silent", `pidfile=${pidfile}`) });
  const connecting = mcp.connect();
  const pid = await vi.waitFor(() => {
    const found = Number(readFileSync(pidfile, "utf8"));
    expect(found).toBeGreaterThan(0);
    return found;
  }, patience);
  await mcp.close();
  expect(await connecting).toMatchObject([{ state: "closed" }]);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), patience);
});

test("children get the basics and their own settings, never our keys [M5]", async () => {
  const { mcp, call } = setup(
    { zwave: { ...faulty(), env: { MQTT_URL: "mqtt://localhost" } } },
    {
      env: {
        PATH: process.env["PATH"],
        HOME: "/home/x",
        OPENAI_API_KEY: "sk-secret",
        SHELLSHOCK: "() { :; }",
      },
    },
  );
  await mcp.connect();
  expect(JSON.parse(await call("environment"))).toEqual({
    PATH: process.env["PATH"],
    HOME: "/home/x",
    MQTT_URL: "mqtt://localhost",
  });
});
