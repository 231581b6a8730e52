// Text as it arrives, messages collected for the next turn.
import assert from "node:assert/strict";
import { HumanMessage, type BaseMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatClient, ToolExecutor, ToolManager } from "antiphon";
import { ScriptedModel } from "antiphon/testing";
import { z } from "zod";

const add = tool(({ a, b }) => a + b, {
  name: "add",
  description: "Adds two numbers.",
  schema: z.object({ a: z.number(), b: z.number() }),
});

// The arguments come in fragments, as OpenAI sends them.
const model = new ScriptedModel({
  turns: [
    [
      { toolCalls: [{ index: 0, id: "call_1", name: "add", args: "" }] },
      { toolCalls: [{ index: 0, args: '{"a":2,' }] },
      { toolCalls: [{ index: 0, args: '"b":3}' }] },
    ],
    ["Two and three ", "make ", "five."],
    ["You asked for a sum."],
  ],
});
const client = new ChatClient({ model, executor: new ToolExecutor(new ToolManager().add(add)) });

const history: BaseMessage[] = [new HumanMessage("What is 2 + 3?")];
for await (const { output, messages } of client.stream(history)) {
  process.stdout.write(output);
  history.push(...messages);
}
process.stdout.write("\n");

history.push(new HumanMessage("What did I ask?"));
const { output } = await client.invoke(history);
console.log(output);

assert.deepEqual(
  history.map(({ type }) => type),
  ["human", "ai", "tool", "ai", "human"],
);
assert.equal(history[2]?.content, "5");
assert.equal(model.requests[2]?.messages.length, 5);
