import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";

export async function open({ baseUrl, model, tool: { name, description, schema, run }, maxRounds }) {
  const agent = new Agent({
    id: "bench",
    name: "bench",
    instructions: "Answer.",
    model: { id: `bench/${model}`, url: baseUrl, apiKey: "none" },
    tools: {
      [name]: createTool({ id: name, description, inputSchema: schema, execute: (input) => run(input) }),
    },
  });

  return async (question, onText) => {
    const result = await agent.stream([{ role: "user", content: question }], { maxSteps: maxRounds });
    for await (const text of result.textStream) onText(text);
    return result.messageList;
  };
}
