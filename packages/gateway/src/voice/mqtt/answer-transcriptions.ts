import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { Logger } from "antiphon";
import { allowAll, refuseAll } from "../../runs/approver.ts";
import type { Runs } from "../../runs/runs.ts";
import { answer } from "../answering/answer.ts";
import type { Incoming } from "./broker-link.ts";
import { readTranscription } from "./read-transcription.ts";
import { responsePayload } from "./voice-topics.ts";
import type { IncomingTranscription, ResponsePayload } from "./voice-payloads.ts";

export interface AnswerTranscriptionsOptions {
  runs: Pick<Runs, "start" | "find">;
  /** Whether destructive calls are allowed; nobody can be asked. */
  yes: boolean;
  publish: (response: ResponsePayload) => void;
  logger: Logger;
  /**
   * So many wait in one conversation while another is answered; more are dropped.
   * @default 4
   */
  maxWaiting?: number;
  /**
   * Most conversations that are answered at once.
   * @default 16
   */
  maxConversations?: number;
}

/** A flood of bad messages is not answered with a flood of warnings. */
const warnEveryMs = 1_000;

/** Answers what others heard, in the order it came within a conversation. Bad messages are dropped with a warning. */
export class TranscriptionAnswerer {
  readonly #options: AnswerTranscriptionsOptions;
  readonly #waiting = new Map<string, IncomingTranscription[]>();
  readonly #working = new Set<Promise<void>>();
  readonly #end = new AbortController();
  #warnedAt = -Infinity;
  #dropped = 0;

  constructor(options: AnswerTranscriptionsOptions) {
    this.#options = options;
    // Every answer under way listens to it.
    setMaxListeners(0, this.#end.signal);
  }

  /** Never throws. */
  onMessage({ payload, retained }: Pick<Incoming, "payload" | "retained">): void {
    // What a broker kept was said some time ago, to somebody else.
    if (retained || this.#end.signal.aborted) return;
    const read = readTranscription(payload);
    if (read.kind === "bad") this.#drop(read.reason);
    else if (read.kind === "said") this.#take(read.said);
  }

  /** Cancels what is being answered. Idempotent. */
  async close(): Promise<void> {
    this.#end.abort(new DOMException("The gateway is closing.", "AbortError"));
    this.#waiting.clear();
    await Promise.all(this.#working);
  }

  #take(said: IncomingTranscription): void {
    const { maxWaiting = 4, maxConversations = 16 } = this.#options;
    const waiting = this.#waiting.get(said.conversationId);
    if (waiting) {
      if (waiting.length < maxWaiting) waiting.push(said);
      else this.#drop(`${maxWaiting} messages of its conversation wait already.`);
      return;
    }
    if (this.#waiting.size >= maxConversations) {
      this.#drop(`${maxConversations} conversations are being answered already.`);
      return;
    }
    const queue = [said];
    this.#waiting.set(said.conversationId, queue);
    const work = this.#converse(said.conversationId, queue).finally(() => this.#working.delete(work));
    this.#working.add(work);
  }

  async #converse(conversationId: string, queue: IncomingTranscription[]): Promise<void> {
    for (let said = queue.shift(); said; said = queue.shift()) {
      if (this.#end.signal.aborted) break;
      await this.#answer(said);
    }
    this.#waiting.delete(conversationId);
  }

  /** Never rejects. */
  async #answer({
    text: question,
    conversationId,
    utteranceId = randomUUID(),
  }: IncomingTranscription): Promise<void> {
    const { runs, yes, publish, logger } = this.#options;
    const { signal } = this.#end;
    const approver = yes ? allowAll : refuseAll;
    const said: string[] = [];
    try {
      for await (const { text, kind } of answer(question, { runs, conversationId, signal, approver }))
        if (kind !== "filler") said.push(text);
      if (signal.aborted) return;
      publish(
        responsePayload({ text: said.join(" "), question, conversationId, utteranceId, interrupted: false }),
      );
    } catch (error) {
      logger.error({ error, utteranceId }, "A message on MQTT was not answered");
    }
  }

  #drop(reason: string): void {
    this.#dropped++;
    const now = performance.now();
    if (now - this.#warnedAt < warnEveryMs) return;
    this.#warnedAt = now;
    this.#options.logger.warn(
      { reason, dropped: this.#dropped },
      "Messages on voice/transcription were dropped",
    );
    this.#dropped = 0;
  }
}
