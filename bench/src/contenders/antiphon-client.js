import { OpenAIClient, ToolExecutor, ToolManager } from "antiphon";

/** A conversation with one tool, in whichever form it comes. */
export function converseWith(tool, { baseUrl, model, maxRounds, parallelCalls }) {
  // The others run all calls of a message at once; the default here is 8 at a time.
  const executor = new ToolExecutor(new ToolManager().add(tool), { concurrency: parallelCalls });
  const client = new OpenAIClient({ model, baseUrl, apiKey: "none", executor, maxToolRounds: maxRounds });

  return async (question, onText) => {
    const stream = client.stream([{ role: "user", content: question }]);
    for await (const { output } of stream) if (output) onText(output);
    return stream.messages;
  };
}
