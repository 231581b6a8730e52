import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hearingRate } from "../audio/audio.ts";
import { fromPcm16 } from "../audio/pcm16.ts";
import { resample } from "../audio/resample.ts";
import { readWav } from "../audio/wav.ts";
import { OpenWakeWord } from "./open-wake-word.ts";

const recordings = "/usr/share/pocketsphinx/test/data";

test.skipIf(!existsSync(recordings))(
  "people's recordings do not wake (runs where Debian's pocketsphinx-testdata is installed)",
  async () => {
    const wakeWord = new OpenWakeWord();
    const files = (readdirSync(recordings, { recursive: true }) as string[]).filter((name) =>
      /\.(wav|raw)$/.test(name),
    );
    expect(files.length).toBeGreaterThan(10);
    const woken: string[] = [];
    for (const file of files) {
      const bytes = readFileSync(join(recordings, file));
      const samples = file.endsWith(".raw") ? fromPcm16(bytes) : resample(readWav(bytes), hearingRate);
      const score = await wakeWord.open().hear(samples);
      if (score >= wakeWord.threshold) woken.push(file);
    }
    expect(woken).toEqual([]);
    await wakeWord.close();
  },
  120_000,
);
