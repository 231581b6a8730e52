import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import { homeModel } from "../../testing/home-model.ts";
import { scriptedEngines, sounds } from "../../testing/scripted-engines.ts";
import { testApp } from "../../testing/test-app.ts";
import { joined } from "../voice/audio/audio.ts";
import { writeWav } from "../voice/audio/wav.ts";
import { Channel } from "../voice/channel.ts";
import { player, programs } from "../voice/microphone/fixtures/programs.ts";
import type { VoiceEvent } from "../voice/session/voice-event.ts";
import { folder, listening } from "./fixtures/listening.ts";
import { hearMicrophone } from "./listen-sources.ts";

afterEach(() => vi.unstubAllEnvs());

const { speech, silence, wakeWord } = sounds;

/** A recorder that gives one sound after the other, with a second between them, and then silence. */
async function recorderOf(...said: Float32Array[]): Promise<string> {
  const path = await folder();
  const steps = said.map(async (samples, position) => {
    const file = join(path, `${position}.raw`);
    await writeFile(file, writeWav({ samples, sampleRate: 16_000 }).subarray(44));
    return `/bin/cat '${file}'; /bin/sleep 1;`;
  });
  // Silence goes on in pieces of 50 ms.
  return `${(await Promise.all(steps)).join("")} while :; do /usr/bin/head -c 1600 /dev/zero; /bin/sleep 0.05; done`;
}

test("the microphone is heard after the wake word, the answer is played, and Ctrl-C leaves nothing", async () => {
  const arecord = await recorderOf(
    joined([speech(600), silence(700), wakeWord(), speech(700), silence(700)]),
  );
  const found = await programs({ arecord, aplay: player.taking });
  vi.stubEnv("PATH", found.path);
  const before = process.listenerCount("SIGHUP");
  const { shown, ended } = listening({ engines: scriptedEngines({ texts: ["hello"] }) });
  await vi.waitFor(async () => expect(await found.log("aplay")).toEqual(["3200"]), 10_000);
  const started = performance.now();
  process.emit("SIGHUP", "SIGHUP");
  expect(await ended).toBe(0);
  expect(performance.now() - started).toBeLessThan(2_000);
  expect(shown.out).toBe("you: hello\nhome: You said: hello\n");
  expect(shown.note).toMatch(/Ready: say "hey computer", then what you want\. Ctrl-C leaves\./);
  expect(await found.alive()).toEqual([]);
  expect(process.listenerCount("SIGHUP")).toBe(before);
});

test("a wake word while the answer is played silences it", async () => {
  const asked = joined([wakeWord(), speech(700), silence(700)]);
  const arecord = await recorderOf(asked, asked);
  const found = await programs({ arecord, aplay: player.endless });
  vi.stubEnv("PATH", found.path);
  const { shown, ended } = listening({
    engines: scriptedEngines({ texts: ["first", "second"] }),
    json: true,
  });
  await vi.waitFor(() => expect(shown.out).toMatch(/"question":"second"/), 10_000);
  expect(shown.out).toMatch(/"question":"first"[^]*"type":"silence"[^]*"question":"second"/);
  process.emit("SIGHUP", "SIGHUP");
  expect(await ended).toBe(0);
  expect(await found.alive()).toEqual([]);
});

test("without a microphone nothing is started, and the sentence says what to do", async () => {
  const found = await programs({});
  vi.stubEnv("PATH", found.path);
  const engines = scriptedEngines();
  await expect(listening({ engines }).ended).rejects.toThrow(/apt install alsa-utils.*FILE\.wav/);
  expect(engines.loads()).toBe(0);
});

test("Enter begins and ends what is said; who closes the input has said everything", async () => {
  const { voice } = await testApp({ model: homeModel([]), engines: scriptedEngines({ texts: ["hello"] }) });
  const events: VoiceEvent[] = [];
  const session = voice.open({
    mode: "hold",
    output: { play: () => {} },
    tell: (event) => {
      events.push(event);
      if (event.type === "sentence-end") session.played(event.id);
    },
  });
  const input = new PassThrough();
  const sound = new Channel<Float32Array>();
  const { signal } = new AbortController();
  const heard = hearMicrophone(sound, { session, signal, pushToTalk: true, input });
  void session.finished.then(() => sound.end());
  sound.push(speech(500));
  input.write("\n");
  await vi.waitFor(() => expect(events).toContainEqual({ type: "state", state: "listening" }));
  sound.push(speech(800));
  await vi.waitFor(() => expect(events.some(({ type }) => type === "level")).toBe(true));
  input.end("\n");
  await heard;
  await session.finished;
  expect(events.filter(({ type }) => type === "response")).toMatchObject([{ question: "hello" }]);
});
