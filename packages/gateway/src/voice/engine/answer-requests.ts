import { setImmediate } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import type { Reply } from "./engine-worker.ts";

export interface AnswerOptions {
  /** Aborts when the asker has given up. */
  signal: AbortSignal;
}

/** The buffers of the result that may be moved instead of copied. */
export interface Answer<Result> {
  readonly result: Result;
  readonly transfer?: readonly ArrayBuffer[];
}

/**
 * The thread's side of an `EngineWorker`: answers requests one after the other, in order. A request that was
 * cancelled while it waited is not begun.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the thread's file names what it is sent
export function answerRequests<Request, Result>(
  answer: (request: Request, options: AnswerOptions) => Answer<Result> | Promise<Answer<Result>>,
): void {
  const port = parentPort;
  if (!port) throw new Error("This module runs in a thread of its own.");
  const open = new Map<number, AbortController>();
  let turn = Promise.resolve();
  port.on("message", ({ id, request, cancel, end }: Message<Request>) => {
    if (end) return endAfter([...open.values()], turn);
    if (cancel) return open.get(id)?.abort();
    const controller = new AbortController();
    open.set(id, controller);
    turn = turn.then(async () => {
      try {
        // What arrived while the thread computed is read first: it may cancel this request.
        await setImmediate();
        if (controller.signal.aborted) return;
        const { result, transfer = [] } = await answer(request, { signal: controller.signal });
        port.postMessage({ id, result } satisfies Reply<Result>, transfer);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        port.postMessage({ id, error: message } satisfies Reply<Result>);
      } finally {
        open.delete(id);
      }
    });
  });
}

interface Message<Request> {
  readonly id: number;
  readonly request: Request;
  readonly cancel?: boolean;
  readonly end?: boolean;
}

/** Ends the thread, when what is under way has come to a step at which it may be given up. */
function endAfter(underWay: readonly AbortController[], turn: Promise<void>): void {
  for (const controller of underWay) controller.abort();
  void turn.then(() => process.exit(0));
}

/** Tells the asker what takes its time. */
export function tellProgress(message: string): void {
  parentPort?.postMessage({ progress: message } satisfies Reply<never>);
}
