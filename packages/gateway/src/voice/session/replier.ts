import type { Logger } from "antiphon";
import type { Approver } from "../../runs/approver.ts";
import type { Runs } from "../../runs/runs.ts";
import { answer, type Spoken } from "../answering/answer.ts";
import type { Utterance } from "../transcribing/background-transcriber.ts";
import type { Speaker } from "./speaker.ts";
import type { VoiceEvent } from "./voice-event.ts";
import type { VoiceHappening } from "./voice-state.ts";

/** A question for the model, or a sentence of our own. */
export type Reply = { readonly question: string } | { readonly sorry: string };

export interface ReplierOptions {
  runs: Pick<Runs, "start" | "find">;
  speaker: Speaker;
  conversationId: string;
  tell: (event: VoiceEvent) => void;
  happen: (happening: VoiceHappening) => void;
  logger: Logger;
  /** Who is asked about destructive calls. @default the page */
  approver?: Approver | undefined;
  /** @default 1_500 */
  fillerMs?: number | undefined;
}

/** Makes one reply at a time and has it spoken. */
export class Replier {
  readonly #options: ReplierOptions;
  #current: { readonly controller: AbortController; readonly done: Promise<void> } | undefined;

  constructor(options: ReplierOptions) {
    this.#options = options;
  }

  get busy(): boolean {
    return this.#current !== undefined;
  }

  /** Returns at once: listening goes on while the answer is made. The one before must have ended. */
  begin(utterance: Utterance, reply: Reply): void {
    const controller = new AbortController();
    const done = this.#perform(utterance, { reply, signal: controller.signal });
    const current = { controller, done };
    this.#current = current;
    void done.then(() => {
      if (this.#current === current) this.#current = undefined;
    });
  }

  /** Resolves when the reply has been heard, or was stopped. */
  async done(): Promise<void> {
    await this.#current?.done;
  }

  /** Silence; the run and its tools are cancelled. Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    const current = this.#current;
    if (!current) return;
    current.controller.abort(new DOMException("Somebody spoke.", "AbortError"));
    this.#options.speaker.silence();
    await current.done;
  }

  /** Never rejects. */
  async #perform(
    utterance: Utterance,
    { reply, signal }: { reply: Reply; signal: AbortSignal },
  ): Promise<void> {
    const { speaker, tell, happen, logger } = this.#options;
    let asks = false;
    try {
      if ("sorry" in reply) await this.#say(reply.sorry, signal);
      else asks = await this.#answer(utterance, { question: reply.question, signal });
      await speaker.heard(signal);
    } catch (error) {
      if (!signal.aborted) {
        logger.error({ error }, "An answer failed");
        tell({ type: "problem", message: "The answer failed; the gateway's log says why." });
      }
    }
    if (!signal.aborted) happen({ type: "answered", asks });
  }

  /** Whether the answer is a question itself. */
  async #answer(
    { id: utteranceId }: Utterance,
    { question, signal }: { question: string; signal: AbortSignal },
  ): Promise<boolean> {
    const { conversationId, tell } = this.#options;
    const said: string[] = [];
    try {
      for await (const { text, kind } of this.#sentences(utteranceId, { question, signal })) {
        if (kind !== "filler") said.push(text);
        await this.#say(text, signal);
      }
    } finally {
      const text = said.join(" ");
      const interrupted = signal.aborted;
      tell({ type: "response", utteranceId, conversationId, question, text, interrupted });
    }
    return said.at(-1)?.endsWith("?") ?? false;
  }

  #sentences(
    utteranceId: string,
    { question, signal }: { question: string; signal: AbortSignal },
  ): AsyncIterable<Spoken> {
    const { conversationId, tell } = this.#options;
    let first = true;
    return answer(question, {
      ...this.#options,
      signal,
      onRun: ({ id: runId }) => tell({ type: "run", runId, conversationId, utteranceId, text: question }),
      onText: () => {
        if (first) tell({ type: "first-token", utteranceId });
        first = false;
      },
    });
  }

  #say(text: string, signal: AbortSignal): Promise<void> {
    const { speaker, happen } = this.#options;
    return speaker.say(text, { signal, onSound: () => happen({ type: "sound" }) });
  }
}
