/** Mono sound; each sample lies between -1 and 1. */
export interface Audio {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

/** What every engine that listens wants: 16,000 samples in a second. */
export const hearingRate = 16_000;

export function durationMs({ samples, sampleRate }: Audio): number {
  return (samples.length / sampleRate) * 1_000;
}

export function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
}
