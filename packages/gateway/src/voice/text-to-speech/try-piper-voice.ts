import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { dirname } from "node:path";
import type { PiperVoice } from "./piper-voice.ts";
import { sherpaConfig } from "./sherpa-config.ts";

const program = `
const [engine, config] = process.argv.slice(1);
const { OfflineTts } = require(engine);
const voice = new OfflineTts(JSON.parse(config));
if (voice.generate({ text: "Yes.", sid: 0, speed: 1 }).samples.length === 0) process.exit(1);
`;

/**
 * Speaks a word in a process of its own. The engine ends the whole process, not only its module, when a voice is
 * damaged; better that one than this.
 */
export async function tryVoice(voice: PiperVoice, engine: string): Promise<void> {
  try {
    const config = JSON.stringify(sherpaConfig(voice));
    await promisify(execFile)(process.execPath, ["-e", program, engine, config], { timeout: 60_000 });
  } catch (error) {
    const output = String((error as { stderr?: unknown }).stderr);
    throw new Error(
      output.includes("Could not find sherpa-onnx-node")
        ? "The package sherpa-onnx-node does not work on this machine. Install it again: npm install sherpa-onnx-node"
        : `The Piper voice in ${dirname(voice.model)} cannot be used: it is damaged, or made for another program.`,
      { cause: error },
    );
  }
}
