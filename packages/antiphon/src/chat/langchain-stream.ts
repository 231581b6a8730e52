import { CallbackManager, type CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { HumanMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatGenerationChunk } from "@langchain/core/outputs";
import type { Runnable, RunnableConfig } from "@langchain/core/runnables";
import { convertedTools } from "../tools/converted-tools.ts";
import type { Tool } from "../tools/tool.ts";
import { toRawChunk } from "./langchain-chunk.ts";
import { ModelTurn } from "./model-turn.ts";
import type { RawChunk, RawStream } from "./raw-stream.ts";

/** A LangChain chat model, as it is or with options bound to it (`withConfig`, `bindTools`). */
export type ChatModel = Runnable | BaseChatModel;

/**
 * How any LangChain chat model is asked. Its own `_streamResponseChunks` is read, not `stream()`: the
 * latter joins all chunks so far at every chunk, which makes a long answer cost its length squared.
 */
export function langChainStream(model: ChatModel): RawStream {
  const { chat, options } = unbind(model);
  const bind = convertedTools((tools) =>
    tools.length === 0 ? {} : unbind(bindable(chat ?? model).bindTools(tools)).options,
  );
  return async function* (messages, { tools, instruction, signal }): AsyncGenerator<RawChunk> {
    const request = instruction ? [...messages, new HumanMessage(instruction)] : [...messages];
    if (!chat || !canStream(chat)) {
      yield* throughRunnable(tools.length > 0 ? bindable(model).bindTools(tools) : model, request, signal);
      return;
    }
    const callOptions = { ...options, ...bind(tools), signal };
    const run = await startCallbacks(chat, request, callOptions);
    const chunks = chat._streamResponseChunks(request, callOptions, run);
    yield* run ? reported(chunks, run) : rawChunks(chunks);
  };
}

export function modelNameOf(model: ChatModel): string {
  const { chat } = unbind(model);
  const named = (chat ?? model) as { model?: unknown; modelName?: unknown };
  if (typeof named.model === "string") return named.model;
  if (typeof named.modelName === "string") return named.modelName;
  return chat?._llmType() ?? model.getName();
}

interface Unbound {
  readonly chat: BaseChatModel | undefined;
  readonly options: RunnableConfig;
}

/** What `withConfig` and `bindTools` wrapped around a chat model, taken apart. */
function unbind(model: ChatModel): Unbound {
  let inner: unknown = model;
  let options: RunnableConfig = {};
  while (isBinding(inner)) {
    options = { ...inner.config, ...inner.kwargs, ...options };
    inner = inner.bound;
  }
  return { chat: isChatModel(inner) ? inner : undefined, options };
}

interface Binding {
  readonly bound: unknown;
  readonly config?: RunnableConfig;
  readonly kwargs?: RunnableConfig;
}

/** A retrying or otherwise special binding does more than bind; it is run as it is. */
function isBinding(value: unknown): value is Binding {
  return (
    typeof value === "object" &&
    value !== null &&
    "bound" in value &&
    value.constructor.name.includes("Binding")
  );
}

function isChatModel(value: unknown): value is BaseChatModel {
  return (
    typeof value === "object" && value !== null && "_streamResponseChunks" in value && "_llmType" in value
  );
}

function canStream(chat: BaseChatModel): boolean {
  const isAbstract = chat._streamResponseChunks === BaseChatModel.prototype._streamResponseChunks;
  return !isAbstract && !chat.disableStreaming;
}

interface Bindable {
  bindTools(tools: readonly Tool[]): Runnable;
}

function bindable(model: ChatModel): Bindable {
  if (typeof (model as Partial<Bindable>).bindTools === "function") return model as unknown as Bindable;
  throw new TypeError(`${model.getName()} has no bindTools() and cannot be offered tools.`);
}

/** Callbacks and tracing that the caller set on the model see the run, as they would in `stream()`. */
async function startCallbacks(
  chat: BaseChatModel,
  messages: BaseMessage[],
  options: RunnableConfig,
): Promise<CallbackManagerForLLMRun | undefined> {
  const manager = CallbackManager.configure(
    options.callbacks,
    chat.callbacks,
    options.tags,
    chat.tags,
    options.metadata,
    chat.metadata,
    {
      verbose: chat.verbose,
    },
  );
  const parameters = { invocation_params: chat.invocationParams(options as never) as unknown, batch_size: 1 };
  const runs = await manager?.handleChatModelStart(
    chat.toJSON(),
    [messages],
    options.runId,
    undefined,
    parameters,
    undefined,
    undefined,
    options.runName,
  );
  return runs?.[0];
}

async function* rawChunks(chunks: AsyncIterable<ChatGenerationChunk>): AsyncGenerator<RawChunk> {
  for await (const { message, generationInfo } of chunks) yield toRawChunk(message, generationInfo);
}

async function* reported(
  chunks: AsyncIterable<ChatGenerationChunk>,
  run: CallbackManagerForLLMRun,
): AsyncGenerator<RawChunk> {
  const turn = new ModelTurn({ taken: new Set() });
  try {
    for await (const chunk of rawChunks(chunks)) {
      turn.add(chunk);
      yield chunk;
    }
  } catch (error) {
    await run.handleLLMError(error);
    throw error;
  }
  const { message } = turn.finish();
  await run.handleLLMEnd({ generations: [[{ text: message.text, message } as never]] });
}

/** Models that cannot stream, and runnables that are not chat models: their own methods do the rest. */
async function* throughRunnable(
  model: Runnable,
  messages: BaseMessage[],
  signal: AbortSignal,
): AsyncGenerator<RawChunk> {
  for await (const message of await model.stream(messages, { signal }))
    yield toRawChunk(message as BaseMessage);
}
