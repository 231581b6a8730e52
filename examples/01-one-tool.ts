// One tool, one question: the model calls, the tool answers, the model speaks.
import assert from "node:assert/strict";
import { tool } from "@langchain/core/tools";
import { ChatClient, ToolExecutor, ToolManager } from "antiphon";
import { ScriptedModel } from "antiphon/testing";
import { z } from "zod";

const getTemperature = tool(({ city }) => `21 °C in ${city}`, {
  name: "get_temperature",
  description: "Current temperature of a city.",
  schema: z.object({ city: z.string() }),
});

// Stands in for any LangChain chat model, for example `new ChatOllama({ model: "qwen3:0.6b" })`.
const model = new ScriptedModel({
  turns: [
    ["Let me look.", { toolCalls: [{ id: "call_1", name: "get_temperature", args: '{"city":"Paris"}' }] }],
    ["It is ", "21 °C."],
  ],
});

const executor = new ToolExecutor(new ToolManager().add(getTemperature));
const client = new ChatClient({ model, executor });

const { output, messages, stopReason } = await client.invoke(["How warm is it in Paris?"]);
console.log(output);

assert.equal(output, "Let me look.\nIt is 21 °C.");
assert.equal(stopReason, "answer");
assert.deepEqual(
  messages.map(({ type }) => type),
  ["ai", "tool", "ai"],
);
assert.equal(messages[1]?.content, "21 °C in Paris");
