import { randomUUID } from "node:crypto";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel, type BaseChatModelCallOptions } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import { respond } from "./respond.ts";

interface CallOptions extends BaseChatModelCallOptions {
  tools?: readonly unknown[];
}

/**
 * A chat model without network and weights: it turns plain English commands for a home into calls of the
 * tools that are bound, and their results into sentences. What it does not understand it says so and does
 * nothing. It keeps no state: the same messages give the same answer.
 */
export class OfflineModel extends BaseChatModel<CallOptions> {
  readonly model = "offline";

  constructor() {
    super({});
  }

  override _llmType(): string {
    return "offline";
  }

  override bindTools(
    tools: readonly unknown[],
    options?: Partial<CallOptions>,
  ): ReturnType<NonNullable<BaseChatModel<CallOptions>["bindTools"]>> {
    return this.withConfig({ ...options, tools: [...tools] });
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    { tools = [], signal }: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { text, calls } = respond(messages, tools);
    for (const word of text.match(/\S+\s*/g) ?? []) {
      signal?.throwIfAborted();
      const chunk = chunkOf(new AIMessageChunk({ content: word }));
      await runManager?.handleLLMNewToken(word, undefined, undefined, undefined, undefined, { chunk });
      yield chunk;
    }
    signal?.throwIfAborted();
    if (calls.length > 0) {
      yield chunkOf(
        new AIMessageChunk({
          content: "",
          tool_call_chunks: calls.map(({ name, args }, index) => ({
            type: "tool_call_chunk" as const,
            index,
            id: `call_${randomUUID()}`,
            name,
            args: JSON.stringify(args),
          })),
        }),
      );
    }
    yield chunkOf(
      new AIMessageChunk({
        content: "",
        response_metadata: { finish_reason: calls.length > 0 ? "tool_calls" : "stop" },
      }),
    );
  }

  override async _generate(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    let whole: ChatGenerationChunk | undefined;
    for await (const chunk of this._streamResponseChunks(messages, options, runManager))
      whole = whole ? whole.concat(chunk) : chunk;
    const {
      content,
      tool_calls = [],
      response_metadata,
    } = (whole?.message ?? new AIMessageChunk("")) as AIMessageChunk;
    const message = new AIMessage({ content, tool_calls, response_metadata });
    return { generations: [{ text: message.text, message }] };
  }
}

function chunkOf(message: AIMessageChunk): ChatGenerationChunk {
  return new ChatGenerationChunk({ message, text: message.text });
}
