import type { BaseMessage, UsageMetadata } from "@langchain/core/messages";
import { ChatPromptValue } from "@langchain/core/prompt_values";
import type { RawChunk, RawStreamOptions } from "../chat/raw-stream.ts";
import { convertedTools } from "../tools/converted-tools.ts";
import { copyAI, isAI, textOf } from "../chat/messages.ts";
import { toAnthropicSchema } from "./anthropic-schema.ts";
import { convertBatches } from "./convert-batches.ts";
import { bodyOf, cutOff, midStreamError, parseJson, type HttpAnswer } from "./http.ts";
import { readEvents } from "./lines.ts";
import { once } from "./once.ts";
import {
  withAcceptedCalls,
  withInstruction,
  withOneSystemMessage,
  withoutEmptyAnswers,
  writtenBy,
} from "./portable.ts";
import {
  keyFrom,
  load,
  ProviderClient,
  type ProviderOptions,
  type ProviderSource,
} from "./provider-client.ts";

export class AnthropicClient extends ProviderClient {
  constructor({
    model = "claude-sonnet-4-5",
    baseUrl = process.env["ANTHROPIC_BASE_URL"] ?? "https://api.anthropic.com",
    ...options
  }: ProviderOptions = {}) {
    super(anthropicSource(model, baseUrl, options), options);
  }
}

/**
 * LangChain's model converts messages and tools and Anthropic's SDK makes the request. The events are read
 * here: the adapter (@langchain/anthropic 1.5.11) counts output tokens once too often.
 */
function anthropicSource(
  model: string,
  baseUrl: string,
  { apiKey, headers, modelOptions }: ProviderOptions,
): ProviderSource {
  const label = "Anthropic";
  const facts = { label, model, baseUrl, keyName: "ANTHROPIC_API_KEY" };
  const open = once(async () => {
    const { ChatAnthropic, convertPromptToAnthropic } = await load(
      import("@langchain/anthropic"),
      "@langchain/anthropic",
    );
    const key = keyFrom(apiKey, label, "ANTHROPIC_API_KEY");
    const chat = new ChatAnthropic({ ...modelOptions, model, apiKey: key, anthropicApiUrl: baseUrl });
    const client = chat.createClient({
      apiKey: key,
      baseURL: baseUrl,
      maxRetries: 0,
      defaultHeaders: { ...headers },
    });
    const convertTools = convertedTools((tools) => chat.formatStructuredToolToAnthropic([...tools] as never));
    return { chat, client, convertTools, convert: convertPromptToAnthropic };
  });

  return {
    facts,
    async *stream(messages, options) {
      const { chat, client, convert, convertTools } = await open();
      const tools = convertTools(toolsFor(messages, options));
      const { betas: _betas, ...parameters } = chat.invocationParams({});
      const request = {
        ...parameters,
        ...convert(new ChatPromptValue(portable(messages, options))),
        ...(tools?.length && { tools }),
        ...(tools?.length && options.tools.length === 0 && { tool_choice: { type: "none" } }),
        ...(options.answerSchema && {
          output_config: { format: { type: "json_schema", schema: toAnthropicSchema(options.answerSchema) } },
        }),
        stream: true as const,
      };
      const response = await client.messages
        .create(request as never, { signal: options.signal })
        .asResponse();
      yield* readMessage(response, label);
    },
    async check(signal) {
      const { client } = await open();
      await client.models.retrieve(model, undefined, { signal });
    },
  };
}

/** Anthropic refuses a history with tool calls when no tools are defined; `tool_choice: none` keeps them unused. */
function toolsFor(
  messages: readonly BaseMessage[],
  { tools, knownTools }: RawStreamOptions,
): RawStreamOptions["tools"] {
  if (tools.length > 0 || !messages.some(({ type }) => type === "tool")) return tools;
  return knownTools.length > 0 ? knownTools : formerTools;
}

/** Stands for the tools of a history that are gone; what it is called does not matter. */
const formerTools: RawStreamOptions["tools"] = [
  {
    name: "former_tool",
    description: "No longer available",
    schema: { type: "object", properties: {} },
    invoke: () => "",
  },
];

