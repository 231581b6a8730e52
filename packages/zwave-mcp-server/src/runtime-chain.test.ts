import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { McpIntegration, silentLogger, ToolExecutor, ToolManager } from "antiphon";
import { startBroker, startVirtualHome, type Broker, type VirtualHome } from "virtual-home";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

// The whole way: ToolExecutor → MCP child process → broker → zwave-js driver → the node on the wall, and back.

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const command = [process.execPath, "--import", "tsx", "--conditions=antiphon-source", "src/cli.ts"] as const;

let broker: Broker;
let home: VirtualHome;
let mcp: McpIntegration;
let executor: ToolExecutor;

beforeAll(async () => {
  broker = await startBroker();
  home = await startVirtualHome({
    brokerUrl: broker.url,
    devices: [
      { kind: "dimmer", room: "Kitchen", name: "Ceiling Light" },
      { kind: "switch", room: "Bedroom", name: "Lamp" },
      { kind: "switch", room: "Office", name: "Lamp" },
      { kind: "switch", room: "Salle à manger", name: "L'éclairage d'Anaïs" },
      { kind: "switch", room: "Cellar", name: "Pump" },
    ],
  });
  const manager = new ToolManager({ logger: silentLogger });
  mcp = new McpIntegration({
    servers: {
      zwave: {
        command: command[0],
        args: command.slice(1),
        cwd: packageFolder,
        env: { MQTT_URL: broker.url, ZWAVE_CONFIRM_TIMEOUT_MS: "1500" },
      },
    },
    manager,
    logger: silentLogger,
  });
  executor = new ToolExecutor(manager, { logger: silentLogger });
  expect(await mcp.connect()).toMatchObject([{ name: "zwave", state: "ready" }]);
}, 60_000);

afterAll(async () => {
  await mcp.close();
  await home.close();
  await broker.close();
});

let calls = 0;
async function control(args: Record<string, unknown>): Promise<{ content: unknown; status: unknown }> {
  const { content, status } = await executor.execute({
    id: `call_${++calls}`,
    name: "control_zwave_device",
    args,
  });
  return { content, status };
}

test("a call switches the node, and the result is what the node reports [Z3]", async () => {
  expect(await control({ deviceName: "kitchen ceiling light", action: "dim", level: 40 })).toEqual({
    status: "success",
    content: "Kitchen Ceiling Light is on at 40 %.",
  });
  expect(home.device("Kitchen/Ceiling Light").state()).toMatchObject({ level: 40 });
});

test("the names that models like reach the server as it declares them [N2]", async () => {
  expect(await control({ device_name: "Ceiling Light", command: "off" })).toMatchObject({
    status: "success",
  });
  expect(home.device("Kitchen/Ceiling Light").state()).toMatchObject({ level: 0 });
});

test('a dimmer at "100" is a dimmer at 100 % [Z2]', async () => {
  expect(await control({ deviceName: "Ceiling Light", action: "dim", level: "100" })).toMatchObject({
    content: "Kitchen Ceiling Light is on at 100 %.",
  });
});

test("of two devices of one name neither is switched: the answer asks which one [Z4]", async () => {
  const { content } = await control({ deviceName: "lamp", action: "on" });
  expect(content).toMatch(/Bedroom/);
  expect(content).toMatch(/Office/);
  expect(home.device("Bedroom/Lamp").state()).toMatchObject({ on: false });
  expect(home.device("Office/Lamp").state()).toMatchObject({ on: false });
  expect(await control({ deviceName: "office lamp", action: "on" })).toMatchObject({ status: "success" });
  expect(home.device("Office/Lamp").state()).toMatchObject({ on: true });
});

test("apostrophes and accents are no obstacle [Z4]", async () => {
  expect(await control({ deviceName: "l'eclairage d'anais", action: "on" })).toMatchObject({
    status: "success",
  });
  expect(home.device("Salle à manger/L'éclairage d'Anaïs").state()).toMatchObject({ on: true });
});

test("a write that did not take is an error, in words [Z3]", async () => {
  const pump = home.device("Cellar/Pump");
  pump.ignoreWrites();
  const { content, status } = await control({ deviceName: "Pump", action: "on" });
  pump.obeyWrites();
  expect(status).toBe("error");
  expect(content).toMatch(/^Error: .*Pump.*off/s);
  expect(pump.state()).toMatchObject({ on: false });
});

test("a node that stopped answering is an error, in words, and works again when it is back [Z3]", async () => {
  const pump = home.device("Cellar/Pump");
  pump.stopAnswering();
  expect(await control({ deviceName: "Pump", action: "on" })).toMatchObject({
    status: "error",
    content: expect.stringMatching(/^Error: .*Pump/),
  });
  pump.resumeAnswering();
  await vi.waitFor(
    async () =>
      expect(await control({ deviceName: "Pump", action: "on" })).toMatchObject({ status: "success" }),
    {
      timeout: 20_000,
      interval: 500,
    },
  );
}, 60_000);

test("a broker that goes away in mid-command is told, and all works again when it is back [Z3]", async () => {
  home.device("Bedroom/Lamp").stopAnswering();
  const pending = control({ deviceName: "bedroom lamp", action: "on" });
  await new Promise((resolve) => setImmediate(resolve));
  const { port } = new URL(broker.url);
  await broker.close();
  expect(await pending).toMatchObject({ status: "error", content: expect.stringMatching(/broker/i) });
  expect(await control({ deviceName: "Ceiling Light", action: "off" })).toMatchObject({
    status: "error",
    content: expect.stringMatching(/broker/i),
  });
  home.device("Bedroom/Lamp").resumeAnswering();
  broker = await startBroker({ port: Number(port) });
  await vi.waitFor(
    async () =>
      expect(await control({ deviceName: "Ceiling Light", action: "off" })).toMatchObject({
        status: "success",
      }),
    {
      timeout: 30_000,
      interval: 500,
    },
  );
  expect(home.device("Kitchen/Ceiling Light").state()).toMatchObject({ level: 0 });
}, 90_000);

test("the MCP inspector's command line lists and calls the tools", async () => {
  // The package looks for the manifest of the inspector that it is a part of.
  const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), "inspector-"));
  await cp(join(modules, "@modelcontextprotocol/inspector-cli/build"), join(folder, "cli/build"), {
    recursive: true,
  });
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name: "inspector", version: "1.0.3", type: "module" }),
  );
  await symlink(modules, join(folder, "node_modules"));

  const inspect = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        join(folder, "cli/build/cli.js"),
        "--cli",
        "-e",
        `MQTT_URL=${broker.url}`,
        "--",
        ...command,
        "--method",
        ...args,
      ],
      { cwd: packageFolder },
    );
    return JSON.parse(stdout) as { tools: { name: string }[]; content: { text: string }[] };
  };
  const { tools } = await inspect("tools/list");
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["list_zwave_devices", "control_zwave_device", "get_device_sensor_data"]),
  );
  const { content } = await inspect("tools/call", "--tool-name", "list_zwave_devices");
  expect(content[0]?.text).toContain("Ceiling Light");
  await rm(folder, { recursive: true });
}, 60_000);
