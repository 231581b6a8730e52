// Destructive tools are asked about, the whole batch before anything runs. A refusal is a result.
import assert from "node:assert/strict";
import { tool } from "@langchain/core/tools";
import { ChatClient, silentLogger, ToolExecutor, ToolManager } from "antiphon";
import { ScriptedModel } from "antiphon/testing";
import { z } from "zod";

const unlocked: string[] = [];
const unlock = tool(
  ({ door }) => {
    unlocked.push(door);
    return `${door} is unlocked.`;
  },
  {
    name: "unlock_door",
    description: "Unlocks a door.",
    schema: z.object({ door: z.string() }),
    // What an MCP server says of its tools; policies of one's own work as well.
    metadata: { annotations: { destructiveHint: true } },
  },
);

const executor = new ToolExecutor(new ToolManager().add(unlock), {
  approve: (calls) =>
    calls.map(({ args }) =>
      (args as { door: string }).door === "front door"
        ? { allowed: true }
        : { allowed: false, reason: "The user does not want this door opened." },
    ),
  logger: silentLogger,
});

const model = new ScriptedModel({
  turns: [
    [
      {
        toolCalls: ["front door", "safe"].map((door, index) => ({
          index,
          id: `call_${index}`,
          name: "unlock_door",
          args: JSON.stringify({ door }),
        })),
      },
    ],
    ["The front door is open, the safe is not."],
  ],
});

const { output, messages } = await new ChatClient({ model, executor }).invoke([
  "Open the front door and the safe.",
]);
console.log(output);

assert.deepEqual(unlocked, ["front door"]);
assert.deepEqual(
  messages.slice(1, 3).map(({ content }) => content),
  ["front door is unlocked.", "Error: The user does not want this door opened."],
);
