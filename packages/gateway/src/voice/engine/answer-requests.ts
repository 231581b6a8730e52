import { setImmediate } from "node:timers/promises";
import type { Reply } from "./engine-process.ts";

export interface AnswerOptions {
  /** Aborts when the asker has given up. */
  signal: AbortSignal;
}

interface Message<Request> {
  readonly id: number;
  readonly request: Request;
  readonly cancel?: boolean;
}

/** What the parent gave this process to work with. Asked for once, before `answerRequests`. */
export function engineData<Data>(): Promise<Data> {
  return new Promise((resolve) => {
    process.once("message", ({ data }: { data: Data }) => resolve(data));
    tell({ wants: "data" });
  });
}

/**
 * The engine's side of an `EngineProcess`: answers requests one after the other, in order. A request that was
 * cancelled while it waited is not begun. Ends with its parent.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the engine's file names what it is sent
export function answerRequests<Request, Result>(
  answer: (request: Request, options: AnswerOptions) => Result | Promise<Result>,
): void {
  const open = new Map<number, AbortController>();
  let turn = Promise.resolve();
  process.on("disconnect", () => process.exit(0));
  // Ctrl-C reaches every process of a terminal; when to end is the parent's to say.
  process.on("SIGINT", () => {});
  process.on("message", ({ id, request, cancel }: Message<Request>) => {
    if (cancel) return open.get(id)?.abort();
    const controller = new AbortController();
    open.set(id, controller);
    turn = turn.then(async () => {
      try {
        // What arrived while the engine computed is read first: it may cancel this request.
        await setImmediate();
        if (controller.signal.aborted) return;
        tell<Result>({ id, result: await answer(request, { signal: controller.signal }) });
      } catch (error) {
        tell<Result>({ id, error: error instanceof Error ? error.message : String(error) });
      } finally {
        open.delete(id);
      }
    });
  });
  tell({ wants: "requests" });
}

/** A parent that has just gone needs no answer. */
function tell<Result>(message: Reply<Result>): void {
  process.send?.(message, undefined, {}, () => {});
}
