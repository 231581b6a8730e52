import type { BaseMessage, ToolMessage } from "@langchain/core/messages";
import pLimit, { type LimitFunction } from "p-limit";
import { rejectOnAbort } from "../abort.ts";
import type { ToolEvent } from "../events.ts";
import { stderrLogger, unfailing, type Logger } from "../logger.ts";
import { failSpan, insideSpan, startSpan } from "../tracing.ts";
import { askForApproval, type Approve } from "./approval.ts";
import { parseArguments, validateArguments } from "./arguments.ts";
import { cancelled, withDeadline } from "./deadline.ts";
import { EventQueue } from "./event-queue.ts";
import { closestName } from "./closest-name.ts";
import { normalizeParameterNames } from "./parameter-names.ts";
import { Resilience } from "./resilience.ts";
import { callKey, ResultCache } from "./result-cache.ts";
import { ToolCallLog } from "./tool-call-log.ts";
import { Failure, toFailure, type ErrorFormat } from "./tool-failure.ts";
import type { ToolManager } from "./tool-manager.ts";
import { failureMessage, resultMessage } from "./tool-message.ts";
import { toToolResult, type ToolResult } from "./tool-result.ts";
import {
  isMarkedDestructive,
  mcpMark,
  policyOf,
  type Tool,
  type ToolCall,
  type ToolInvocation,
  type ToolPolicy,
  type ToolProgress,
} from "./tool.ts";

export interface ToolExecutorOptions {
  /**
   * Deadline of a call.
   * @default 30_000
   */
  timeoutMs?: number;
  /**
   * A call that takes longer is logged as a warning.
   * @default 1_000
   */
  slowMs?: number;
  /**
   * How many calls of one message run at once; 1 gives strict sequence.
   * @default 8
   */
  concurrency?: number;
  /**
   * Results longer than this keep head and tail; the whole is kept as artifact.
   * @default 50_000
   */
  maxResultChars?: number;
  /**
   * How failures are worded for the model: `Error: MESSAGE` or `{"error":"MESSAGE"}`.
   * @default "text"
   */
  errorFormat?: ErrorFormat;
  /** Asked before destructive calls. Without it only calls whose policy demands approval are refused. */
  approve?: Approve;
  /** By tool name. */
  policies?: Readonly<Record<string, ToolPolicy>>;
  /** @default warnings and errors on stderr */
  logger?: Logger;
}

export interface ExecuteOptions {
  /** Cancels the call: the result says so at once. */
  signal?: AbortSignal | undefined;
  /** Handed to the tool as it is. */
  context?: unknown;
  /** The conversation so far, handed to the tool. */
  messages?: readonly BaseMessage[];
  onProgress?: (progress: ToolProgress) => void;
}

/** Calls of one message under way: events as they happen, and one result per call, in call order. */
export interface ToolBatch {
  readonly events: AsyncIterable<ToolEvent>;
  readonly results: readonly Promise<ToolMessage>[];
}

/** One call in, exactly one result out. */
export class ToolExecutor {
  readonly manager: ToolManager;
  readonly #timeoutMs: number;
  readonly #log: ToolCallLog;
  readonly #concurrency: number;
  readonly #maxResultChars: number;
  readonly #errorFormat: ErrorFormat;
  readonly #approve: Approve | undefined;
  readonly #policies: ReadonlyMap<string, ToolPolicy>;
  readonly #logger: Logger;
  readonly #resilience: Resilience;
  readonly #cache = new ResultCache();
  /** Shared by all runs: sequential tools guard something that exists once. */
  readonly #oneByOne: LimitFunction = pLimit(1);

  constructor(
    manager: ToolManager,
    {
      timeoutMs = 30_000,
      slowMs = 1_000,
      concurrency = 8,
      maxResultChars = 50_000,
      errorFormat = "text",
      approve,
      policies = {},
      logger = stderrLogger,
    }: ToolExecutorOptions = {},
  ) {
    if (!(concurrency >= 1)) throw new RangeError(`concurrency must be at least 1, not ${concurrency}.`);
    this.manager = manager;
    this.#timeoutMs = timeoutMs;
    this.#concurrency = concurrency;
    this.#maxResultChars = maxResultChars;
    this.#errorFormat = errorFormat;
    this.#approve = approve;
    this.#policies = new Map(Object.entries(policies));
    this.#logger = unfailing(logger);
    this.#log = new ToolCallLog({ logger: this.#logger, slowMs, manager });
    this.#resilience = new Resilience(this.#logger);
  }

  /** Never rejects: whatever goes wrong is a result. */
  async execute(call: ToolCall, options: ExecuteOptions = {}): Promise<ToolMessage> {
    const [refusal] = await this.#decide([call], options);
    return this.#perform(call, refusal, options);
  }

