import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ToolManager } from "../tools/tool-manager.ts";
import { loadMcpConfig, McpConfigError, parseServers } from "./config.ts";
import { temporaryFolder } from "./fixtures/setup.ts";
import { McpIntegration } from "./integration.ts";

function configFile(content: unknown): string {
  const file = join(temporaryFolder(), ".mcp.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

test("stdio and HTTP servers are told apart by their keys [M1]", () => {
  const servers = parseServers({
    zwave: { command: "zwave-mcp-server", args: ["--fast"], env: { PORT: 1883 }, cwd: "/tmp" },
    weather: { url: "https://weather.example/mcp", headers: { Authorization: "Bearer x" } },
    typed: { type: "streamable-http", url: "http://localhost:3000/mcp", alwaysAllow: ["x"] },
    off: { disabled: true },
  });
  expect(Object.fromEntries(servers)).toEqual({
    zwave: {
      type: "stdio",
      command: "zwave-mcp-server",
      args: ["--fast"],
      env: { PORT: "1883" },
      cwd: "/tmp",
    },
    weather: { type: "http", url: "https://weather.example/mcp", headers: { Authorization: "Bearer x" } },
    typed: { type: "http", url: "http://localhost:3000/mcp", headers: {} },
  });
});

test.each([
  [{ a: { args: [] } }, /mcpServers\.a: needs "command"/],
  [{ a: { command: "" } }, /mcpServers\.a\.command: must not be empty/],
  [{ a: { command: "x", args: "y" } }, /mcpServers\.a\.args: must be a list of texts/],
  [{ a: { command: "x", env: { TOKEN: null } } }, /mcpServers\.a\.env\.TOKEN: must be a text/],
  [{ a: { url: "localhost" } }, /mcpServers\.a\.url: must be an http or https address/],
  [{ a: { url: "ftp://host" } }, /mcpServers\.a\.url/],
  [{ a: { url: "http://h", command: "x" } }, /both "command" and "url"/],
  [{ a: { type: "sse", url: "http://h" } }, /mcpServers\.a\.type: "sse"/],
  [{ a: { type: "carrier-pigeon" } }, /mcpServers\.a\.type: "carrier-pigeon" is not known/],
  [{ a: "zwave" }, /mcpServers\.a: must be an object/],
  [{ "": { command: "x" } }, /empty name/],
  [[], /must be an object/],
])("%j is refused with the place that is wrong", (servers, message) => {
  expect(() => parseServers(servers)).toThrow(message);
  expect(() => new McpIntegration({ servers: servers as never, manager: new ToolManager() })).toThrow(
    McpConfigError,
  );
});

test("all mistakes are named at once", () => {
  expect(() => parseServers({ a: {}, b: { command: 5 } })).toThrow(/mcpServers\.a[^]*mcpServers\.b\.command/);
});

test("a name from Object.prototype is a server like any other", () => {
  expect([...parseServers({ constructor: { command: "x" } }).keys()]).toEqual(["constructor"]);
});

test("references in a file are replaced by the environment or their default [M1]", async () => {
  const file = configFile({
    mcpServers: {
      zwave: {
        command: "${BIN}/zwave",
        args: ["--url=${MQTT_URL:-mqtt://localhost}"],
        env: { KEY: "${EMPTY:-x}" },
      },
      web: { url: "http://${HOST}/mcp", headers: { Authorization: "Bearer ${TOKEN}" } },
    },
  });
  const env = { BIN: "/opt", HOST: "home.local", TOKEN: "t", EMPTY: "" };
  expect(await loadMcpConfig(file, { env })).toEqual({
    zwave: { command: "/opt/zwave", args: ["--url=mqtt://localhost"], env: { KEY: "x" } },
    web: { url: "http://home.local/mcp", headers: { Authorization: "Bearer t" } },
  });
});

test("a variable that is not set is named with its place; a server that is off does not ask for any", async () => {
  const file = configFile({
    mcpServers: {
      zwave: { command: "x", args: ["a", "${NOWHERE}"] },
      off: { command: "${NEVER}", disabled: true },
    },
  });
  const loading = loadMcpConfig(file, { env: {} });
  await expect(loading).rejects.toThrow(
    /mcpServers\.zwave\.args\[1\]: the environment variable NOWHERE is not set/,
  );
  await expect(loading).rejects.toThrow(file);
  await expect(loading).rejects.not.toThrow(/NEVER/);
});

test.each([
  ["{ not json", /cannot be read/],
  ["[]", /needs an object "mcpServers"/],
  [{ servers: {} }, /needs an object "mcpServers"/],
  [{ mcpServers: { a: {} } }, /mcpServers\.a: needs "command"/],
])("a file with %j is refused by its name", async (content, message) => {
  const file = configFile(content);
  await expect(loadMcpConfig(file)).rejects.toThrow(message);
  await expect(loadMcpConfig(file)).rejects.toThrow(file);
});

test("a file that is not there is said to be missing", async () => {
  await expect(loadMcpConfig("/nowhere/.mcp.json")).rejects.toThrow(/\/nowhere\/\.mcp\.json: does not exist/);
});
