import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel, type BaseChatModelCallOptions } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage, type UsageMetadata } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import { rejectOnAbort } from "../abort.ts";

/** A fragment of a tool call, played exactly as given. */
export interface ScriptedFragment {
  index?: number;
  id?: string;
  name?: string;
  args?: string;
}

/** One step of a turn. A string is a chunk of text. */
export type ScriptStep =
  | string
  | { text: string }
  /** All fragments in one chunk. */
  | { toolCalls: readonly ScriptedFragment[] }
  /** A chunk with content blocks. */
  | { blocks: readonly { type: string; [key: string]: unknown }[] }
  | { usage: UsageMetadata }
  | { finishReason: string }
  /** Thrown at this point of the stream. */
  | { error: unknown }
  /** Waits; ends early when the request is aborted. */
  | { delayMs: number }
  /** Waits for the promise; ends early when the request is aborted. */
  | { waitFor: PromiseLike<unknown> }
  /** The stream says nothing more and never ends. With `ignoreAbort` not even an abort ends it. */
  | { hang: true; ignoreAbort?: boolean };

export type ScriptTurn = readonly ScriptStep[];

/** What the model was asked. */
export interface ScriptedRequest {
  readonly messages: readonly BaseMessage[];
  /** Names of the tools that were offered. */
  readonly tools: readonly string[];
  readonly signal: AbortSignal | undefined;
}

export interface ScriptedModelOptions {
  /** One per request, in order; a function makes the turn from the request. The last one is repeated with `repeat`. */
  turns: readonly (ScriptTurn | ((request: ScriptedRequest) => ScriptTurn))[];
  /** @default false: a request after the last turn fails */
  repeat?: boolean;
  /** A model that cannot stream. @default true */
  streaming?: boolean;
}

interface CallOptions extends BaseChatModelCallOptions {
  tools?: readonly unknown[];
}

/** A LangChain chat model that plays a script. Requests are recorded, streams that were closed early too. */
export class ScriptedModel extends BaseChatModel<CallOptions> {
  readonly requests: ScriptedRequest[] = [];
  /** How many streams are open now. */
  open = 0;
  readonly #turns: ScriptedModelOptions["turns"];
  readonly #repeat: boolean;

  constructor({ turns, repeat = false, streaming = true }: ScriptedModelOptions) {
    super({});
    this.#turns = turns;
    this.#repeat = repeat;
    if (!streaming) this.disableStreaming = true;
  }

  override _llmType(): string {
    return "scripted";
  }

  override bindTools(
    tools: readonly unknown[],
    options?: Partial<CallOptions>,
  ): ReturnType<NonNullable<BaseChatModel<CallOptions>["bindTools"]>> {
    return this.withConfig({ ...options, tools: [...tools] });
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    this.open++;
    try {
      for (const step of this.#nextTurn(messages, options)) {
        const chunk = await play(step, options.signal);
        if (!chunk) continue;
        await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, {
          chunk,
        });
        yield chunk;
      }
    } finally {
      this.open--;
    }
  }

  override async _generate(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    let whole: ChatGenerationChunk | undefined;
    for await (const chunk of this._streamResponseChunks(messages, options, runManager)) {
      whole = whole ? whole.concat(chunk) : chunk;
    }
    const { content, tool_calls, invalid_tool_calls, usage_metadata, response_metadata } = (whole?.message ??
      new AIMessageChunk("")) as AIMessageChunk;
    const message = new AIMessage({
      content,
      tool_calls: tool_calls ?? [],
      invalid_tool_calls: invalid_tool_calls ?? [],
      response_metadata,
      ...(usage_metadata !== undefined && { usage_metadata }),
    });
    return { generations: [{ text: message.text, message }] };
  }

  #nextTurn(messages: BaseMessage[], { tools = [], signal }: this["ParsedCallOptions"]): ScriptTurn {
    const position = this.requests.length;
    const request = { messages: [...messages], tools: tools.map(toolName), signal };
    this.requests.push(request);
    const turn = this.#turns[position] ?? (this.#repeat ? this.#turns.at(-1) : undefined);
    if (!turn)
      throw new Error(
        `The script has ${this.#turns.length} turns; request ${position + 1} was not expected.`,
      );
    return typeof turn === "function" ? turn(request) : turn;
  }
}

async function play(
  step: ScriptStep,
  signal: AbortSignal | undefined,
): Promise<ChatGenerationChunk | undefined> {
  if (typeof step === "string") return chunkOf(new AIMessageChunk({ content: step }));
  if ("text" in step) return chunkOf(new AIMessageChunk({ content: step.text }));
  if ("toolCalls" in step) {
    const message = new AIMessageChunk({ content: "" });
    // Set afterwards: the constructor would judge the fragments.
    message.tool_call_chunks = step.toolCalls.map((fragment) => ({ type: "tool_call_chunk", ...fragment }));
    return chunkOf(message);
  }
  if ("blocks" in step) return chunkOf(new AIMessageChunk({ content: [...step.blocks] }));
  if ("usage" in step)
    return chunkOf(new AIMessageChunk({ content: "", usage_metadata: step.usage as never }));
  if ("finishReason" in step)
    return chunkOf(
      new AIMessageChunk({ content: "", response_metadata: { finish_reason: step.finishReason } }),
    );
  if ("error" in step) throw step.error;
  if ("delayMs" in step) await delay(step.delayMs, signal);
  else if ("waitFor" in step) await rejectOnAbort(Promise.resolve(step.waitFor), signal);
  else await rejectOnAbort(new Promise<never>(() => {}), step.ignoreAbort ? undefined : signal);
  return undefined;
}

function chunkOf(message: AIMessageChunk): ChatGenerationChunk {
  return new ChatGenerationChunk({
    message,
    text: typeof message.content === "string" ? message.content : "",
  });
}

function delay(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, delayMs);
  });
  return rejectOnAbort(waited, signal).finally(() => clearTimeout(timer));
}

function toolName(tool: unknown): string {
  const { name, function: inner } = tool as { name?: unknown; function?: { name?: unknown } };
  return String(name ?? inner?.name);
}
