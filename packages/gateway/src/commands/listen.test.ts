import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tool } from "@langchain/core/tools";
import { ChatClient } from "antiphon";
import { ScriptedModel } from "antiphon/testing";
import { connectAsync } from "mqtt";
import { startBroker } from "virtual-home";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { homeModel } from "../../testing/home-model.ts";
import { scriptedEngines, sounds } from "../../testing/scripted-engines.ts";
import { joined } from "../voice/audio/audio.ts";
import { resample } from "../voice/audio/resample.ts";
import { readWav, writeWav } from "../voice/audio/wav.ts";
import { player, programs } from "../voice/microphone/fixtures/programs.ts";
import { folder, listening, recording } from "./fixtures/listening.ts";

afterEach(() => vi.unstubAllEnvs());

const { speech, silence, wakeWord } = sounds;

test("what is said in a file is answered in order, as lines of a talk", async () => {
  const file = await recording(
    silence(300),
    speech(700),
    silence(800),
    speech(700),
    silence(800),
    speech(900),
  );
  const engines = scriptedEngines({ texts: ["one", "two", "three"] });
  const { shown, ended } = listening({ file, engines });
  expect(await ended).toBe(0);
  expect(shown.out).toBe(
    "you: one\nhome: You said: one\nyou: two\nhome: You said: two\nyou: three\nhome: You said: three\n",
  );
});

test("44.1 kHz stereo is heard like anything else", async () => {
  const mono = resample({ samples: joined([speech(800), silence(700)]), sampleRate: 16_000 }, 44_100);
  const stereo = new Float32Array(mono.length * 2);
  mono.forEach((sample, position) => stereo.fill(sample, position * 2, position * 2 + 2));
  const bytes = writeWav({ samples: stereo, sampleRate: 44_100 });
  const view = new DataView(bytes.buffer);
  view.setUint16(22, 2, true);
  view.setUint16(32, 4, true);
  const file = join(await folder(), "stereo.wav");
  await writeFile(file, bytes);
  const engines = scriptedEngines({ texts: ["hello"] });
  const { shown, ended } = listening({ file, engines });
  expect(await ended).toBe(0);
  expect(shown.out).toBe("you: hello\nhome: You said: hello\n");
  expect(engines.transcribed.at(-1)).toBeLessThan(2);
});

test("with --wake-word only what follows it is meant", async () => {
  const file = await recording(speech(700), silence(800), wakeWord(), speech(700), silence(800));
  const { shown, ended } = listening({
    file,
    wakeWord: true,
    engines: scriptedEngines({ texts: ["hello"] }),
  });
  expect(await ended).toBe(0);
  expect(shown.out).toBe("you: hello\nhome: You said: hello\n");
  const none = listening({ file: await recording(speech(700), silence(800)), wakeWord: true });
  expect(await none.ended).toBe(1);
  expect(none.shown.note).toMatch(/Nobody asked for anything after the wake word/);
});

test("a file without words ends with 1 and says so", async () => {
  const quiet = listening({ file: await recording(silence(3_000)) });
  expect(await quiet.ended).toBe(1);
  expect(quiet.shown).toMatchObject({
    out: "",
    note: expect.stringMatching(/No words were heard in .*\.wav/),
  });
  const file = await recording(speech(700), silence(700));
  const noise = listening({ file, engines: scriptedEngines({ texts: ["..."] }) });
  expect(await noise.ended).toBe(1);
  expect(noise.shown.note).toMatch(/\(not understood\)\n.*No words were heard/);
});

test("with --json every event but the levels is a line", async () => {
  const { shown, ended } = listening({ file: await recording(speech(700), silence(700)), json: true });
  expect(await ended).toBe(0);
  const events = shown.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; at: number });
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set([
      "ready",
      "state",
      "transcription",
      "run",
      "first-token",
      "sentence",
      "sentence-end",
      "response",
    ]),
  );
  expect(events.find(({ type }) => type === "response")).toMatchObject({
    question: "turn on the kitchen light",
    text: "You said: turn on the kitchen light",
    interrupted: false,
    at: expect.any(Number),
  });
});

