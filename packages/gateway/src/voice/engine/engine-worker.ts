import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/**
 * To the thread: `{ id, request }`, `{ id, cancel: true }` or `{ end: true }`. From it: one `Reply` for every
 * request.
 */
export type Reply<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly error: string }
  | { readonly progress: string };

export interface EngineWorkerOptions {
  /** What it does, for messages: "Speech recognition". */
  what: string;
  /** Handed to the thread as `workerData`. */
  data?: unknown;
  /** Told what the thread is loading. */
  onProgress?: ((message: string) => void) | undefined;
}

interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A thread that answers requests, so that an engine that computes blocks nobody. It starts with the first
 * request. When it dies, what was pending rejects with a sentence and the next request starts a new one.
 */
export class EngineWorker<Request, Result> {
  readonly #file: URL;
  readonly #options: EngineWorkerOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #last = 0;
  #closed = false;
  #ending: Promise<void> | undefined;

  /** @param file the thread's module, as `new URL("./name-worker.js", import.meta.url)` */
  constructor(file: URL, options: EngineWorkerOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Rejects at once when the signal aborts; the thread is told, and its answer is dropped. */
  call(
    request: Request,
    { signal, transfer = [] }: { signal?: AbortSignal | undefined; transfer?: readonly ArrayBuffer[] } = {},
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      if (this.#closed) return reject(new Error(`${this.#options.what} is closed.`));
      const worker = (this.#worker ??= this.#start());
      const id = ++this.#last;
      const forget = (): void => {
        signal?.removeEventListener("abort", onAbort);
        this.#pending.delete(id);
        // A thread with nothing to do keeps no process alive.
        if (this.#pending.size === 0) worker.unref();
      };
      const onAbort = (): void => {
        forget();
        worker.postMessage({ id, cancel: true });
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
      worker.ref();
      worker.postMessage({ id, request }, transfer);
    });
  }

  /** Idempotent; what is pending rejects at once. Resolves when the thread has ended. */
  close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    this.#fail(new Error(`${this.#options.what} was closed.`));
    this.#ending ??= worker ? endThread(worker) : Promise.resolve();
    return this.#ending;
  }

  #start(): Worker {
    const { what, data, onProgress } = this.#options;
    const worker = startThread(this.#file, data);
    const died = (reason: string): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#fail(new Error(`${what} stopped: ${reason}`));
    };
    worker.on("message", (reply: Reply<never>) => {
      if ("progress" in reply) return onProgress?.(reply.progress);
      const pending = this.#pending.get(reply.id);
      if ("error" in reply) pending?.reject(new Error(reply.error));
      else pending?.resolve(reply.result);
    });
    worker.on("error", (error: Error) => died(error.message));
    worker.on("exit", (code) => died(`its thread ended with code ${code}.`));
    return worker;
  }

  #fail(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
  }
}

/** A thread that has not ended by itself after this long hangs. */
const patienceMs = 15_000;

/**
 * Asks the thread to end between two steps of its work. To terminate it in the middle of one takes the whole
 * process down when native code computes there (onnxruntime-node: "terminate called after throwing ... Napi::Error").
 */
function endThread(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => void worker.terminate(), patienceMs);
    worker.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
    worker.ref();
    worker.postMessage({ end: true });
  });
}

/** From sources, as in the tests, the thread needs the same translation as its parent; built code needs none. */
function startThread(file: URL, workerData: unknown): Worker {
  const fromSource = import.meta.url.endsWith(".ts");
  if (!fromSource) return new Worker(file, { workerData });
  const source = file.href.replace(/\.js$/, ".ts");
  const translator = createRequire(import.meta.url)
    .resolve("tsx/esm/api")
    .replace(/\.cjs$/, ".mjs");
  const code = `import(${JSON.stringify(pathToFileURL(translator).href)}).then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
  return new Worker(code, { eval: true, execArgv: [], workerData });
}
