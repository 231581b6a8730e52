import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { writeWav } from "../voice/audio/wav.ts";
import { readRecording } from "./listen-recording.ts";
import { runProgram } from "./program.ts";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "listen-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

async function run(...args: string[]): Promise<{ code: number; out: string; note: string }> {
  let out = "";
  let note = "";
  const output = { out: (text: string) => (out += text), note: (text: string) => (note += text) };
  const code = await runProgram(args, { output });
  return { code, out, note };
}

const tone = writeWav({ samples: new Float32Array(1_000).fill(0.5), sampleRate: 22_050 });

/** The same with other lengths in its header. */
function withLengths(length: number): Uint8Array {
  const bytes = tone.slice();
  const view = new DataView(bytes.buffer);
  view.setUint32(4, length, true);
  view.setUint32(40, length, true);
  return bytes;
}

test("lengths in the header are not believed", async () => {
  const path = await folder();
  for (const length of [0, 0xffff_ffff, 1_000_000]) {
    await writeFile(join(path, "x.wav"), withLengths(length));
    const { samples, sampleRate } = await readRecording(join(path, "x.wav"));
    expect([samples.length, sampleRate]).toEqual([1_000, 22_050]);
  }
});

test('"-" reads standard input, and a terminal is told to pipe', async () => {
  const piped = await readRecording("-", {
    input: Readable.from([Buffer.from(tone.subarray(0, 50)), Buffer.from(tone.subarray(50))]),
  });
  expect(piped.samples).toHaveLength(1_000);
  const terminal = Object.assign(Readable.from([]), { isTTY: true });
  await expect(readRecording("-", { input: terminal })).rejects.toThrow(/cat FILE\.wav \| antiphon listen -/);
});

test("input that never ends is cut off with a sentence", async () => {
  const megabyte = Buffer.alloc(4_000_000);
  const endless = Readable.from(
    (function* () {
      while (true) yield megabyte;
    })(),
  );
  await expect(readRecording("-", { input: endless })).rejects.toThrow(/too large: at most 120 MB/);
});

test("what cannot be heard ends with a sentence and nothing is started", async () => {
  const path = await folder();
  const file = async (name: string, content: Uint8Array | string): Promise<string> => {
    await writeFile(join(path, name), content);
    return join(path, name);
  };
  const huge = await file("huge.wav", tone);
  await truncate(huge, 200_000_000);
  const compressed = tone.slice();
  compressed[20] = 7;
  const cases: [string, number, RegExp][] = [
    [join(path, "nowhere.wav"), 2, /nowhere\.wav does not exist/],
    [path, 2, /is a directory, not a WAV file/],
    [await file("empty.wav", ""), 1, /empty\.wav is empty/],
    [await file("words.wav", "These are words, not sound."), 1, /words\.wav: This is not a WAV file/],
    [await file("headless.wav", tone.subarray(0, 20)), 1, /ends in the middle of its header|holds no sound/],
    [await file("soundless.wav", tone.subarray(0, 44)), 1, /holds no sound/],
    [await file("compressed.wav", compressed), 1, /compressed or unusual/],
    [huge, 1, /too large/],
  ];
  for (const [name, code, message] of cases) {
    const ended = await run("listen", name);
    expect([name, ended.code, ended.out]).toEqual([name, code, ""]);
    expect(ended.note).toMatch(message);
    expect(ended.note).not.toMatch(/\bat .*\.ts:/);
  }
});

test("options that make no sense together are refused", async () => {
  const path = await folder();
  const file = join(path, "x.wav");
  await writeFile(file, tone);
  for (const args of [
    ["listen", file, "--push-to-talk"],
    ["listen", "--push-to-talk", "--wake-word"],
    ["listen", file, "--out", file],
    ["listen", file, "--out", path],
    ["listen", file, "other.wav"],
  ]) {
    const { code, out, note } = await run(...args);
    expect([args, code, out]).toEqual([args, 2, ""]);
    expect(note).not.toMatch(/\bat .*\.ts:/);
  }
});
