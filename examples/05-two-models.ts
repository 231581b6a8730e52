// One history, two models: calls and results correspond whoever wrote them, after a JSON round trip too.
import assert from "node:assert/strict";
import { tool } from "@langchain/core/tools";
import { createClient, repairHistory, ToolExecutor, ToolManager, type MessageLike } from "antiphon";
import { startWireServer } from "antiphon/testing";
import { z } from "zod";

const weather = tool(({ city }) => `Rain in ${city}.`, {
  name: "weather",
  description: "Weather of a city.",
  schema: z.object({ city: z.string() }),
});
const executor = new ToolExecutor(new ToolManager().add(weather));

// Real HTTP servers that speak each provider's protocol and refuse what the provider would refuse.
const ollama = await startWireServer("ollama", {
  turns: [
    { steps: [{ calls: [{ name: "weather", args: { city: "Oslo" } }], shape: "idless" }] },
    { steps: ["It rains in Oslo."] },
  ],
});
const mistral = await startWireServer("mistral", { turns: [{ steps: ["Take an umbrella."] }] });

const first = await createClient("ollama:qwen3:0.6b", { baseUrl: ollama.url, executor });
const second = await createClient("mistral", { baseUrl: mistral.url, apiKey: "test-key", executor });

const question: MessageLike[] = ["How is the weather in Oslo?"];
const { output, messages } = await first.invoke(question);
console.log(output);

const stored = JSON.parse(JSON.stringify(repairHistory([...question, ...messages]))) as MessageLike[];
const { output: advice } = await second.invoke([...stored, "What should I take along?"]);
console.log(advice);

assert.equal(advice, "Take an umbrella.");
assert.equal(mistral.requests[0]?.status, 200);
await Promise.all([ollama.close(), mistral.close()]);