  /** Starts all calls of one message. Nothing runs before the whole batch is decided. */
  start(calls: readonly ToolCall[], options: ExecuteOptions = {}): ToolBatch {
    const queue = new EventQueue<ToolEvent>();
    const limit = calls.length > this.#concurrency ? pLimit(this.#concurrency) : undefined;
    const decided = this.#decide(calls, options);

    const results = calls.map(async (call, i) => {
      const refusal = (await decided)[i];
      const perform = async (): Promise<ToolMessage> => {
        const started = performance.now();
        let ended = false;
        queue.push({ type: "tool-start", call });
        const message = await this.#perform(call, refusal, {
          ...options,
          onProgress: (progress) => {
            if (!ended) queue.push({ type: "tool-progress", call, progress });
          },
        });
        ended = true;
        queue.push({ type: "tool-end", call, message, durationMs: performance.now() - started });
        return message;
      };
      return limit ? limit(perform) : perform();
    });
    void Promise.all(results).then(() => queue.close());
    return { events: queue, results };
  }

  /** A reason for each call that may not run. */
  async #decide(
    calls: readonly ToolCall[],
    { signal, context }: ExecuteOptions,
  ): Promise<readonly (string | undefined)[]> {
    const requests = calls.map((call) => ({ ...call, needsApproval: this.#needsApproval(call) }));
    if (!requests.some(({ needsApproval }) => needsApproval)) return [];
    if (!this.#approve) {
      return requests.map(({ needsApproval }) =>
        needsApproval ? "The call needs approval, and there is nobody to ask." : undefined,
      );
    }
    return askForApproval(requests, { approve: this.#approve, signal, context, logger: this.#logger });
  }

  #needsApproval(call: ToolCall): boolean {
    const tool = this.manager.find(call.name);
    // A tool that is found by its second name has its policy under the first.
    const own = this.#policies.get(tool?.name ?? call.name)?.approval;
    if (own !== undefined) return own;
    return this.#approve !== undefined && tool !== undefined && isMarkedDestructive(tool);
  }

  async #perform(call: ToolCall, refusal: string | undefined, options: ExecuteOptions): Promise<ToolMessage> {
    const span = startSpan(`execute_tool ${call.name}`, {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": call.name,
      "gen_ai.tool.call.id": call.id,
    });
    const started = performance.now();
    try {
      if (call.failure) throw call.failure;
      if (options.signal?.aborted) throw cancelled(call.name, "before it started");
      if (refusal !== undefined) throw new Failure("refused", refusal);
      const result = await insideSpan(span, () => this.#call(call, options));
      this.#log.executed(call, performance.now() - started, result.content);
      return resultMessage(call, result);
    } catch (error) {
      const failure = toFailure(error, call.name);
      failSpan(span, failure.kind, failure.message);
      this.#log.failed(call, performance.now() - started, failure);
      return failureMessage(call, failure, this.#errorFormat);
    } finally {
      span.end();
    }
  }

  async #call(call: ToolCall, options: ExecuteOptions): Promise<ToolResult> {
    const tool = this.manager.find(call.name);
    if (!tool) throw this.#unknown(call.name);
    const args = normalizeParameterNames(tool, parseArguments(call.args), {
      logger: this.#logger,
      callId: call.id,
    });

    const policy = policyOf(tool, this.#policies.get(tool.name));
    const key = policy.cacheMs ? callKey(tool.name, args) : undefined;
    const cached = key === undefined ? undefined : this.#cache.get(key);
    if (cached) return cached;

    const run = (): Promise<ToolResult> => this.#invoke(tool, { call, args, policy, options });
    const result = await (policy.sequential ? this.#inTurn(run, tool.name, options.signal) : run());
    if (key !== undefined && !result.failed) this.#cache.set(key, result, policy.cacheMs ?? 0);
    return result;
  }

  /** Waits for its turn, unless the caller aborts first; then the tool is never started. */
  #inTurn(
    run: () => Promise<ToolResult>,
    name: string,
    signal: AbortSignal | undefined,
  ): Promise<ToolResult> {
    let started = false;
    const turn = this.#oneByOne(async () => {
      if (signal?.aborted) throw cancelled(name, "before it started");
      started = true;
      return run();
    });
    return rejectOnAbort(turn, signal).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
      throw started ? cancelled(name) : cancelled(name, "before it started");
    });
  }

  async #invoke(tool: Tool, { call, args, policy, options }: InvokeFacts): Promise<ToolResult> {
    const { id, name } = call;
    const value = await withDeadline(
      async (signal) => {
        await validateArguments(tool, args);
        // A schema may check asynchronously, and the deadline may pass meanwhile.
        signal.throwIfAborted();
        return this.#resilience.run(
          async () =>
            tool.invoke(args, {
              signal,
              toolCall: { type: "tool_call", ...(writesOwnResult(tool) ? {} : { id }), name, args },
              toolCallId: id,
              context: options.context,
              messages: options.messages ?? [],
              onProgress: options.onProgress ?? ignore,
            } satisfies ToolInvocation),
          { tool: tool.name, callId: id, policy, signal },
        );
      },
      { timeoutMs: policy.timeoutMs ?? this.#timeoutMs, signal: options.signal, name },
    );
    return toToolResult(value, {
      maxChars: this.#maxResultChars,
      contentAndArtifact: mcpMark(tool) !== undefined,
    });
  }

  #unknown(name: string): Failure {
    const close = closestName(
      name,
      this.manager.tools.map((tool) => tool.name),
    );
    return new Failure("unknown-tool", `Unknown tool "${name}"${close ? `. Did you mean "${close}"?` : ""}`);
  }
}

interface InvokeFacts {
  readonly call: ToolCall;
  readonly args: Record<string, unknown>;
  readonly policy: ToolPolicy;
  readonly options: ExecuteOptions;
}

const ignore = (): void => {};

/** A LangChain tool that turns its result into text as soon as it knows the id of the call. */
function writesOwnResult(tool: Tool): boolean {
  return "responseFormat" in tool && tool.responseFormat === "content";
}
