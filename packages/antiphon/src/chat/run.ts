import type { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";
import { follow } from "../abort.ts";
import { ModelError } from "../errors.ts";
import type { RunEvent, StopReason } from "../events.ts";
import { isEnabled, type Logger } from "../logger.ts";
import { Failure } from "../tools/tool-failure.ts";
import type { ToolBatch, ToolExecutor } from "../tools/tool-executor.ts";
import type { ToolCall } from "../tools/tool.ts";
import type { FollowUpPolicy } from "./follow-up.ts";
import { repairHistory } from "./history.ts";
import type { MessageLike } from "./messages.ts";
import { ModelRequest } from "./model-request.ts";
import { ModelTurn } from "./model-turn.ts";
import type { RawStream } from "./raw-stream.ts";
import { RepeatedCalls } from "./repeated-calls.ts";
import { takenIds, type GivenId } from "./tool-call-ids.ts";
import { addUsage, noUsage } from "./usage.ts";

/** What a client lends to each of its runs. */
export interface RunSetup {
  readonly rawStream: RawStream;
  readonly modelName: string;
  readonly executor: ToolExecutor;
  readonly followUp: FollowUpPolicy;
  readonly repeatLimit: number;
  readonly idleTimeoutMs: number;
  readonly logger: Logger;
}

export interface RunInput {
  readonly messages: readonly MessageLike[];
  /** Every new message, whole at each moment the run is not running. */
  readonly produced: (AIMessage | ToolMessage)[];
  /** Ends the run and everything in it. */
  readonly controller: AbortController;
  /** The caller's signal, followed for as long as the run lasts. */
  readonly signal: AbortSignal | undefined;
  readonly context: unknown;
}

const noMoreTools = new Failure("refused", "No more tool calls are possible in this turn.");

/**
 * The loop: ask the model, run the tools it calls, ask again, until a message has no calls.
 *
 * Throws only what the model's side throws; a tool's failure is a result. Wherever it is left, by a
 * return, an abort, an error or a consumer that breaks off, `produced` holds one result for each call.
 */
export async function* run(setup: RunSetup, input: RunInput): AsyncGenerator<RunEvent, void> {
  const { executor, logger } = setup;
  const { messages, produced, controller, context } = input;
  const { signal } = controller;
  const unfollow = follow(input.signal, controller);
  const history = repairHistory(messages);
  const taken = takenIds(history);
  const repeated = new RepeatedCalls(setup.repeatLimit);
  let usage = noUsage;
  let toolRounds = 0;
  let emptyAnswers = 0;
  let turn: ModelTurn | undefined;
  let batch: ToolBatch | undefined;
  let answered = 0;

  const keep = (message: AIMessage | ToolMessage): RunEvent => {
    produced.push(message);
    history.push(message);
    return { type: "message", message };
  };
  const end = (stopReason: StopReason): RunEvent => ({ type: "end", stopReason, usage });

  try {
    while (true) {
      const { tools, instruction, note } = setup.followUp(toolRounds);
      logRequest(setup, history, { toolRounds, tools });
      turn = new ModelTurn({ taken });
      const request = new ModelRequest(history, {
        ...setup,
        tools: tools ? executor.manager.tools : [],
        knownTools: executor.manager.tools,
        instruction,
        signal,
      });
      try {
        for (let chunks = await request.next(); chunks; chunks = await request.next()) {
          for (const chunk of chunks) {
            if (chunk.fallback) yield { type: "model-fallback", ...chunk.fallback };
            if (chunk.thinking) yield { type: "thinking-delta", text: chunk.thinking };
            const begun = turn.add(chunk);
            if (chunk.text) yield { type: "text-delta", text: chunk.text };
            for (const { id, name } of begun) yield { type: "tool-call", id, name };
          }
        }
        request.finished(turn);
      } catch (error) {
        request.failed(error);
        if (turn.usage) usage = addUsage(usage, turn.usage);
        const partial = turn.partial(signal.aborted ? "aborted" : "error");
        turn = undefined;
        if (partial) yield keep(partial);
        if (!signal.aborted) throw asModelError(error, produced);
        yield end("aborted");
        return;
      } finally {
        request.close();
      }

      const { message, calls, given, hasText, finish } = turn.finish();
      if (turn.usage) {
        usage = addUsage(usage, turn.usage);
        yield { type: "usage", usage };
      }
      turn = undefined;

      if (calls.length === 0) {
        if (!hasText && toolRounds > 0 && emptyAnswers++ === 0) {
          logger.warn({ model: setup.modelName }, "The model said nothing after its tools; asking once more");
          continue;
        }
        if (hasText || message.content.length > 0) yield keep(message);
        yield end(reasonFor(finish, { hasText, tools }));
        return;
      }

      logCalls(logger, calls, given);
      if (note)
        logger.info({ iteration: toolRounds + 1, tool: calls.map(({ name }) => name).join(", ") }, note);
      batch = executor.start(
        tools ? repeated.check(calls) : calls.map((call) => ({ ...call, failure: noMoreTools })),
        {
          signal,
          context,
          messages: [...history, message],
        },
      );
      answered = 0;
      yield keep(message);
      const results: ToolMessage[] = [];
      for await (const event of batch.events) {
        yield event;
        if (event.type !== "tool-end") continue;
        results[calls.findIndex(({ id }) => id === event.call.id)] = event.message;
        for (let next = results[answered]; next; next = results[answered]) {
          answered++;
          yield keep(next);
        }
      }
      batch = undefined;
      toolRounds++;
      if (signal.aborted || !tools) {
        yield end(signal.aborted ? "aborted" : "tool-limit");
        return;
      }
    }
  } finally {
    // Reached with work under way only when the consumer broke off: nobody listens, the record stays whole.
    unfollow();
    const partial = turn?.partial("aborted");
    if (partial) produced.push(partial);
    if (batch) produced.push(...(await Promise.all(batch.results)).slice(answered));
  }
}

function reasonFor(
  finish: "stop" | "length" | "content-filter",
  { hasText, tools }: { hasText: boolean; tools: boolean },
): StopReason {
  if (finish !== "stop") return finish;
  if (!hasText) return "empty";
  return tools ? "answer" : "tool-limit";
}

export function asModelError(error: unknown, messages: readonly BaseMessage[]): ModelError {
  if (error instanceof ModelError) {
    error.messages = messages;
    return error;
  }
  const message = error instanceof Error ? error.message : String(error);
  return new ModelError(message, { messages, cause: error });
}

function logRequest(
  { logger, modelName, executor }: RunSetup,
  history: readonly BaseMessage[],
  facts: object,
): void {
  if (!isEnabled(logger, "debug")) return;
  logger.debug(
    {
      model: modelName,
      ...facts,
      known: executor.manager.tools.map(({ name }) => name),
      chain: history.map(({ type }) => chainNames.get(type) ?? type).join(" → "),
    },
    "Asking the model",
  );
}

const chainNames = new Map([
  ["ai", "AI"],
  ["human", "Human"],
  ["system", "System"],
  ["tool", "Tool"],
]);

function logCalls(logger: Logger, calls: readonly ToolCall[], given: readonly GivenId[]): void {
  if (!isEnabled(logger, "debug")) return;
  logger.debug({ calls: calls.map(({ id, name }) => `${name}(${id})`) }, "The model calls tools");
  if (given.length === 0) return;
  const reasons = given.map(
    ({ id, name, providerId }) =>
      `${name}(${id}): ${providerId === undefined ? "the provider sent none" : `"${providerId}" was taken`}`,
  );
  logger.debug({ given: reasons }, "Ids were given to calls");
}
