import {
  Agent,
  OpenAIChatCompletionsModel,
  run as runAgent,
  setTracingDisabled,
  tool as agentTool,
} from "@openai/agents";
import OpenAI from "openai";

// Its traces would go to OpenAI's servers.
setTracingDisabled(true);

export async function open({ baseUrl, model, tool: { name, description, schema, run }, maxRounds }) {
  const client = new OpenAI({ baseURL: baseUrl, apiKey: "none" });
  const agent = new Agent({
    name: "bench",
    model: new OpenAIChatCompletionsModel(client, model),
    tools: [agentTool({ name, description, parameters: schema, execute: run })],
  });

  return async (question, onText) => {
    const result = await runAgent(agent, question, { stream: true, maxTurns: maxRounds });
    for await (const text of result.toTextStream()) onText(text);
    await result.completed;
    return result.history;
  };
}
