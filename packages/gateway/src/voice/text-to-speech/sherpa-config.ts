import { availableParallelism } from "node:os";
import type { PiperVoice } from "./piper-voice.ts";

/** A Piper voice as sherpa-onnx wants it described. */
export function sherpaConfig({ model, tokens, pronunciation }: PiperVoice): object {
  return {
    model: {
      vits: { model, tokens, dataDir: pronunciation },
      numThreads: Math.min(4, availableParallelism()),
      provider: "cpu",
      debug: false,
    },
    maxNumSentences: 1,
  };
}