function portable(messages: readonly BaseMessage[], { instruction }: RawStreamOptions): BaseMessage[] {
  const whole = withOneSystemMessage(withoutEmptyAnswers(withInstruction(messages, instruction)));
  return withAcceptedCalls(whole, { accepts: /^[a-zA-Z0-9_-]{1,64}$/, length: 32 }).map((message) => {
    if (!isAI(message)) return message;
    if (typeof message.content === "string" || !writtenBy(message, "anthropic")) {
      const text = textOf(message);
      // Anthropic refuses blank text, which other providers send beside calls.
      return copyAI(message, { content: text.trim() === "" ? "" : text });
    }
    // The adapter sends content blocks as they are and adds no calls to them: they have to be there.
    const blocks = message.content.filter(({ type, ...block }) => type !== "tool_use" && !isBlank(block));
    const calls = (message.tool_calls ?? []).map(({ id, name, args }) => ({
      type: "tool_use",
      id,
      name,
      input: args,
    }));
    return copyAI(message, { content: [...blocks, ...calls] as never });
  });
}

function isBlank({ text }: Record<string, unknown>): boolean {
  return typeof text === "string" && text.trim() === "";
}

async function* readMessage(response: HttpAnswer, label: string): AsyncGenerator<readonly RawChunk[]> {
  let finished = false;
  const usage = new TokenCount();
  yield [{ metadata: { model_provider: "anthropic" } }];
  yield* convertBatches(readEvents(bodyOf(response, label)), (data) => {
    const event = parseJson(data, label) as AnthropicEvent;
    if (event.type === "error") throw midStreamError(event.error, label);
    if (event.type === "message_stop") finished = true;
    return toRawChunk(event, usage);
  });
  if (!finished) throw cutOff(label);
}

type AnthropicEvent =
  | { type: "message_start"; message: { id: string; usage?: AnthropicUsage } }
  | {
      type: "content_block_start";
      index: number;
      content_block: { type: string; id?: string; name?: string; text?: string; [key: string]: unknown };
    }
  | {
      type: "content_block_delta";
      index: number;
      delta: { type: string; text?: string; partial_json?: string; thinking?: string; signature?: string };
    }
  | { type: "content_block_stop" | "message_stop" | "ping" }
  | { type: "message_delta"; delta: { stop_reason?: string | null }; usage?: AnthropicUsage }
  | { type: "error"; error: unknown };

function toRawChunk(event: AnthropicEvent, usage: TokenCount): RawChunk | undefined {
  switch (event.type) {
    case "message_start":
      return { id: event.message.id, usage: usage.more(event.message.usage) };
    case "content_block_start": {
      const { type, id, name, text } = event.content_block;
      if (type === "tool_use") return { toolCalls: [{ index: event.index, id, name }] };
      if (type === "text") return text ? { text } : undefined;
      return { blocks: [{ ...event.content_block, index: event.index }] };
    }
    case "content_block_delta": {
      const { type, text, partial_json, thinking, signature } = event.delta;
      if (type === "text_delta") return { text };
      if (type === "input_json_delta") return { toolCalls: [{ index: event.index, args: partial_json }] };
      if (type === "thinking_delta")
        return { thinking, blocks: [{ type: "thinking", index: event.index, thinking }] };
      if (type === "signature_delta")
        return { blocks: [{ type: "thinking", index: event.index, signature }] };
      return undefined;
    }
    case "message_delta":
      return { finishReason: event.delta.stop_reason ?? undefined, usage: usage.more(event.usage) };
    default:
      return undefined;
  }
}

interface AnthropicUsage {
  readonly input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
}

/** Anthropic's counts are cumulative; chunks carry what has come since the last one. */
class TokenCount {
  #input = 0;
  #output = 0;

  more(usage: AnthropicUsage | undefined): UsageMetadata | undefined {
    if (!usage) return undefined;
    const read = usage.cache_read_input_tokens ?? 0;
    const created = usage.cache_creation_input_tokens ?? 0;
    // A later event may leave the input out, or repeat it.
    const total = typeof usage.input_tokens === "number" ? usage.input_tokens + read + created : this.#input;
    const input = Math.max(0, total - this.#input);
    const output = Math.max(0, (usage.output_tokens ?? this.#output) - this.#output);
    const first = this.#input === 0;
    this.#input += input;
    this.#output += output;
    return {
      input_tokens: input,
      output_tokens: output,
      total_tokens: input + output,
      ...(first &&
        (read || created) && { input_token_details: { cache_read: read, cache_creation: created } }),
    };
  }
}
