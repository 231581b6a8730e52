import type { AIMessage, ToolMessage, UsageMetadata } from "@langchain/core/messages";
import { ModelError } from "../errors.ts";
import type { RunEvent, StopReason } from "../events.ts";
import { stderrLogger, type Logger } from "../logger.ts";
import { ToolExecutor } from "../tools/tool-executor.ts";
import { ToolManager } from "../tools/tool-manager.ts";
import { upToRounds, type FollowUpPolicy } from "./follow-up.ts";
import { repairHistory } from "./history.ts";
import { langChainStream, modelNameOf, type ChatModel } from "./langchain-stream.ts";
import type { MessageLike } from "./messages.ts";
import type { RawStream } from "./raw-stream.ts";
import { RunStream } from "./run-stream.ts";
import { asModelError, run, type RunSetup } from "./run.ts";
import { structuredAnswer, type AnswerSchema } from "./structured-answer.ts";
import { addUsage, noUsage } from "./usage.ts";

/** Options of every client. */
export interface ClientOptions {
  /** Runs the model's tool calls. @default an executor without tools */
  executor?: ToolExecutor;
  /**
   * After so many rounds of tools one last request goes out without tools.
   * @default 10
   */
  maxToolRounds?: number;
  /** Takes the place of `maxToolRounds`. */
  followUp?: FollowUpPolicy;
  /**
   * How often the very same call may run in rounds that follow each other.
   * @default 3
   */
  repeatLimit?: number;
  /**
   * Put between the texts of two messages of one run; never stored.
   * @default "\n"
   */
  separator?: string;
  /**
   * A model that sends nothing for so long is given up.
   * @default 300_000
   */
  idleTimeoutMs?: number;
  /** @default warnings and errors on stderr */
  logger?: Logger;
}

export interface ChatClientOptions extends ClientOptions {
  /** Any LangChain chat model. */
  model: ChatModel;
}

export interface RunOptions {
  /** Cancels the run: it ends at once, with stop reason `aborted`. */
  signal?: AbortSignal;
  /** Handed to every tool as it is. */
  context?: unknown;
}

/** A step of `stream()`: text for the user, finished messages for the history, or both empty never. */
export interface ChatResult {
  readonly output: string;
  readonly messages: readonly (AIMessage | ToolMessage)[];
}

/** What `invoke()` resolves to. */
export interface ChatAnswer extends ChatResult {
  /** Summed over all model requests. */
  readonly usage: UsageMetadata;
  readonly stopReason: StopReason;
}

/** What `invoke()` resolves to when it is given a schema. */
export interface StructuredChatAnswer<T> extends ChatAnswer {
  /** Validated. The request for it is not part of `messages`. */
  readonly object: T;
}

export interface ChatClientSource {
  readonly rawStream: RawStream;
  readonly modelName: string;
}

/** run → stream → invoke: three views of one loop. State is per run; a client can serve many at once. */
export class ChatClient {
  readonly modelName: string;
  readonly executor: ToolExecutor;
  /** How this client asks its model; what a fallback falls back on. */
  readonly rawStream: RawStream;
  readonly #setup: RunSetup;
  readonly #separator: string;

  constructor({
    executor = new ToolExecutor(new ToolManager()),
    maxToolRounds = 10,
    followUp = upToRounds(maxToolRounds),
    repeatLimit = 3,
    separator = "\n",
    idleTimeoutMs = 300_000,
    logger = stderrLogger,
    ...source
  }: ClientOptions & ({ model: ChatModel } | ChatClientSource)) {
    const { rawStream, modelName } =
      "model" in source
        ? { rawStream: langChainStream(source.model), modelName: modelNameOf(source.model) }
        : source;
    this.modelName = modelName;
    this.executor = executor;
    this.rawStream = rawStream;
    this.#separator = separator;
    this.#setup = { rawStream, modelName, executor, followUp, repeatLimit, idleTimeoutMs, logger };
  }

  /** Everything that happens, as typed events. */
  run(messages: readonly MessageLike[], options: RunOptions = {}): RunStream<RunEvent, RunEvent> {
    return this.#start(messages, options, (event) => event);
  }

  /** Text as it arrives, and each finished message once. */
  stream(messages: readonly MessageLike[], options: RunOptions = {}): RunStream<RunEvent, ChatResult> {
    return this.#start(messages, options, chatResults(this.#separator));
  }

  /** Drains the same stream. With a schema, the outcome is an object that fits it. */
  invoke<T = unknown>(
    messages: readonly MessageLike[],
    options: RunOptions & { schema: AnswerSchema<T> },
  ): Promise<StructuredChatAnswer<T>>;
  invoke(messages: readonly MessageLike[], options?: RunOptions): Promise<ChatAnswer>;
  async invoke<T>(
    messages: readonly MessageLike[],
    { schema, ...options }: RunOptions & { schema?: AnswerSchema<T> } = {},
  ): Promise<ChatAnswer | StructuredChatAnswer<T>> {
    return schema ? this.#structured([...messages], schema, options) : this.#drain(messages, options);
  }

  async #drain(messages: readonly MessageLike[], options: RunOptions): Promise<ChatAnswer> {
    const view = chatResults(this.#separator);
    const answer = { output: "", usage: noUsage, stopReason: "aborted" as StopReason };
    const stream = this.run(messages, options);
    for await (const event of stream) {
      if (event.type === "text-delta") answer.output += view(event)?.output ?? "";
      else if (event.type === "message") view(event);
      else if (event.type === "end")
        Object.assign(answer, { usage: event.usage, stopReason: event.stopReason });
    }
    return { ...answer, messages: stream.messages };
  }

  /** Without tools there is nothing to go before the object: one request is enough. */
  async #structured<T>(
    messages: readonly MessageLike[],
    schema: AnswerSchema<T>,
    options: RunOptions,
  ): Promise<StructuredChatAnswer<T>> {
    const hasTools = this.executor.manager.tools.length > 0;
    const plain = hasTools ? await this.#drain(messages, options) : undefined;
    const produced = plain?.messages ?? [];
    const { signal = new AbortController().signal } = options;
    try {
      signal.throwIfAborted();
      const history = repairHistory([...messages, ...produced]);
      const { object, message, usage } = await structuredAnswer(this.#setup, {
        schema,
        messages: history,
        signal,
      });
      if (plain) return { ...plain, object, usage: addUsage(plain.usage, usage) };
      return { object, output: message.text, messages: [message], usage, stopReason: "answer" };
    } catch (error) {
      if (signal.aborted)
        throw new ModelError("The run was aborted before its object was made.", {
          messages: produced,
          cause: signal.reason,
        });
      throw asModelError(error, produced);
    }
  }

  #start<T>(
    messages: readonly MessageLike[],
    { signal, context }: RunOptions,
    view: (event: RunEvent) => T | undefined,
  ): RunStream<RunEvent, T> {
    const controller = new AbortController();
    const produced: (AIMessage | ToolMessage)[] = [];
    const events = run(this.#setup, { messages: [...messages], produced, controller, signal, context });
    return new RunStream({ events, controller, messages: produced, view });
  }
}

/** Events as `ChatResult`s; one separator before the first text of a message that follows shown text. */
function chatResults(separator: string): (event: RunEvent) => ChatResult | undefined {
  let shown = false;
  let due = false;
  return (event) => {
    if (event.type === "message") {
      due = shown;
      return { output: "", messages: [event.message] };
    }
    if (event.type !== "text-delta" || event.text === "") return undefined;
    const output = due ? separator + event.text : event.text;
    shown = true;
    due = false;
    return { output, messages: none };
  };
}

const none: readonly never[] = [];
