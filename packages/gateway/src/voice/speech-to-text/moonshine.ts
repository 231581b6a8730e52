import { join } from "node:path";
import { EngineProcess } from "../engine/engine-process.ts";
import type { OnProgress } from "../engine/engine.ts";
import { EngineMissing, findPackage } from "../engine/find-package.ts";
import { orAborted } from "../engine/linked-abort.ts";
import { sharedLoad } from "../engine/shared-load.ts";
import { audibleSound } from "./audible-sound.ts";
import type { MoonshineFiles } from "./moonshine-model.ts";
import type { MoonshineRequest } from "./moonshine-worker.ts";
import type { SpeechToText } from "./speech-to-text.ts";

export const moonshineSizes = ["base", "tiny"] as const;

export interface MoonshineOptions {
  /** One of `moonshineSizes`: tiny is faster and mishears more. @default "base" */
  size?: string | undefined;
  /** Told what is being loaded, whoever asked. */
  onProgress?: OnProgress | undefined;
  /** Finds the folder of an installed package. @default findPackage */
  find?: ((name: string) => string | undefined) | undefined;
  /** The engine's module. @default moonshine-worker */
  module?: URL | undefined;
}

const what = "Speech recognition";
const weights = "@usefulsensors/moonshine-js";
const tokenizer = "llama-tokenizer-js";
const packages = ["onnxruntime-node", weights, tokenizer];

/** Moonshine: English, on this machine, in a process of its own. */
export class Moonshine implements SpeechToText {
  readonly name: string;
  readonly #load: SpeechToText["load"];
  #worker: EngineProcess<MoonshineRequest, string> | undefined;
  #closed = false;

  constructor({
    size = "base",
    onProgress,
    find = findPackage,
    module = new URL("./moonshine-worker.js", import.meta.url),
  }: MoonshineOptions = {}) {
    this.name = `Moonshine ${size}`;
    this.#load = sharedLoad(async (tell) => {
      const data = filesOf(size, find);
      const message = `Loading speech recognition (${this.name}).`;
      onProgress?.(message);
      tell(message);
      this.#worker ??= new EngineProcess(module, { what, data });
      await this.#worker.call(undefined);
    });
  }

  load(onProgress?: OnProgress): Promise<void> {
    return this.#closed ? Promise.reject(new Error(`${what} is closed.`)) : this.#load(onProgress);
  }

  async transcribe(
    samples: Float32Array,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): Promise<string> {
    signal?.throwIfAborted();
    if (this.#closed) throw new Error(`${what} is closed.`);
    const sound = audibleSound(samples);
    if (!sound) return "";
    await (signal ? orAborted(this.load(), signal) : this.load());
    if (!this.#worker) throw new Error(`${what} is closed.`);
    return this.#worker.call(sound, { signal });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.close();
  }
}

function filesOf(size: string, find: (name: string) => string | undefined): MoonshineFiles {
  if (!moonshineSizes.some((known) => known === size))
    throw new Error(`Moonshine has no size "${size}". Known: ${moonshineSizes.join(", ")}.`);
  const missing = packages.filter((name) => find(name) === undefined);
  if (missing.length > 0) throw new EngineMissing(what, missing);
  return {
    model: join(find(weights) ?? "", "dist", "model", size, "quantized"),
    tokenizer: find(tokenizer) ?? "",
  };
}
