// Tools of an MCP server beside one of our own. The server is a child process and ends with us.
import assert from "node:assert/strict";
import { tool } from "@langchain/core/tools";
import { ChatClient, McpIntegration, ToolExecutor, ToolManager } from "antiphon";
import { ScriptedModel } from "antiphon/testing";
import { z } from "zod";

const manager = new ToolManager().add(
  tool(() => "noon", { name: "now", description: "The time.", schema: z.object({}) }),
);
const mcp = new McpIntegration({
  servers: { memory: { command: "npx", args: ["--no-install", "mcp-server-memory"] } },
  manager,
});

const [memory] = await mcp.connect();
console.log(`${memory?.name} is ${memory?.state} with ${memory?.tools} tools`);
assert.equal(memory?.state, "ready");

const model = new ScriptedModel({
  turns: [
    [
      {
        toolCalls: [
          { index: 0, id: "call_1", name: "now", args: "{}" },
          { index: 1, id: "call_2", name: "read_graph", args: "{}" },
        ],
      },
    ],
    ["It is noon, and I remember nothing."],
  ],
});
const { messages, output } = await new ChatClient({ model, executor: new ToolExecutor(manager) }).invoke([
  "Well?",
]);
console.log(output);
assert.equal(messages[1]?.content, "noon");
assert.match(messages[2]?.text ?? "", /entities/);

await mcp.close();
assert.deepEqual(
  manager.tools.map(({ name }) => name),
  ["now"],
);
