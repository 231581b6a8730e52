import type { Approver } from "../../runs/approver.ts";
import type { GatewayEvent } from "../../runs/run-event.ts";
import { RunRefused } from "../../runs/run-refused.ts";
import type { Run } from "../../runs/run.ts";
import type { Runs } from "../../runs/runs.ts";
import { Channel } from "../channel.ts";
import { sentences } from "../speaking/sentences.ts";

export interface AnswerOptions {
  runs: Pick<Runs, "start" | "find">;
  conversationId: string;
  /** Ends the run and its tools. */
  signal: AbortSignal;
  /** Who is asked about destructive calls. @default the page */
  approver?: Approver | undefined;
  /** Told of the run as soon as there is one. */
  onRun?: ((run: Run) => void) | undefined;
  /** Told of the first token. */
  onText?: (() => void) | undefined;
  /**
   * A tool that takes longer than this is excused in words.
   * @default 1_500
   */
  fillerMs?: number | undefined;
}

export interface Spoken {
  readonly text: string;
  /** `filler`: not part of the answer, only so that nobody waits in silence. */
  readonly kind: "answer" | "filler" | "failure";
}

const fillers = ["One moment.", "I am still on it.", "This is taking a while."];
const nothingSaid = "I have no answer to that.";
const failed = "That did not work, because something went wrong on my side.";

/** A question in, sentences out, as they are made. Never throws for a run that fails: that is said in a sentence. */
export async function* answer(question: string, options: AnswerOptions): AsyncGenerator<Spoken> {
  const { signal, approver, onRun, fillerMs = 1_500 } = options;
  const spoken = new Channel<Spoken>();
  let run: Run;
  try {
    run = await startRun(question, options);
  } catch (error) {
    if (!signal.aborted)
      yield { kind: "failure", text: error instanceof RunRefused ? error.message : failed };
    return;
  }
  onRun?.(run);
  const cancel = (): void => run.cancel("Somebody spoke.");
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel, { once: true });
  const filler = new Filler(fillerMs, (text) => spoken.push({ kind: "filler", text }));
  const { entries, close } = run.attach();

  async function* deltas(): AsyncGenerator<string> {
    for await (const { event } of entries) {
      filler.follow(event);
      if (event.type === "text-delta") {
        options.onText?.();
        yield event.text;
      }
      // A new turn of the model begins a new sentence.
      if (event.type === "message" && event.role === "assistant") yield "\n";
      const notice = noticeOf(event, approver !== undefined);
      if (notice !== undefined) spoken.push(notice);
    }
  }

  const work = (async () => {
    let said = false;
    for await (const text of sentences(deltas())) {
      said = true;
      spoken.push({ kind: "answer", text });
    }
    if (!said && !signal.aborted && !filler.failed) spoken.push({ kind: "failure", text: nothingSaid });
  })()
    .catch(() => spoken.push({ kind: "failure", text: failed }))
    .finally(() => spoken.end());

  try {
    for await (const each of spoken) {
      if (signal.aborted) break;
      yield each;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    filler.stop();
    if (!run.log.ended) cancel();
    await work;
    close();
  }
}

/** Whoever speaks comes first: a run of the same conversation that is under way is ended. */
async function startRun(question: string, { runs, conversationId, approver }: AnswerOptions): Promise<Run> {
  const start = (): Run => runs.start(question, { conversationId, ...(approver && { approver }) });
  try {
    return start();
  } catch (error) {
    const other =
      error instanceof RunRefused && error.runId !== undefined ? runs.find(error.runId) : undefined;
    if (!other) throw error;
    const { entries, close } = other.attach();
    other.cancel("Somebody spoke.");
    for await (const _ of entries);
    close();
    return start();
  }
}

function noticeOf(event: GatewayEvent, decided: boolean): Spoken | undefined {
  if (event.type === "error") return { kind: "failure", text: event.message };
  if (event.type === "approval-request" && !decided && event.calls.some((call) => call.needsApproval))
    return { kind: "filler", text: "This needs your approval. Please confirm it on the page." };
  return undefined;
}

/** Says something when a tool keeps everybody waiting. */
class Filler {
  readonly #say: (text: string) => void;
  readonly #afterMs: number;
  readonly #calls = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #said = 0;
  failed = false;

  constructor(afterMs: number, say: (text: string) => void) {
    this.#afterMs = afterMs;
    this.#say = say;
  }

  follow(event: GatewayEvent): void {
    switch (event.type) {
      case "tool-start":
        this.#calls.add(event.call.id);
        if (this.#calls.size === 1) this.#wait();
        return;
      case "tool-end":
        this.#calls.delete(event.call.id);
        if (this.#calls.size === 0) this.stop();
        return;
      case "approval-request":
      case "end":
        this.stop();
        return;
      case "error":
        this.failed = true;
        return;
      default:
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const text = fillers[this.#said];
    if (text === undefined) return;
    // Each excuse holds longer than the one before.
    this.#timer = setTimeout(
      () => {
        this.#say(text);
        this.#said++;
        this.#wait();
      },
      this.#afterMs * 4 ** this.#said,
    );
  }
}
