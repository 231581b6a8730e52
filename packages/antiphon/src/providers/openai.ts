import type { ChatOpenAICompletions } from "@langchain/openai";
import type { BaseMessage } from "@langchain/core/messages";
import type { RawStreamOptions } from "../chat/raw-stream.ts";
import { convertedTools } from "../tools/converted-tools.ts";
import { readCompletion } from "./chat-completions.ts";
import { withAcceptedIds, withInstruction, withPlainText } from "./portable.ts";
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
}

/**
 * LangChain's model converts messages and tools, OpenAI's SDK makes the request, and the answer is read
 * from its body: the SDK's decoder and LangChain's chunk objects cost several times what the reading does.
 */
export function completionsSource(
  facts: ProviderFacts,
  { provider, apiKey, modelOptions }: CompletionsOptions,
): ProviderSource {
  const { label, model, baseUrl, keyName = "OPENAI_API_KEY" } = facts;
  const open = once(async () => {
    const { ChatOpenAICompletions, convertMessagesToCompletionsMessageParams } = await load(
      import("@langchain/openai"),
      "@langchain/openai",
    );
    // Servers of one's own often need no key; the SDK insists on one.
    const isForeign = !baseUrl.startsWith("https://api.openai.com");
    const key =
      isForeign && provider === "openai"
        ? (apiKey ?? process.env[keyName] ?? "none")
        : keyFrom(apiKey, label, keyName);
    const chat = new ChatOpenAICompletions({
      ...modelOptions,
      model,
      apiKey: key,
      maxRetries: 0,
      configuration: { baseURL: baseUrl },
    }) as OpenedModel;
    chat._getClientOptions(undefined);
    const convertTools = convertedTools((tools) =>
      tools.length > 0 ? { tools: chat.invocationParams({ tools: [...tools] as never }).tools } : {},
    );
    return { chat, convertTools, convert: convertMessagesToCompletionsMessageParams };
  });

  return {
    facts,
    async *stream(messages, options) {
      const { chat, convert, convertTools } = await open();
      const request = {
        ...chat.invocationParams({}, { streaming: true }),
        ...convertTools(options.tools),
        ...answerFormat(options),
        messages: convert({ messages: portable(messages, options), model }),
        stream: true as const,
      };
      const response = await chat.client.chat.completions
        .create(request as never, { signal: options.signal })
        .asResponse();
      yield* readCompletion(response, { label, provider });
    },
    async check(signal) {
      const { chat } = await open();
      await chat.client.models.retrieve(model, { signal });
    },
  };
}

type OpenedModel = ChatOpenAICompletions & { client: NonNullable<ChatOpenAICompletions["client"]> };

function portable(messages: readonly BaseMessage[], { instruction }: RawStreamOptions): BaseMessage[] {
  const plain = withPlainText(withInstruction(messages, instruction));
  // OpenAI refuses ids of more than 40 characters, which other providers send.
  return withAcceptedIds(plain, { accepts: /^.{1,40}$/s, length: 40 });
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

/** Makes it at the first use, and again after a failure. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
