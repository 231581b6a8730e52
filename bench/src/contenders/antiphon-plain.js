import { OpenAIClient, ToolExecutor, ToolManager } from "antiphon";

/** The same with the tool as a plain object: what LangChain's `tool()` costs is the difference. */
export async function open({
  baseUrl,
  model,
  tool: { name, description, schema, run },
  maxRounds,
  parallelCalls,
}) {
  const manager = new ToolManager();
  manager.add({ name, description, schema, invoke: run });
  const executor = new ToolExecutor(manager, { concurrency: parallelCalls });
  const client = new OpenAIClient({ model, baseUrl, apiKey: "none", executor, maxToolRounds: maxRounds });

  return async (question, onText) => {
    const stream = client.stream([{ role: "user", content: question }]);
    for await (const { output } of stream) if (output) onText(output);
    return stream.messages;
  };
}
