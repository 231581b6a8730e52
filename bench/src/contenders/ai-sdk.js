import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { isStepCount, streamText, tool as aiTool } from "ai";

export async function open({ baseUrl, model, tool: { name, description, schema, run }, maxRounds }) {
  const provider = createOpenAICompatible({
    name: "bench",
    baseURL: baseUrl,
    apiKey: "none",
    includeUsage: true,
  });
  const chat = provider(model);
  const tools = { [name]: aiTool({ description, inputSchema: schema, execute: run }) };

  return async (question, onText) => {
    let failure;
    const result = streamText({
      model: chat,
      tools,
      stopWhen: isStepCount(maxRounds),
      messages: [{ role: "user", content: question }],
      onError: ({ error }) => (failure = error),
    });
    for await (const text of result.textStream) onText(text);
    if (failure) throw failure;
    return (await result.response).messages;
  };
}
