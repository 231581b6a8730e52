import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { startBroker } from "virtual-home";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { FakeGateway } from "../testing/fake-gateway.ts";
import { fakeDimmer, fakeSwitch } from "../testing/nodes.ts";
import { type ServerProcess, spawnServer, startServer } from "../testing/server-process.ts";

let deadUrl: string;
/** A server whose broker is away. */
let lonely: ServerProcess;
const running: ServerProcess[] = [];

async function start(environment: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer(environment);
  running.push(server);
  return server;
}

async function run(args: string[], environment: Record<string, string> = {}) {
  const child = spawnServer(environment, args);
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin?.on("error", () => undefined);
  child.stdin?.end();
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

beforeAll(async () => {
  // A port where nobody listens any more.
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  deadUrl = `mqtt://ann:hunter2@127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.close();
  await once(server, "close");
  lonely = await start({ MQTT_URL: deadUrl });
});

afterAll(async () => {
  for (const server of running) {
    await server.end();
  }
});

test("without a broker it answers initialize and tools/list, and calls fail in a sentence without the password [Z3]", async () => {
  const server = lonely;
  const { tools } = await server.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["list_zwave_devices", "control_zwave_device", "get_device_sensor_data"]),
  );
  const { text, isError } = await server.call("control_zwave_device", { deviceName: "Lamp", action: "on" });
  expect(isError).toBe(true);
  expect(text).toMatch(
    /^The MQTT broker at mqtt:\/\/127\.0\.0\.1:\d+ is not connected \(.*ECONNREFUSED.*\)\. .*Nothing was switched\.$/,
  );
  const health = await server.call("zwave_health");
  expect(health).toMatchObject({ isError: false, data: { healthy: false, broker: { connected: false } } });
  expect(text + health.text + server.stderr()).not.toMatch(/hunter2|ann:/);
});

test("every tool has a title, a description, strict input, an output schema and hints; only unlocking is destructive [Z5]", async () => {
  const { tools } = await lonely.client.listTools();
  for (const tool of tools) {
    expect(tool).toMatchObject({
      title: expect.stringMatching(/\w/) as string,
      description: expect.stringMatching(/\w{3}.{20}/) as string,
      inputSchema: { type: "object", additionalProperties: false },
      outputSchema: { type: "object" },
      annotations: { openWorldHint: false, idempotentHint: true },
    });
  }
  const named = (hint: "destructiveHint" | "readOnlyHint") =>
    tools.filter(({ annotations }) => annotations?.[hint] === true).map(({ name }) => name);
  expect(named("destructiveHint")).toEqual(["unlock_door"]);
  expect(named("readOnlyHint")).toEqual([
    "list_zwave_devices",
    "get_device_sensor_data",
    "get_thermostat",
    "zwave_health",
  ]);
  const control = tools.find(({ name }) => name === "control_zwave_device");
  expect(Object.keys(control?.inputSchema.properties ?? {})).toEqual(["deviceName", "action", "level"]);
  expect(control?.inputSchema.required).toEqual(["deviceName", "action"]);
  expect(JSON.stringify(tools.map(({ inputSchema }) => inputSchema))).not.toMatch(/"type":\[|"null"/);
});

test("it ends when stdin ends, quickly and with code 0, even while the broker is away [Z1]", async () => {
  const server = await startServer({ MQTT_URL: deadUrl });
  expect(await server.end()).toBe(0);
});

test.each(["SIGTERM", "SIGINT"] as const)("it ends on %s with code 0", async (signal) => {
  const server = await startServer({ MQTT_URL: deadUrl });
  const exited = once(server.child, "exit");
  server.child.kill(signal);
  expect(await exited).toEqual([0, null]);
});

test("requests that came before the end of stdin are still answered", async () => {
  const child = spawnServer({ MQTT_URL: deadUrl, LOG_LEVEL: "silent" });
  const initialize = {
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "0" } },
  };
  let stdout = "";
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  const lines = [
    { jsonrpc: "2.0", id: 1, ...initialize },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "zwave_health", arguments: {} } },
  ];
  child.stdin?.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await once(child, "close");
  const answers = stdout.trimEnd().split("\n");
  expect(answers.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2]);
});

test("garbage on stdin is passed over, the next request is answered [Z1]", async () => {
  const server = lonely;
  server.child.stdin?.write('garbage\n{"half":\n\u0000\u0001\n[]\n{"jsonrpc":"1.0"}\n\n');
  await expect(server.client.ping()).resolves.toEqual({});
});

test("what a dependency prints goes to stderr, never to stdout [Z1]", async () => {
  const print = "console.log('noise-a'); log('noise-b'); process.stdout.write('noise-c\\n')";
  // It begins when the server reads its input, and uses a console that was caught before.
  const noise = `const { log } = console; setInterval(() => { if (process.stdin.listenerCount("data") > 0) { ${print} } }, 20).unref()`;
  const server = await start({
    MQTT_URL: deadUrl,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noise)}`,
  });
  await vi.waitFor(() => expect(server.stderr()).toMatch(/noise-a[^]*noise-b[^]*noise-c[^]*noise-a/), 10_000);
  await server.client.ping();
  expect(server.strayLines).toEqual([]);
});

