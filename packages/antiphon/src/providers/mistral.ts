import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { HumanMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { callsOf, isAI, isToolResult, textOf } from "../chat/messages.ts";
import { convertedTools } from "../tools/converted-tools.ts";
import { readCompletion } from "./chat-completions.ts";
import { post, succeeded, withoutSlash } from "./http.ts";
import { once } from "./once.ts";
import { withAcceptedCalls, withOneSystemMessage, withoutEmptyAnswers, withPlainText } from "./portable.ts";
import {
  keyFrom,
  load,
  ProviderClient,
  type ProviderOptions,
  type ProviderSource,
} from "./provider-client.ts";

export class MistralClient extends ProviderClient {
  constructor({
    model = "mistral-small-latest",
    baseUrl = "https://api.mistral.ai",
    ...options
  }: ProviderOptions = {}) {
    super(mistralSource(model, baseUrl, options), options);
  }
}

/**
 * LangChain's model holds the options. Its conversion and stream (@langchain/mistralai 1.2.0) are not used:
 * they drop the text beside tool calls, break calls whose arguments come in pieces, refuse thinking blocks
 * and do not close the connection on abort.
 */
function mistralSource(
  model: string,
  baseUrl: string,
  { apiKey, headers, modelOptions }: ProviderOptions,
): ProviderSource {
  const label = "Mistral";
  const facts = { label, model, baseUrl, keyName: "MISTRAL_API_KEY" };
  const address = withoutSlash(baseUrl);
  const convertTools = convertedTools((tools) =>
    tools.length > 0 ? { tools: tools.map((tool) => convertToOpenAITool(tool as never)) } : {},
  );
  const open = once(async () => {
    const { ChatMistralAI } = await load(import("@langchain/mistralai"), "@langchain/mistralai");
    const key = keyFrom(apiKey, label, "MISTRAL_API_KEY");
    const chat = new ChatMistralAI({ ...modelOptions, model, apiKey: key, serverURL: baseUrl });
    return {
      parameters: snakeCase(chat.invocationParams({})),
      headers: { authorization: `Bearer ${key}`, ...headers },
    };
  });

  return {
    facts,
    async *stream(messages, options) {
      const { parameters, headers: keys } = await open();
      const body = {
        ...parameters,
        messages: toMistral(messages, options.instruction),
        ...convertTools(options.tools),
        ...(options.answerSchema && {
          response_format: {
            type: "json_schema",
            json_schema: { name: "answer", schema: options.answerSchema },
          },
        }),
        stream: true,
      };
      const response = await post(`${address}/v1/chat/completions`, {
        headers: keys,
        body,
        signal: options.signal,
      });
      yield* readCompletion(response, { label, provider: "mistral" });
    },
    async check(signal) {
      const { headers: keys } = await open();
      await succeeded(
        await fetch(`${address}/v1/models/${encodeURIComponent(model)}`, {
          headers: keys,
          signal,
        }),
      );
    },
  };
}

function toMistral(messages: readonly BaseMessage[], instruction: string | undefined): object[] {
  // Mistral takes ids of exactly nine letters and digits.
  const whole = withOneSystemMessage(withoutEmptyAnswers(instructed(messages, instruction)));
  const accepted = withAcceptedCalls(withPlainText(whole), { accepts: /^[a-zA-Z0-9]{9}$/, length: 9 });
  return accepted.flatMap((message, position) => {
    const converted = toMistralMessage(message);
    const before = accepted[position - 1];
    // Mistral refuses a question right after results, which an aborted run leaves behind.
    return before && isToolResult(before) && message.type === "human"
      ? [{ role: "assistant", content: "(no answer)" }, converted]
      : [converted];
  });
}

function toMistralMessage(message: BaseMessage): object {
  if (isToolResult(message)) {
    const { tool_call_id, name } = message;
    return { role: "tool", tool_call_id, name, content: textOf(message) };
  }
  if (!isAI(message))
    return { role: message.type === "system" ? "system" : "user", content: contentOf(message) };
  const calls = callsOf(message).map(({ id, name, args }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  return { role: "assistant", content: textOf(message), ...(calls.length > 0 && { tool_calls: calls }) };
}

/** Mistral refuses a user after a tool: the instruction joins the last result instead. */
function instructed(
  messages: readonly BaseMessage[],
  instruction: string | undefined,
): readonly BaseMessage[] {
  const last = messages.at(-1);
  if (!instruction || !last) return messages;
  if (!isToolResult(last)) return [...messages, new HumanMessage(instruction)];
  const { tool_call_id, name } = last;
  return [
    ...messages.slice(0, -1),
    new ToolMessage({
      content: `${textOf(last)}\n\n${instruction}`,
      tool_call_id,
      ...(name !== undefined && { name }),
    }),
  ];
}

/** Images go as they are; every other block of a person's message as text. */
function contentOf(message: BaseMessage): unknown {
  if (typeof message.content === "string") return message.content;
  return message.content.map((block) =>
    block.type === "image_url"
      ? block
      : { type: "text", text: typeof block["text"] === "string" ? block["text"] : "" },
  );
}

function snakeCase(parameters: object): Record<string, unknown> {
  const entries = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value as unknown,
    ]),
  );
}
