import { readdirSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { RunningCommand } from "../../testing/command.ts";

/** Processes of which this one is an ancestor. */
function descendants(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])] as const];
      } catch {
        return [];
      }
    });
  const children = parents.filter(([, parent]) => parent === pid).map(([child]) => child);
  return [...children, ...children.flatMap(descendants)];
}

/** A process that has ended and that its new parent has not looked after yet is not alive. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

interface Ready {
  url: string;
  port: number;
  parts: { name: string; state: string }[];
}

async function startUp(): Promise<{ command: RunningCommand; ready: Ready }> {
  const command = new RunningCommand(["start", "--port", "0", "--json"]);
  await command.shows(/"url"/, 60_000);
  return { command, ready: JSON.parse(command.output) as Ready };
}

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s leaves no process and no socket, in under two seconds",
  async (signal) => {
    const { command, ready } = await startUp();
    expect(ready.parts.every(({ state }) => state === "ready")).toBe(true);
    const children = descendants(command.child.pid ?? 0);
    expect(children.length).toBeGreaterThan(0);
    // An answer under way and a page that listens do not hold it.
    const listening = await fetch(new URL("/api/devices", ready.url), {
      headers: { accept: "text/event-stream" },
    });
    const started = performance.now();
    command.child.kill(signal);
    expect(await command.ended).toBe(0);
    expect(performance.now() - started).toBeLessThan(2_000);
    await listening.text().catch(() => "");
    await vi.waitFor(() => expect(children.filter(isAlive)).toEqual([]));
    await expect(fetch(ready.url)).rejects.toThrow("fetch failed");
  },
  90_000,
);

test("killed without a warning, it still leaves no process [M5]", async () => {
  const { command } = await startUp();
  const children = descendants(command.child.pid ?? 0);
  command.child.kill("SIGKILL");
  await vi.waitFor(() => expect(children.filter(isAlive)).toEqual([]), 10_000);
}, 90_000);

test("the last line on stdout is the address, and every part is told", async () => {
  const command = new RunningCommand(["start", "--port", "0"]);
  await command.shows(/ready at/, 60_000);
  expect(command.output).toMatch(/^Antiphon is ready at http:\/\/127\.0\.0\.1:\d+\/\n$/);
  for (const part of ["broker", "home", "mcp:zwave", "model", "http"])
    expect(command.errors).toMatch(new RegExp(`✓ ${part}`));
  expect(command.errors).toMatch(/Model: offline\./);
}, 90_000);

test("a port that is in use is named, with what to do, and nothing stays", async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void blocker.close());
  await vi.waitFor(() => expect(blocker.listening).toBe(true));
  const { port } = blocker.address() as AddressInfo;
  const command = new RunningCommand(["start", "--port", String(port)]);
  expect(await command.ended).toBe(1);
  expect(command.errors).toMatch(new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use.*--port`));
}, 60_000);

test("a part that fails is named with the reason, and the rest works [G2]", async () => {
  const env = { ANTIPHON_MCP: "/nowhere/servers.json" };
  const command = new RunningCommand(["start", "--port", "0"], { env });
  await command.shows(/ready at/, 60_000);
  expect(command.errors).toMatch(/✗ mcp .*\/nowhere\/servers\.json: does not exist/);
  const url = /http:\S+/.exec(command.output)?.[0] ?? "";
  const health = (await (await fetch(new URL("/api/health", url))).json()) as { ok: boolean };
  expect(health.ok).toBe(false);
  const response = await fetch(new URL("/api/chat", url), {
    method: "POST",
    body: JSON.stringify({ message: "turn on the kitchen light" }),
  });
  expect(await response.text()).toMatch(/Kitchen Light is on/);
}, 90_000);

test("a broker that is not there is named, and chat still answers", async () => {
  const command = new RunningCommand(["start", "--port", "0", "--broker", "mqtt://127.0.0.1:1"]);
  await command.shows(/ready at/, 60_000);
  expect(command.errors).toMatch(/✗ broker .*cannot be reached.*--broker/);
  const url = /http:\S+/.exec(command.output)?.[0] ?? "";
  const body = JSON.stringify({ message: "what time is it?" });
  const response = await fetch(new URL("/api/chat", url), { method: "POST", body });
  expect(await response.text()).toMatch(/"stopReason":"answer"/);
}, 90_000);

test("other commands use the home of a gateway that runs", async () => {
  const { command, ready } = await startUp();
  const env = { ANTIPHON_PORT: String(ready.port) };
  const args = JSON.stringify({ deviceName: "Kitchen/Kitchen Light", action: "on" });
  const call = new RunningCommand(["call", "control_zwave_device", args], { env, input: "" });
  expect(await call.ended).toBe(0);
  expect(call.output).toBe("Kitchen Light is on.\n");
  await vi.waitFor(async () => {
    const { devices } = (await (await fetch(new URL("/api/devices", ready.url))).json()) as {
      devices: { name: string; on?: boolean }[];
    };
    expect(devices.find(({ name }) => name === "Kitchen Light")).toMatchObject({ on: true });
  }, 5_000);
  const refused = new RunningCommand(["call", "unlock_door", '{"deviceName":"Front Door"}'], {
    env,
    input: "",
  });
  expect(await refused.ended).toBe(1);
  expect(refused.errors).toMatch(/nobody to ask/);
  const allowed = new RunningCommand(["call", "unlock_door", '{"deviceName":"Front Door"}', "--yes"], {
    env,
    input: "",
  });
  expect(await allowed.ended).toBe(0);
  command.child.kill("SIGTERM");
  expect(await command.ended).toBe(0);
}, 120_000);
