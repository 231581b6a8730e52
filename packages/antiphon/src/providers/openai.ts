import type { BaseMessage } from "@langchain/core/messages";
import type { RawStreamOptions } from "../chat/raw-stream.ts";
import { convertedTools } from "../tools/converted-tools.ts";
import { readCompletion } from "./chat-completions.ts";
import { post, succeeded } from "./http.ts";
import { once } from "./once.ts";
import { withAcceptedCalls, withInstruction, withoutEmptyAnswers, withPlainText } from "./portable.ts";
import {
  keyFrom,
  load,
  ProviderClient,
  type ProviderOptions,
  type ProviderSource,
} from "./provider-client.ts";
import type { ProviderFacts } from "./provider-facts.ts";

/** OpenAI, and every server that speaks its chat-completions protocol. */
export class OpenAIClient extends ProviderClient {
  constructor(options: ProviderOptions = {}) {
    super(openAISource(options), options);
  }
}

function openAISource({
  model = "gpt-5-mini",
  baseUrl = process.env["OPENAI_BASE_URL"] ?? "https://api.openai.com/v1",
  ...options
}: ProviderOptions): ProviderSource {
  return completionsSource(
    { label: "OpenAI", model, baseUrl, keyName: "OPENAI_API_KEY" },
    { ...options, provider: "openai" },
  );
}

export interface CompletionsOptions extends ProviderOptions {
  /** Noted in each message as its author. */
  readonly provider: string;
  /** Where the model is asked for in a health check. @default beside the endpoint */
  readonly modelUrl?: string;
}

/**
 * LangChain's model holds the options and converts messages and tools. The request is made and its answer
 * read here: OpenAI's SDK and LangChain's chunk objects cost several times what the work itself does.
 */
export function completionsSource(
  facts: ProviderFacts,
  { provider, apiKey, headers, modelUrl, modelOptions }: CompletionsOptions,
): ProviderSource {
  const { label, model, keyName = "OPENAI_API_KEY" } = facts;
  const address = facts.baseUrl.replace(/\/+$/, "");
  const open = once(async () => {
    const { ChatOpenAICompletions, convertMessagesToCompletionsMessageParams } = await load(
      import("@langchain/openai"),
      "@langchain/openai",
    );
    // Servers of one's own often need no key; LangChain's model insists on one.
    const isOwnServer = provider === "openai" && !address.startsWith("https://api.openai.com");
    const key = isOwnServer ? (apiKey ?? process.env[keyName] ?? "none") : keyFrom(apiKey, label, keyName);
    const chat = new ChatOpenAICompletions({ ...modelOptions, model, apiKey: key });
    return {
      headers: { authorization: `Bearer ${key}`, ...headers },
      parameters: chat.invocationParams({}, { streaming: true }),
      convert: convertMessagesToCompletionsMessageParams,
      convertTools: convertedTools((tools) =>
        tools.length > 0 ? { tools: chat.invocationParams({ tools: [...tools] as never }).tools } : {},
      ),
    };
  });

  return {
    facts,
    async *stream(messages, options) {
      const { parameters, convert, convertTools, ...request } = await open();
      const body = {
        ...parameters,
        ...convertTools(options.tools),
        ...answerFormat(options),
        messages: convert({ messages: portable(messages, options), model }),
        stream: true,
      };
      const response = await post(`${address}/chat/completions`, {
        ...request,
        body,
        signal: options.signal,
      });
      yield* readCompletion(response, { label, provider });
    },
    async check(signal) {
      const { headers: keys } = await open();
      const url = modelUrl ?? `${address}/models/${encodeURIComponent(model)}`;
      await succeeded(await fetch(url, { headers: keys, signal: signal ?? null }));
    },
  };
}

function portable(messages: readonly BaseMessage[], { instruction }: RawStreamOptions): BaseMessage[] {
  const plain = withPlainText(withoutEmptyAnswers(withInstruction(messages, instruction)));
  // OpenAI refuses ids of more than 40 characters, which other providers send.
  return withAcceptedCalls(plain, { accepts: /^.{1,40}$/s, length: 40 });
}

function answerFormat({ answerSchema }: RawStreamOptions): object {
  return answerSchema
    ? {
        response_format: {
          type: "json_schema",
          json_schema: { name: "answer", schema: answerSchema, strict: false },
        },
      }
    : {};
}
