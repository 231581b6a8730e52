import { ChatOpenAI } from "@langchain/openai";
import { createAgent, tool as langChainTool } from "langchain";

export async function open({ baseUrl, model, tool: { name, description, schema, run }, maxRounds }) {
  const chat = new ChatOpenAI({
    model,
    apiKey: "none",
    streaming: true,
    configuration: { baseURL: baseUrl },
  });
  const agent = createAgent({ model: chat, tools: [langChainTool(run, { name, description, schema })] });

  return async (question, onText) => {
    const chunks = [];
    const stream = await agent.stream(
      { messages: [{ role: "user", content: question }] },
      { streamMode: "messages", recursionLimit: maxRounds * 3 },
    );
    for await (const [message] of stream) {
      if (message.type === "ai" && message.text) onText(message.text);
      else if (message.type === "tool") chunks.push(message);
    }
    return chunks;
  };
}
