import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startVirtualHome, type VirtualHome } from "virtual-home";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { RunningCommand } from "../../testing/command.ts";
import { spokenWords } from "../../testing/spoken-words.ts";
import { readWav, writeWav } from "../voice/audio/wav.ts";
import { programs } from "../voice/microphone/fixtures/programs.ts";
import { createFlite } from "../voice/text-to-speech/flite.ts";
import { runProgram } from "./program.ts";

let home: VirtualHome;

beforeAll(async () => {
  home = await startVirtualHome();
}, 60_000);

afterAll(() => home.close());

afterEach(() => vi.unstubAllEnvs());

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "listen-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test("a spoken sentence in a WAV file switches a light, and the answer is spoken", async () => {
  const path = await folder();
  const textToSpeech = createFlite();
  onTestFinished(() => textToSpeech.close());
  const samples = await spokenWords("Turn on the kitchen light.", { textToSpeech });
  await writeFile(join(path, "question.wav"), writeWav({ samples, sampleRate: 16_000 }));
  const light = home.device("Kitchen/Kitchen Light");
  light.press(false);

  const files = [join(path, "question.wav"), "--out", join(path, "answer.wav")];
  let out = "";
  let note = "";
  const output = { out: (text: string) => void (out += text), note: (text: string) => void (note += text) };
  const code = await runProgram(["listen", ...files, "--json", "--broker", home.brokerUrl], { output });

  expect([code, note]).toEqual([0, ""]);
  expect(light.state()).toMatchObject({ on: true });
  const events = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; text?: string });
  expect(events.find(({ type }) => type === "transcription")?.text).toMatch(/turn on the kitchen light/i);
  expect(events.find(({ type }) => type === "response")?.text).toMatch(/Kitchen Light is on/);
  const answer = readWav(await readFile(join(path, "answer.wav")));
  expect(answer.samples.length / answer.sampleRate).toBeGreaterThan(0.8);
  expect(Math.max(...answer.samples)).toBeGreaterThan(0.02);
}, 90_000);

test("Ctrl-C while everything loads ends within two seconds and leaves no process", async () => {
  const found = await programs({
    arecord: "while :; do /usr/bin/head -c 3200 /dev/zero; /bin/sleep 0.1; done",
  });
  const command = new RunningCommand(["listen"], {
    env: { PATH: `${found.path}:/usr/bin:/bin`, ANTIPHON_PORT: "1" },
  });
  await command.shows(/Loading/, 60_000);
  expect(await found.alive()).toHaveLength(1);
  const started = performance.now();
  command.child.kill("SIGINT");
  expect(await command.ended).toBe(0);
  expect(performance.now() - started).toBeLessThan(2_000);
  await vi.waitFor(async () => expect(await found.alive()).toEqual([]));
}, 90_000);
