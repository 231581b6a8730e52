import { loadMcpTools } from "@langchain/mcp-adapters";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, onTestFinished, test } from "vitest";
import { faulty } from "./fixtures/setup.ts";

test("LangChain's adapters pass snake_case names through unchanged, so we convert them [N5]", async () => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport(faulty()));
  onTestFinished(() => client.close());
  const tools = await loadMcpTools("zwave", client);
  const echo = tools.find(({ name }) => name === "echo");
  expect(await echo?.invoke({ device_name: "Lamp" })).toBe('{"device_name":"Lamp"}');
});
