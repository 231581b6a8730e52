import fc from "fast-check";
import { expect, test } from "vitest";
import { joined } from "../audio/audio.ts";
import { toPcm16 } from "../audio/pcm16.ts";
import { readWav, writeWav } from "../audio/wav.ts";
import { toneFor } from "./fixtures/tone.ts";
import { soundOf, type SoundStreamOptions } from "./sound-stream.ts";

const tone = toneFor("Hi!");
const wav: SoundStreamOptions = { contentType: "audio/wav", format: "wav" };

async function* pieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] as number;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function heard(
  bytes: Uint8Array,
  sizes: readonly number[],
  options: SoundStreamOptions,
): Promise<Buffer> {
  const parts: Float32Array[] = [];
  for await (const { samples } of soundOf(pieces(bytes, sizes), options)) parts.push(samples);
  return Buffer.from(toPcm16(joined(parts)));
}

test("how the bytes are cut does not matter", async () => {
  const whole = Buffer.from(toPcm16(readWav(writeWav(tone)).samples));
  const sizes = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      sizes.filter((all) => Math.max(...all) > 50),
      async (cuts) => {
        expect((await heard(writeWav(tone), cuts, wav)).equals(whole)).toBe(true);
        expect(
          (await heard(toPcm16(tone.samples), cuts, { contentType: "audio/pcm", format: "pcm" })).equals(
            whole,
          ),
        ).toBe(true);
      },
    ),
    { numRuns: 30 },
  );
});

test("what follows the sound in a file is not played", async () => {
  const bytes = Buffer.concat([
    writeWav(tone),
    Buffer.from("LIST\x20\0\0\0noise noise noise noise noise no"),
  ]);
  expect((await heard(bytes, [777], wav)).equals(Buffer.from(toPcm16(readWav(writeWav(tone)).samples)))).toBe(
    true,
  );
});

test("parts before the sound are skipped", async () => {
  const bytes = Buffer.from(writeWav(tone));
  const file = Buffer.concat([bytes.subarray(0, 36), Buffer.from("LIST\x04\0\0\0abcd"), bytes.subarray(36)]);
  expect((await heard(file, [5], wav)).equals(Buffer.from(toPcm16(readWav(writeWav(tone)).samples)))).toBe(
    true,
  );
});

test("a WAV file is recognised whatever its header says", async () => {
  const options: SoundStreamOptions = { contentType: "application/octet-stream", format: "pcm" };
  expect(
    (await heard(writeWav(tone), [9_999], options)).equals(
      Buffer.from(toPcm16(readWav(writeWav(tone)).samples)),
    ),
  ).toBe(true);
});

test("random bytes are sound or a sentence", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (random, riff) => {
      const bytes = riff ? Buffer.concat([Buffer.from("RIFF0000WAVE"), random]) : random;
      const sound = await heard(bytes, [50], wav).catch((error: Error) => error.name);
      expect(typeof sound === "string" ? sound : "WavError").toBe("WavError");
    }),
  );
});
