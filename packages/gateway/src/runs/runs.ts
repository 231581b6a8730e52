import { HumanMessage, SystemMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatClient, Logger } from "antiphon";
import type { Conversation } from "../conversations/conversation.ts";
import type { Conversations } from "../conversations/conversations.ts";
import { modelFailure } from "./model-failure.ts";
import type { Approvals } from "./approvals.ts";
import type { Approver, RunContext } from "./approver.ts";
import { Run } from "./run.ts";
import { toGatewayEvent, type WireUsage } from "./run-event.ts";
import { RunRefused } from "./run-refused.ts";

export interface RunsOptions {
  conversations: Conversations;
  approvals: Approvals;
  /** The model, as soon as it is known. */
  client: () => Promise<ChatClient>;
  /** Resolves when the tools are there, or will not come. */
  toolsReady: (signal: AbortSignal) => Promise<void>;
  systemPrompt: string;
  contextTokens: number;
  maxRuns: number;
  /**
   * How long a run goes on when nobody reads it.
   * @default 5_000
   */
  graceMs?: number;
  /**
   * How many ended runs can still be read.
   * @default 50
   */
  keepEnded?: number;
  logger: Logger;
}

const noUsage: WireUsage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
/** Ended runs are kept this long, so that a page that reloads can read the end. */
const keepEndedMs = 5 * 60_000;

/** All runs of conversations. */
export class Runs {
  readonly #options: RunsOptions;
  readonly #runs = new Map<string, Run>();
  readonly #pending = new Set<Promise<void>>();
  /** Runs that are not of a conversation count too. */
  #foreign = 0;
  #closed = false;

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  get active(): number {
    return this.#pending.size + this.#foreign;
  }

  find(id: string): Run | undefined {
    this.#forgetEnded();
    return this.#runs.get(id);
  }

  /** Starts an answer. Throws a `RunRefused` when the conversation is busy or too many runs are under way. */
  start(
    message: string,
    { conversationId, approver }: { conversationId?: string | undefined; approver?: Approver },
  ): Run {
    this.#requireRoom();
    const { conversations, graceMs = 5_000 } = this.#options;
    const conversation = conversations.open(conversationId);
    if (conversation.running !== undefined)
      throw new RunRefused("busy", "This conversation is being answered already.", conversation.running);
    const run = new Run({ conversationId: conversation.id, graceMs });
    conversation.running = run.id;
    this.#forgetEnded();
    this.#runs.set(run.id, run);
    const work = this.#perform(run, conversation, { message, approver }).finally(() => {
      this.#pending.delete(work);
    });
    this.#pending.add(work);
    return run;
  }

  /** Counts work that is not of a conversation against the same limit. Returns how to stop counting. */
  enter(): () => void {
    this.#requireRoom();
    this.#foreign++;
    let open = true;
    return () => {
      if (open) this.#foreign--;
      open = false;
    };
  }

  /** Cancels everything. Idempotent; resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const run of this.#runs.values()) if (!run.log.ended) run.cancel("The gateway is closing.");
    await Promise.all(this.#pending);
  }

  #requireRoom(): void {
    if (this.#closed) throw new RunRefused("closing", "The gateway is closing.");
    const { maxRuns } = this.#options;
    if (this.active >= maxRuns)
      throw new RunRefused("too-many", `${maxRuns} answers are under way already. Try again in a moment.`);
  }

  /** Never rejects. */
  async #perform(
    run: Run,
    conversation: Conversation,
    { message, approver }: { message: string; approver: Approver | undefined },
  ): Promise<void> {
    const { contextTokens, systemPrompt, approvals, logger } = this.#options;
    const { generation } = conversation;
    const { log, signal } = run;
    const produced: BaseMessage[] = [];
    conversation.add([new HumanMessage(message)], { maxTokens: contextTokens });
    try {
      const client = await this.#options.client();
      log.push({ type: "run", runId: run.id, conversationId: conversation.id, model: client.modelName });
      await this.#options.toolsReady(signal);
      const context: RunContext = { approver: approver ?? approvals.asking((event) => log.push(event)) };
      const history = [new SystemMessage(systemPrompt), ...conversation.messages];
      const stream = client.run(history, { signal, context });
      try {
        for await (const event of stream) log.push(toGatewayEvent(event));
      } finally {
        produced.push(...stream.messages);
      }
    } catch (error) {
      const cancelled = signal.aborted;
      if (!cancelled) {
        logger.warn({ run: run.id, error }, "A run failed");
        log.push({ type: "error", message: modelFailure(error).message });
      }
      log.push({ type: "end", stopReason: cancelled ? "aborted" : "error", usage: noUsage });
    } finally {
      if (conversation.generation === generation) conversation.add(produced, { maxTokens: contextTokens });
      if (conversation.running === run.id) conversation.running = undefined;
      conversation.usedAt = Date.now();
      run.end();
    }
  }

  #forgetEnded(): void {
    const { keepEnded = 50 } = this.#options;
    const ended = [...this.#runs.values()].filter(({ endedAt }) => endedAt !== undefined);
    const oldest = Date.now() - keepEndedMs;
    ended.forEach((run, position) => {
      if (position < ended.length - keepEnded || (run.endedAt ?? 0) < oldest) this.#runs.delete(run.id);
    });
  }
}
