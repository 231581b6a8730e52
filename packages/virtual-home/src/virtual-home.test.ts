import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { Observer } from "./fixtures/observer.ts";
import { type DeviceSpec, startBroker, startVirtualHome, type VirtualHomeOptions } from "./index.ts";
import { silentLogger } from "./logger.ts";

const one: DeviceSpec[] = [{ kind: "switch", name: "Lamp" }];
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startWithBroker(options: VirtualHomeOptions = {}) {
  const broker = await startBroker();
  closers.push(broker.close);
  const home = await startVirtualHome({ brokerUrl: broker.url, devices: one, reconnectMs: 50, ...options });
  closers.push(() => home.close());
  const observer = await Observer.connect(broker.url);
  closers.push(() => observer.close());
  return { broker, home, observer, status: `${home.clientTopic}/status` };
}

async function run(script: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ["--import", "tsx", ...script], {
    cwd: new URL("../../..", import.meta.url),
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });
  return { child, output, exit };
}

test("status, driver status and values are retained, answers and events are not", async () => {
  const { observer, status } = await startWithBroker();
  const retained = async (topic: string) => (await observer.waitFor((line) => line.topic === topic)).retained;
  expect(await retained(status)).toBe(true);
  expect(await retained("zwave/driver/status")).toBe(true);
  expect(await retained("zwave/Lamp/status")).toBe(true);
  expect(await retained("zwave/Lamp/switch_binary/endpoint_0/currentValue")).toBe(true);
  expect(
    observer.messages.filter(({ topic, retained }) => retained && /_EVENTS|\/api\//.test(topic)),
  ).toEqual([]);
});

test("a home that closes says that the driver is gone and, like zwave-js-ui, leaves its status", async () => {
  const { home, observer, status } = await startWithBroker();
  await observer.value(status, (payload) => (payload as { value: boolean }).value);
  const from = observer.messages.length;
  await Promise.all([home.close(), home.close()]);
  await observer.waitFor(({ topic, payload }) => topic === "zwave/driver/status" && payload === "false", {
    from,
  });
  expect(observer.messages.slice(from).some(({ topic }) => topic === status)).toBe(false);
});

test("a home that crashes leaves its last will", async () => {
  const { home, observer, status } = await startWithBroker();
  await home.crash();
  const will = await observer.waitFor(({ topic, payload }) => topic === status && payload.includes("false"));
  expect(will.payload).toBe('{"value":false}');
});

test("the gateway comes back to a broker that was away, says so, and works", async () => {
  const { broker, home, observer, status } = await startWithBroker();
  await broker.close();
  home.device("Lamp").press(true);
  const from = observer.messages.length;
  const again = await startBroker({ port: broker.port });
  closers.push(again.close);
  await observer.value(status, (payload) => (payload as { value: boolean }).value, { from });
  const answer = await observer.call(home.clientTopic, ["pingNode", 2]);
  expect(answer).toMatchObject({ success: true, result: true });
});

test("a broker that is not there is a clear error with the address and without the password", async () => {
  const broker = await startBroker();
  await broker.close();
  const brokerUrl = broker.url.replace("//", "//user:secret@");
  const error = await startVirtualHome({ brokerUrl, devices: one, connectTimeoutMs: 300 }).catch(
    (cause: unknown) => cause,
  );
  expect((error as Error).message).toMatch(`No MQTT broker at ${broker.url} within 300 ms: `);
  expect((error as Error).message).not.toContain("secret");
});

test("a specification that cannot be is refused before anything starts", async () => {
  const messageOf = async (devices: DeviceSpec[]): Promise<string> => {
    const error: unknown = await startVirtualHome({ devices }).catch((cause: unknown) => cause);
    return (error as Error).message;
  };
  expect(await messageOf([{ kind: "toaster" as "switch" }])).toContain(
    'No device kind "toaster". Known: switch, dimmer',
  );
  const twice: DeviceSpec[] = [
    { kind: "switch", nodeId: 4 },
    { kind: "dimmer", nodeId: 4 },
  ];
  expect(await messageOf(twice)).toBe("Two devices have node id 4.");
  expect(await messageOf([{ kind: "switch", nodeId: 1 }])).toContain("from 2 to 232, not 1");
  expect(await messageOf(Array.from({ length: 300 }, () => ({ kind: "switch" })))).toContain("listedOnly");
});

test("a signal ends a start with its reason, and a running home", async () => {
  const reason = new Error("enough");
  await expect(startVirtualHome({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const early = new AbortController();
  const starting = startVirtualHome({ devices: one, signal: early.signal });
  early.abort(reason);
  await expect(starting).rejects.toBe(reason);
  const inTheMiddle = new AbortController();
  const logger = { ...silentLogger, info: () => inTheMiddle.abort(reason) };
  await expect(startVirtualHome({ signal: inTheMiddle.signal, logger })).rejects.toBe(reason);
  const late = new AbortController();
  const { observer } = await startWithBroker({ signal: late.signal });
  late.abort();
  await observer.waitFor(({ topic, payload }) => topic === "zwave/driver/status" && payload === "false");
});

test("a process that starts and closes a home ends by itself, prints nothing and leaves no file", async () => {
  const scratch = await mkdtemp(join(tmpdir(), "virtual-home-test-"));
  closers.push(() => rm(scratch, { recursive: true }));
  const source = new URL("index.ts", import.meta.url).href;
  const script = `import { startVirtualHome } from ${JSON.stringify(source)};
    const home = await startVirtualHome();
    home.device("Front Door").unlock();
    await home.close();`;
  const { output, exit } = await run(["--input-type=module", "--eval", script], {
    TMPDIR: scratch,
    TSX_DISABLE_CACHE: "1",
  });
  expect(await exit).toBe(0);
  expect(output).toEqual({ stdout: "", stderr: "" });
  expect((await readdir(scratch)).filter((name) => !name.startsWith("tsx-"))).toEqual([]);
}, 30_000);

test("the command says where it is and ends cleanly on Ctrl-C", async () => {
  const broker = await startBroker();
  closers.push(broker.close);
  const cli = new URL("cli.ts", import.meta.url).pathname;
  const { child, output, exit } = await run([cli, "--broker", broker.url, "--name", "My Home"]);
  await new Promise<void>((resolve) => {
    child.stdout.on("data", () => output.stdout.includes("Ctrl-C") && resolve());
  });
  expect(output.stdout).toContain(`Broker ${broker.url}, gateway zwave/_CLIENTS/ZWAVE_GATEWAY-My_Home`);
  expect(output.stdout).toContain("Hallway/Front Door (lock)");
  child.kill("SIGINT");
  expect(await exit).toBe(0);
  expect(output.stderr).toBe("");
}, 30_000);

test("the command explains itself, and refuses what it does not know without a stack trace", async () => {
  const cli = new URL("cli.ts", import.meta.url).pathname;
  const [help, wrong] = await Promise.all([run([cli, "--help"]), run([cli, "--topics", "both"])]);
  expect(await help.exit).toBe(0);
  expect(help.output.stdout).toContain("--broker <url>");
  expect(await wrong.exit).toBe(1);
  expect(wrong.output.stderr).toBe('virtual-home: --topics is named or valueId, not "both".\n');
}, 30_000);
