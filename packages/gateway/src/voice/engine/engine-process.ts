import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { firstSentence } from "./first-sentence.ts";

/**
 * From the process: `wants: "data"` and `wants: "requests"` when it is ready for them, since what comes before it
 * listens is lost; then one reply for every request. To it: `{ data }`, `{ id, request }`, `{ id, cancel: true }`.
 */
export type Reply<Result> =
  | { readonly wants: "data" | "requests" }
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly error: string };

export interface EngineProcessOptions {
  /** What it does, for messages: "Speech recognition". */
  what: string;
  /** What its module gets from `engineData()`. */
  data?: unknown;
}

interface Engine {
  readonly child: ChildProcess;
  readonly send: (message: object) => void;
}

interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

const longestLastWords = 2_000;

/**
 * A process that answers requests, so that an engine that computes blocks nobody, and native code that breaks
 * down takes nobody along. It starts with the first request. When it dies, what was pending rejects with a
 * sentence and the next request starts a new one.
 */
export class EngineProcess<Request, Result> {
  readonly #file: URL;
  readonly #options: EngineProcessOptions;
  readonly #pending = new Map<number, Pending>();
  #engine: Engine | undefined;
  #last = 0;
  #closed = false;
  #ending: Promise<unknown> | undefined;

  /** @param file the process's module, as `new URL("./name-worker.js", import.meta.url)` */
  constructor(file: URL, options: EngineProcessOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Rejects at once when the signal aborts; the process is told, and its answer is dropped. */
  call(request: Request, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      if (this.#closed) return reject(new Error(`${this.#options.what} is closed.`));
      const engine = (this.#engine ??= this.#start());
      const id = ++this.#last;
      const forget = (): void => {
        signal?.removeEventListener("abort", onAbort);
        this.#pending.delete(id);
        // A process with nothing to do keeps its parent from nothing.
        if (this.#pending.size === 0) hold(engine.child, false);
      };
      const onAbort = (): void => {
        forget();
        engine.send({ id, cancel: true });
        reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#pending.set(id, {
        resolve: (result) => {
          forget();
          resolve(result);
        },
        reject: (error) => {
          forget();
          reject(error);
        },
      });
      hold(engine.child, true);
      engine.send({ id, request });
    });
  }

  /** Idempotent; what is pending rejects at once. Resolves when the process has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    const engine = this.#engine;
    this.#engine = undefined;
    this.#fail(new Error(`${this.#options.what} was closed.`));
    this.#ending ??= engine ? end(engine.child) : Promise.resolve();
    await this.#ending;
  }

  #start(): Engine {
    const { what, data } = this.#options;
    const child = startProcess(this.#file);
    let waiting: object[] | undefined = [];
    let lastWords = "";
    const engine: Engine = {
      child,
      send: (message) => {
        if (waiting) waiting.push(message);
        else post(child, message);
      },
    };
    const died = (reason: string): void => {
      if (this.#engine !== engine) return;
      this.#engine = undefined;
      this.#fail(new Error(`${what} stopped: ${reason}`));
    };
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      lastWords = `${lastWords}${text}`.slice(-longestLastWords);
    });
    child.on("message", (reply: Reply<never>) => {
      if ("wants" in reply) {
        if (reply.wants === "data") return post(child, { data });
        for (const message of waiting ?? []) post(child, message);
        waiting = undefined;
        return;
      }
      const pending = this.#pending.get(reply.id);
      if ("error" in reply) pending?.reject(new Error(reply.error));
      else pending?.resolve(reply.result);
    });
    child.on("error", (error) => died(firstSentence(error.message)));
    child.on("close", (code, signal) => {
      const how = code === null ? `was ended by ${signal}` : `ended with code ${code}`;
      died(`its process ${how}. ${firstSentence(lastWords)}`.trim());
    });
    return engine;
  }

  #fail(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
  }
}

/** A message to a process that has just died is lost; its end is told by other means. */
function post(child: ChildProcess, message: object): void {
  if (child.connected) child.send(message, () => {});
}

function hold(child: ChildProcess, held: boolean): void {
  if (held) child.ref();
  else child.unref();
  const channel = child.channel as { ref: () => void; unref: () => void } | null | undefined;
  if (held) channel?.ref();
  else channel?.unref();
  const stderr = child.stderr as { ref?: () => void; unref?: () => void } | null;
  if (held) stderr?.ref?.();
  else stderr?.unref?.();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  hold(child, true);
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** From sources, as in the tests, the process needs the same translation as its parent; built code needs none. */
function startProcess(file: URL): ChildProcess {
  const fromSource = import.meta.url.endsWith(".ts");
  const module = fileURLToPath(fromSource ? file.href.replace(/\.js$/, ".ts") : file);
  const translator = fromSource ? createRequire(import.meta.url).resolve("tsx") : undefined;
  return fork(module, [], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: translator === undefined ? [] : ["--import", pathToFileURL(translator).href],
  });
}
