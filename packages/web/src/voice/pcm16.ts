const scale = 32_768;

/** Samples from -1 to 1 as 16-bit numbers; what is louder is cut off, what is no number is silence. */
export function toPcm16(samples: Float32Array, into = new Int16Array(samples.length)): Int16Array {
  for (let index = 0; index < samples.length; index += 1) {
    // An Int16Array turns NaN into 0 by itself.
    into[index] = Math.max(-scale, Math.min(scale - 1, Math.round((samples[index] ?? 0) * scale)));
  }
  return into;
}

/** 16-bit little-endian bytes as samples from -1 to 1. An odd byte at the end is left out. */
export function fromPcm16(bytes: DataView): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.floor(bytes.byteLength / 2));
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = bytes.getInt16(index * 2, true) / scale;
  }
  return samples;
}
