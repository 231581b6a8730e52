import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPiper } from "../piper.ts";
import type { ContractSpeech } from "./contract-speech.ts";

const mortal = new URL("../fixtures/mortal-piper-worker.ts", import.meta.url);

/** Piper with the packages that `find` finds. */
export function piperWith(find: (name: string) => string | undefined): ContractSpeech {
  const cacheFolder = join(tmpdir(), "antiphon-test-voices");
  return {
    label: "Piper",
    open: async (options) => ({ speech: createPiper({ find, cacheFolder, module: mortal, ...options }) }),
    slowText: "The light in the room at the end of the hall is on and so is the other one, ".repeat(100),
    failing: [
      {
        when: "a speaker that does not exist",
        open: () => ({ speech: createPiper({ find, cacheFolder, voice: "99999" }) }),
        says: /speakers 0 to \d+, not 99999/,
        atLoad: true,
      },
    ],
  };
}
