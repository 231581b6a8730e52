import type { Layer } from "../../packages/gateway/src/voice/wake-word/head.ts";

/** Each row's weights as signed bytes of a scale of its own. */
export function quantised(rows: readonly { weights: Float32Array; bias: number }[]): Layer {
  const inputs = rows[0]?.weights.length ?? 0;
  const scales = rows.map(({ weights }) => rounded(largest(weights) / 127));
  const bytes = new Int8Array(rows.length * inputs);
  for (const [output, { weights }] of rows.entries())
    for (let input = 0; input < inputs; input++) {
      const level = Math.round(weights[input]! / scales[output]!);
      bytes[output * inputs + input] = Math.max(-127, Math.min(127, level));
    }
  const biases = rows.map(({ bias }) => rounded(bias));
  return { inputs, scales, biases, weights: Buffer.from(bytes.buffer).toString("base64") };
}

function largest(weights: Float32Array): number {
  return weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9);
}

function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
