import type { SoundProgram } from "./sound-process.ts";

/** Programs that play signed 16-bit samples from their input, in the order they are tried. */
export function players(sampleRate: number): readonly SoundProgram[] {
  const pipeWire = [`--rate=${sampleRate}`, "--channels=1", "--format=s16"];
  return [
    { program: "pw-play", args: ["--raw", ...pipeWire, "-"] },
    { program: "pw-play", args: [...pipeWire, "-"] },
    { program: "paplay", args: ["--raw", `--rate=${sampleRate}`, "--channels=1", "--format=s16le"] },
    { program: "aplay", args: ["-q", "-t", "raw", "-f", "S16_LE", "-r", `${sampleRate}`, "-c", "1"] },
    {
      program: "play",
      args: ["-q", "-t", "raw", "-r", `${sampleRate}`, "-e", "signed-integer", "-b", "16", "-c", "1", "-"],
    },
  ];
}