test("--help and --version answer and end", async () => {
  const [help, version] = await Promise.all([run(["--help"]), run(["--version"])]);
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("MQTT_URL") as string });
  expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string });
});

test("a wrong option or a wrong variable is named on stderr, stdout stays empty", async () => {
  const [option, variable] = await Promise.all([run(["--nonsense"]), run([], { LOG_LEVEL: "loud" })]);
  expect(option).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("--nonsense") as string,
  });
  expect(variable).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("LOG_LEVEL") as string,
  });
});

test("wrong arguments and unknown tools are answered in words [Z5]", async () => {
  const server = lonely;
  const wrong = await server.call("control_zwave_device", { device_name: "Lamp", action: "dance" });
  expect(wrong).toMatchObject({ isError: true });
  expect(wrong.text).toMatch(
    /"deviceName" is required.*"action" must be one of on, off, dim.*no "device_name".*parameters are: deviceName, action, level\. Nothing was switched\./,
  );
  await expect(
    server.call("control_zwave_device", { deviceName: "x".repeat(100_000), action: "on" }),
  ).resolves.toMatchObject({
    isError: true,
    text: expect.stringContaining("at most 200 characters") as string,
  });
  for (const name of ["constructor", "open_pod_bay_doors"]) {
    await expect(server.call(name)).rejects.toThrow(`Unknown tool "${name}"`);
  }
});

test("a cancelled call stops waiting, and the server goes on", async () => {
  const broker = await startBroker();
  const silent = { getNodes: () => undefined };
  const gateway = await FakeGateway.start({ brokerUrl: broker.url, nodes: [], api: silent });
  const server = await start({ MQTT_URL: broker.url, ZWAVE_REQUEST_TIMEOUT_MS: "60000" });
  const cancel = new AbortController();
  const call = server.client.callTool({ name: "list_zwave_devices" }, undefined, { signal: cancel.signal });
  await vi.waitFor(() => expect(gateway.calls).toHaveLength(1), 10_000);
  cancel.abort();
  await expect(call).rejects.toThrow(/abort/i);
  await vi.waitFor(() => expect(server.stderr()).toContain('"tool":"list_zwave_devices"'), 10_000);
  await expect(server.client.ping()).resolves.toEqual({});
  await gateway.close();
  await broker.close();
});

test("a thousand calls in flight all get their own answer", async () => {
  const broker = await startBroker();
  const nodes = Array.from({ length: 100 }, (_, index) => {
    const identity = { id: index + 2, room: "Hall", name: `Lamp ${index}` };
    return index % 2 === 0 ? fakeDimmer(identity) : fakeSwitch(identity);
  });
  const gateway = await FakeGateway.start({ brokerUrl: broker.url, nodes });
  const server = await start({ MQTT_URL: broker.url, LOG_LEVEL: "warn" });
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, async (_, index) => {
      const deviceName = `Hall/Lamp ${index % 100}`;
      const answer =
        index % 4 === 3
          ? await server.call("get_device_sensor_data", { deviceName })
          : await server.call("control_zwave_device", { deviceName, action: index % 3 === 0 ? "off" : "on" });
      return { deviceName, ...answer };
    }),
  );
  expect(answers.filter(({ isError }) => isError)).toEqual([]);
  for (const { deviceName, text } of answers) expect(text).toContain(deviceName.replace("/", " "));
  await gateway.close();
  await broker.close();
}, 60_000);
