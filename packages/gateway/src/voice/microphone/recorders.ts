import { hearingRate } from "../audio/audio.ts";
import type { SoundProgram } from "./sound-process.ts";

const sox = ["-q", "--buffer", "2048"];
const soxRaw = ["-t", "raw", "-r", `${hearingRate}`, "-e", "signed-integer", "-b", "16", "-c", "1", "-"];
const pipeWire = [`--rate=${hearingRate}`, "--channels=1", "--format=s16"];

/**
 * Programs that write the microphone's sound to their output, as signed 16-bit samples; in the order they are
 * tried. PipeWire's took "-" as raw before it knew `--raw`.
 */
export const recorders: readonly SoundProgram[] = [
  { program: "arecord", args: ["-q", "-t", "raw", "-f", "S16_LE", "-r", `${hearingRate}`, "-c", "1"] },
  { program: "rec", args: [...sox, ...soxRaw] },
  { program: "sox", args: [...sox, "-d", ...soxRaw] },
  {
    program: "parec",
    args: ["--raw", `--rate=${hearingRate}`, "--channels=1", "--format=s16le", "--latency-msec=60"],
  },
  { program: "pw-record", args: ["--raw", ...pipeWire, "-"] },
  { program: "pw-record", args: [...pipeWire, "-"] },
];
