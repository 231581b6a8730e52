import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { spokenWords } from "../../testing/spoken-words.ts";
import { hearingRate, joined } from "../voice/audio/audio.ts";
import { fromPcm16 } from "../voice/audio/pcm16.ts";
import { resample } from "../voice/audio/resample.ts";
import { writeWav } from "../voice/audio/wav.ts";
import { createSpeechToText } from "../voice/speech-to-text/create-speech-to-text.ts";
import { createTextToSpeech } from "../voice/text-to-speech/create-text-to-speech.ts";
import { startBrowserHome, type BrowserHome } from "./fixtures/browser-home.ts";
import { answer, messages } from "./fixtures/page-parts.ts";

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const somebody = createTextToSpeech({ kind: "flite", voice: "rms" });
const listener = createSpeechToText({ kind: "moonshine" });
let home: BrowserHome;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "microphone-"));
  const microphone = join(folder, "command.wav");
  const text = "hey computer, turn on the kitchen light";
  const words = await spokenWords(text, { textToSpeech: somebody, silenceMs: 6_000 });
  // A room is quiet before somebody speaks.
  const samples = joined([new Float32Array(hearingRate), words]);
  await writeFile(microphone, writeWav({ samples, sampleRate: hearingRate }));
  home = await startBrowserHome({ microphone });
  await Promise.all([home.gateway.voice.load(), listener.load()]);
});

afterEach(async () => {
  await home.closePages();
  expect(home.complaints.splice(0)).toEqual([]);
});

afterAll(async () => {
  await Promise.all([home?.close(), somebody.close(), listener.close()]);
  await rm(folder, { recursive: true, force: true });
});

/** What the page is sent: the sound that it plays, and how long nobody has spoken into its microphone. */
function listenTo(page: Page) {
  const frames: Buffer[] = [];
  let spoken = false;
  let quietLevels = 0;
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (typeof payload !== "string") return frames.push(payload);
      const { type, speech = 0 } = JSON.parse(payload) as { type: string; speech?: number };
      if (type !== "level") return;
      spoken ||= speech > 0.5;
      quietLevels = speech > 0.5 ? 0 : quietLevels + 1;
    }),
  );
  return {
    played: (): Float32Array =>
      joined(
        frames.map((frame) =>
          resample({ samples: fromPcm16(frame.subarray(8)), sampleRate: frame.readUInt32LE(4) }, hearingRate),
        ),
      ),
    // A level comes ten times a second; between two words it is quiet for less than this.
    untilSpoken: () =>
      vi.waitFor(() => expect(spoken && quietLevels > 14).toBe(true), { timeout: 60_000, interval: 50 }),
  };
}

const state = (page: Page, wanted: string) =>
  page.locator(`[data-testid="voice-hold"][data-state="${wanted}"]`).waitFor({ timeout: 60_000 });

test("the button is held, the light goes on, and the answer that is played names it", async () => {
  const light = home.device("Kitchen/Kitchen Light");
  light.press(false);
  const page = await home.open();
  const { played, untilSpoken } = listenTo(page);
  await page.getByTestId("voice-hold").hover();
  await page.mouse.down();
  await state(page, "listening");
  await untilSpoken();
  await page.mouse.up();
  await state(page, "speaking");
  await state(page, "idle");
  expect(await messages(page, "user").last().innerText()).toMatch(/turn on the kitchen light/i);
  expect(light.state()).toMatchObject({ on: true });
  expect(await answer(page)).toMatch(/kitchen light is on/i);
  expect(await listener.transcribe(played())).toMatch(/kitchen light/i);
});

test("hands-free, the wake word and a command switch the light, and waiting goes on afterwards", async () => {
  const light = home.device("Kitchen/Kitchen Light");
  light.press(false);
  const page = await home.open();
  await page.getByTestId("voice-hands-free").click();
  await state(page, "waiting");
  await state(page, "speaking");
  await state(page, "waiting");
  expect(light.state()).toMatchObject({ on: true });
  expect(await messages(page, "user").last().innerText()).toMatch(/^turn on the kitchen light/i);
  await page.getByTestId("voice-hands-free").click();
  await state(page, "idle");
  expect(home.gateway.voice.listeners).toBeLessThanOrEqual(1);
});