test("--out holds everything that was spoken, at the volume that is set; muted it holds nothing", async () => {
  const file = await recording(speech(700), silence(700));
  const out = join(await folder(), "answer.wav");
  const model = new ScriptedModel({ turns: [["One. ", "Two."]], repeat: true });
  expect(await listening({ file, out, model }).ended).toBe(0);
  const spoken = readWav(await readFile(out));
  // Two sentences of a tenth of a second each, and a pause between them.
  expect(spoken.samples).toHaveLength(1_600 + 4_000 + 1_600);
  // The tone is 0.2 loud, and the volume 50 % of what is heard.
  expect(spoken.samples[10]).toBeCloseTo(0.128, 3);
  const mute = homeModel([[/mute/, { name: "volume", args: { action: "mute" } }]]);
  const engines = scriptedEngines({ texts: ["mute"] });
  expect(await listening({ file, out, model: mute, engines }).ended).toBe(0);
  expect((await readFile(out)).length).toBe(44);
});

test("--play plays aloud, and waits for the end", async () => {
  const found = await programs({ aplay: player.taking });
  vi.stubEnv("PATH", found.path);
  const { ended } = listening({ file: await recording(speech(700), silence(700)), play: true });
  expect(await ended).toBe(0);
  expect(await found.log("aplay")).toEqual(["3200"]);
});

test("engines that fail end with 1 and their sentence", async () => {
  const deaf = scriptedEngines({ texts: [new Error("The recogniser is away.")] });
  const { shown, ended } = listening({ file: await recording(speech(700), silence(700)), engines: deaf });
  expect(await ended).toBe(1);
  expect(shown.note).toMatch(/Error: The recogniser is away\./);
  const { voiceActivity } = scriptedEngines();
  const load = async (): Promise<void> => Promise.reject(new Error("Install it with: npm install x"));
  const broken = {
    ...scriptedEngines(),
    voiceActivity: { ...voiceActivity, load, open: () => ({ hear: load as never, close: () => {} }) },
  };
  const missing = listening({ file: await recording(speech(700), silence(700)), engines: broken });
  expect(await missing.ended).toBe(1);
  expect(missing.shown.note).toMatch(/Install it with: npm install x/);
});

test("voice that is switched off says so", async () => {
  const { ended } = listening({
    file: await recording(speech(700)),
    config: { voice: "off" },
    engines: undefined,
  });
  await expect(ended).rejects.toThrow(/switched off/);
});

test("destructive calls are refused unless --yes was given", async () => {
  const unlocked: string[] = [];
  const model = () => homeModel([[/unlock/, { name: "unlock", args: {} }]]);
  const file = await recording(speech(700), silence(700));
  for (const yes of [false, true]) {
    const engines = scriptedEngines({ texts: ["unlock it"] });
    const unlock = tool(async () => void unlocked.push(String(yes)), {
      name: "unlock",
      description: "Unlocks the door.",
      schema: z.object({}),
      metadata: { annotations: { destructiveHint: true } },
    });
    const { ended } = listening({
      file,
      engines,
      config: { yes },
      createModel: (made) => {
        made.executor.manager.add(unlock);
        return new ChatClient({ ...made, model: model() });
      },
    });
    expect(await ended).toBe(0);
  }
  expect(unlocked).toEqual(["true"]);
});

test("on a broker that others use, what was said and answered is told [G5]", async () => {
  const broker = await startBroker();
  const client = await connectAsync(broker.url, { protocolVersion: 4 });
  onTestFinished(async () => {
    await client.endAsync(true);
    await broker.close();
  });
  const topics: string[] = [];
  client.on("message", (topic) => topics.push(topic));
  await client.subscribeAsync("voice/#");
  const file = await recording(speech(700), silence(700));
  const { ended } = listening({ file, config: { broker: broker.url } });
  expect(await ended).toBe(0);
  await vi.waitFor(() => expect(topics).toEqual(["voice/transcription", "voice/ai-response"]), 5_000);
});
