import { expect, test } from "vitest";
import { readHead } from "./head.ts";
import { heyComputer } from "./hey-computer.ts";
import { embeddingSize } from "./speech-embedding.ts";

const bytes = (...values: number[]): string => Buffer.from(Int8Array.from(values).buffer).toString("base64");

test("a head multiplies, rectifies between its layers and ends in a likelihood", () => {
  const head = readHead({
    layers: [
      { inputs: 2, scales: [0.5, 1], biases: [1, -10], weights: bytes(2, 4, 1, 1) },
      { inputs: 2, scales: [0.1], biases: [-0.5], weights: bytes(10, -128) },
    ],
  });
  // The first hidden value is 1 + 0.5 * (2 * 1 + 4 * 2) = 6; the second would be below 0.
  expect(head(Float32Array.of(1, 2))).toBeCloseTo(1 / (1 + Math.exp(-(6 - 0.5))), 6);
});

test("the trained phrase fits the embedding", () => {
  const { layers, window, threshold } = heyComputer;
  expect(layers[0]?.inputs).toBe(window * embeddingSize);
  for (const [index, { inputs, scales, biases, weights }] of layers.entries()) {
    expect(Buffer.from(weights, "base64").length).toBe(inputs * scales.length);
    expect(biases.length).toBe(scales.length);
    expect(layers[index + 1]?.inputs ?? scales.length).toBe(scales.length);
  }
  expect(layers.at(-1)?.scales.length).toBe(1);
  expect(threshold).toBeGreaterThan(0);
  expect(threshold).toBeLessThan(1);
});
