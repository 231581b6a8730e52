import type { BaseMessage } from "@langchain/core/messages";
import { upToRounds } from "../chat/follow-up.ts";
import { ModelError } from "../errors.ts";
import { stderrLogger } from "../logger.ts";
import { convertedTools } from "../tools/converted-tools.ts";
import { parseJson, post, succeeded, withoutSlash } from "./http.ts";
import { readOllama } from "./ollama-stream.ts";
import { toOllamaMessages } from "./ollama-messages.ts";
import { once } from "./once.ts";
import { anyId, withAcceptedCalls, withInstruction, withoutEmptyAnswers } from "./portable.ts";
import { load, ProviderClient, type ProviderOptions, type ProviderSource } from "./provider-client.ts";
import { toQwenTools } from "./qwen-format.ts";
import { oneRefinement, type RefinementOptions } from "./refinement.ts";

export interface OllamaOptions extends ProviderOptions, RefinementOptions {
  /** How long the model stays loaded: `"10m"`, `-1` for ever. @default the server's */
  keepAlive?: string | number;
  /** Context size in tokens. @default the model's */
  contextSize?: number;
  /** Whether a reasoning model thinks. @default the model's */
  think?: boolean;
}

/**
 * Ollama. Unless `maxToolRounds` or `followUp` is set, one refinement round is allowed and then the model
 * answers: small models do not stop by themselves.
 */
export class OllamaClient extends ProviderClient {
  constructor(options: OllamaOptions = {}) {
    const { maxToolRounds } = options;
    const followUp =
      options.followUp ?? (maxToolRounds === undefined ? oneRefinement(options) : upToRounds(maxToolRounds));
    super(ollamaSource(options), { ...withoutOwn(options), followUp });
  }
}

function withoutOwn({
  keepAlive: _keep,
  contextSize: _size,
  think: _think,
  refineInstruction: _refine,
  answerInstruction: _answer,
  ...options
}: OllamaOptions): ProviderOptions {
  return options;
}

/**
 * LangChain's model holds the options. Its messages and stream (@langchain/ollama 1.3.0) are not used: it
 * replaces the server's ids, sends results without the tool's name, drops the calls of messages with
 * content blocks and closes the connection only at the next chunk after an abort.
 */
function ollamaSource({
  model = "qwen3:0.6b",
  baseUrl = process.env["OLLAMA_BASE_URL"] ?? "http://127.0.0.1:11434",
  keepAlive,
  contextSize,
  think,
  apiKey,
  headers: given,
  modelOptions,
  logger = stderrLogger,
}: OllamaOptions): ProviderSource {
  const label = "Ollama";
  const address = withoutSlash(baseUrl);
  const headers = { ...(apiKey && { authorization: `Bearer ${apiKey}` }), ...given };
  const convertTools = convertedTools((tools) =>
    tools.length > 0 ? { tools: toQwenTools(tools, { logger }) } : {},
  );
  const open = once(async () => {
    const { ChatOllama } = await load(import("@langchain/ollama"), "@langchain/ollama");
    const chat = new ChatOllama({
      ...modelOptions,
      model,
      baseUrl: address,
      ...(keepAlive !== undefined && { keepAlive }),
      ...(contextSize !== undefined && { numCtx: contextSize }),
      ...(think !== undefined && { think }),
    });
    return chat.invocationParams({});
  });

  return {
    facts: {
      label,
      model,
      baseUrl: address,
      fetchModel: (name) => `ollama pull ${name}`,
      start: "Start it with: ollama serve",
    },
    async *stream(messages: readonly BaseMessage[], { tools, instruction, answerSchema, signal }) {
      const body = {
        ...(await open()),
        messages: toOllamaMessages(
          withAcceptedCalls(withoutEmptyAnswers(withInstruction(messages, instruction)), anyId),
        ),
        ...convertTools(tools),
        ...(answerSchema && { format: answerSchema }),
        stream: true,
      };
      const response = await post(`${address}/api/chat`, { headers, body, signal });
      yield* readOllama(response, { label, tools });
    },
    async check(signal) {
      const response = await succeeded(await fetch(`${address}/api/tags`, { headers, signal }));
      const { models = [] } = parseJson(await response.text(), label) as { models?: { name: string }[] };
      if (models.some(({ name }) => name === model || name === `${model}:latest`)) return;
      throw new ModelError(`Ollama does not have the model "${model}". Run: ollama pull ${model}`, {
        kind: "model-not-found",
      });
    },
  };
}
