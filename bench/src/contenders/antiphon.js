import { tool as langChainTool } from "@langchain/core/tools";
import { OpenAIClient, ToolExecutor, ToolManager } from "antiphon";

export async function open({
  baseUrl,
  model,
  tool: { name, description, schema, run },
  maxRounds,
  parallelCalls,
}) {
  const manager = new ToolManager();
  manager.add(langChainTool(run, { name, description, schema }));
  // The others run all calls of a message at once; the default here is 8 at a time.
  const executor = new ToolExecutor(manager, { concurrency: parallelCalls });
  const client = new OpenAIClient({ model, baseUrl, apiKey: "none", executor, maxToolRounds: maxRounds });

  return async (question, onText) => {
    const stream = client.stream([{ role: "user", content: question }]);
    for await (const { output } of stream) if (output) onText(output);
    return stream.messages;
  };
}
