import fc from "fast-check";
import { expect, test } from "vitest";
import { joined } from "./audio.ts";
import { fromPcm16, toPcm16 } from "./pcm16.ts";
import { resample, Resampler } from "./resample.ts";
import { readWav, WavError, writeWav } from "./wav.ts";

const tone = (hertz: number, { rate = 16_000, ms = 500 } = {}): Float32Array =>
  Float32Array.from(
    { length: (rate * ms) / 1_000 },
    (_, index) => 0.5 * Math.sin((2 * Math.PI * hertz * index) / rate),
  );

const power = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

/** How much of the tone is in the samples. */
function strength(samples: Float32Array, { hertz, rate }: { hertz: number; rate: number }): number {
  let real = 0;
  let imaginary = 0;
  samples.forEach((sample, index) => {
    real += sample * Math.cos((2 * Math.PI * hertz * index) / rate);
    imaginary += sample * Math.sin((2 * Math.PI * hertz * index) / rate);
  });
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

test("16-bit samples survive the way there and back, and what is too loud is cut off", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true })), (values) => {
      const samples = Float32Array.from(values);
      fromPcm16(toPcm16(samples)).forEach((sample, index) => {
        expect(Math.abs(sample - (samples[index] ?? 0))).toBeLessThan(1 / 16_000);
      });
    }),
  );
  expect([...fromPcm16(toPcm16(Float32Array.of(5, -5, Number.NaN)))].map(Math.round)).toEqual([1, -1, 0]);
  expect(fromPcm16(new Uint8Array(3))).toHaveLength(1);
});

test.each([8_000, 22_050, 44_100, 48_000])(
  "a tone at %i samples a second is the same tone at 16,000",
  (rate) => {
    const output = resample({ samples: tone(440, { rate }), sampleRate: rate }, 16_000);
    expect(output).toHaveLength(8_000);
    expect(strength(output, { hertz: 440, rate: 16_000 })).toBeCloseTo(0.5, 1);
  },
);

test("what is too high for the new rate does not come back as another tone", () => {
  const output = resample({ samples: tone(12_000, { rate: 48_000 }), sampleRate: 48_000 }, 16_000);
  expect(power(output)).toBeLessThan(0.01);
});

test("a stream is resampled without seams, however it is cut", () => {
  const samples = tone(440, { rate: 44_100 });
  const whole = new Resampler(44_100, 16_000);
  const expected = joined([whole.push(samples), whole.end()]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 20 }), (sizes) => {
      const resampler = new Resampler(44_100, 16_000);
      const parts: Float32Array[] = [];
      let position = 0;
      for (const size of sizes) {
        parts.push(resampler.push(samples.subarray(position, position + size)));
        position += size;
      }
      parts.push(resampler.push(samples.subarray(position)), resampler.end());
      const output = joined(parts);
      expect(output.length).toBe(expected.length);
      expect(output.every((sample, index) => Math.abs(sample - (expected[index] ?? 9)) < 1e-6)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test("a WAV that we write is read as it was", () => {
  const { samples, sampleRate } = readWav(writeWav({ samples: tone(440), sampleRate: 22_050 }));
  expect(sampleRate).toBe(22_050);
  expect(samples).toHaveLength(8_000);
  expect(power(samples)).toBeCloseTo(power(tone(440)), 3);
});

interface Layout {
  code?: number;
  channels?: number;
  rate?: number;
  bits?: number;
  dataSize?: number;
  extra?: Uint8Array;
}

/** A WAV with any header over the given data. */
function wavOf(
  data: Uint8Array,
  { code = 1, channels = 1, rate = 16_000, bits = 16, dataSize, extra }: Layout = {},
) {
  const head = Buffer.alloc(36);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(code, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt16LE(bits, 34);
  const dataHead = Buffer.alloc(8);
  dataHead.write("data", 0);
  dataHead.writeUInt32LE(dataSize ?? data.length, 4);
  return new Uint8Array(Buffer.concat([head, extra ?? Buffer.alloc(0), dataHead, data]));
}

test("stereo is mixed to one channel", () => {
  const data = Buffer.alloc(8);
  [8_192, 16_384, -8_192, -16_384].forEach((value, index) => data.writeInt16LE(value, index * 2));
  const { samples } = readWav(wavOf(data, { channels: 2, rate: 44_100 }));
  expect([...samples]).toEqual([0.375, -0.375]);
});

test.each([
  [8, 1, Buffer.from([192, 64]), [0.5, -0.5]],
  [24, 1, Buffer.from([0, 0, 64, 0, 0, 192]), [0.5, -0.5]],
  [32, 1, Buffer.from([0, 0, 0, 64]), [0.5]],
  [32, 3, Buffer.from(Float32Array.of(0.5, -2, Number.NaN).buffer), [0.5, -1, 0]],
])("%i bits of format %i are read", (bits, code, data, expected) => {
  expect([...readWav(wavOf(data, { bits, code })).samples]).toEqual(expected);
});

test.each([0, 0xffffffff, 3_000_000])("a data length of %i in the header is not believed", (dataSize) => {
  expect(readWav(wavOf(new Uint8Array(200), { dataSize })).samples).toHaveLength(100);
});

test("parts that nobody knows are passed over", () => {
  const extra = Buffer.concat([Buffer.from("LIST"), Buffer.from([5, 0, 0, 0]), Buffer.from("hello\0")]);
  expect(readWav(wavOf(new Uint8Array(20), { extra })).samples).toHaveLength(10);
});

test.each([
  ["not a WAV", Buffer.from("hello, this is not sound at all")],
  ["nothing", new Uint8Array()],
  ["only its first bytes", wavOf(new Uint8Array(10)).slice(0, 22)],
  ["no data part", wavOf(new Uint8Array(10)).slice(0, 36)],
  ["compressed", wavOf(new Uint8Array(10), { code: 85 })],
  ["no channels", wavOf(new Uint8Array(10), { channels: 0 })],
  ["no rate", wavOf(new Uint8Array(10), { rate: 0 })],
])("a file with %s is refused in a sentence", (_what, bytes) => {
  expect(() => readWav(bytes)).toThrow(WavError);
  expect(() => readWav(bytes)).toThrow(/^This .*[.?]|sox/);
});

test("garbage never breaks the reader in any other way", () => {
  const real = wavOf(new Uint8Array(64));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 255 }))),
      (changes) => {
        const bytes = real.slice();
        for (const [position, value] of changes) bytes[position] = value;
        try {
          readWav(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(WavError);
        }
      },
    ),
  );
});
