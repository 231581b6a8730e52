import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { VolumeControl, VolumeState } from "./volume-control.ts";

export interface SystemMixerOptions {
  /** Runs a program and resolves to what it prints. @default a child process */
  run?: (program: string, args: readonly string[], signal?: AbortSignal) => Promise<string>;
}

interface Mixer {
  readonly program: string;
  readonly get: readonly (readonly string[])[];
  read: (output: string) => VolumeState | undefined;
  setLevel: (level: number) => readonly string[];
  setMuted: (muted: boolean) => readonly string[];
}

/** In the order they are tried: PipeWire, PulseAudio, ALSA. */
const mixers: readonly Mixer[] = [
  {
    program: "wpctl",
    get: [["get-volume", "@DEFAULT_AUDIO_SINK@"]],
    read: (output) => {
      const level = /Volume:\s*([\d.]+)/.exec(output)?.[1];
      return level === undefined
        ? undefined
        : { level: Math.round(Number(level) * 100), muted: output.includes("[MUTED]") };
    },
    setLevel: (level) => ["set-volume", "@DEFAULT_AUDIO_SINK@", `${level / 100}`],
    setMuted: (muted) => ["set-mute", "@DEFAULT_AUDIO_SINK@", muted ? "1" : "0"],
  },
  {
    program: "pactl",
    get: [
      ["get-sink-volume", "@DEFAULT_SINK@"],
      ["get-sink-mute", "@DEFAULT_SINK@"],
    ],
    read: (output) => percentAnd(output, /Mute:\s*yes/i.test(output)),
    setLevel: (level) => ["set-sink-volume", "@DEFAULT_SINK@", `${level}%`],
    setMuted: (muted) => ["set-sink-mute", "@DEFAULT_SINK@", muted ? "1" : "0"],
  },
  {
    program: "amixer",
    get: [["sget", "Master"]],
    read: (output) => percentAnd(output, /\[off\]/.test(output)),
    setLevel: (level) => ["sset", "Master", `${level}%`],
    setMuted: (muted) => ["sset", "Master", muted ? "mute" : "unmute"],
  },
];

export const noMixer =
  "This machine has no mixer that I can use: neither wpctl (PipeWire), pactl (PulseAudio) nor amixer (ALSA) answers. Nothing was changed.";

/** The mixer of the system, found by trying. Undefined when there is none. */
export async function findSystemMixer({ run = runProgram }: SystemMixerOptions = {}): Promise<
  VolumeControl | undefined
> {
  for (const mixer of mixers) {
    const control = toControl(mixer, run);
    try {
      await control.get();
      return control;
    } catch {
      // Not installed, or installed without a sound server behind it: the next one may work.
    }
  }
  return undefined;
}

/** Looks for a mixer at the first use, and again as long as there is none. */
export function systemMixer(options: SystemMixerOptions = {}): VolumeControl {
  let found: VolumeControl | undefined;
  const mixer = async (): Promise<VolumeControl> => {
    found ??= await findSystemMixer(options);
    if (!found) throw new Error(noMixer);
    return found;
  };
  return {
    get: async (signal) => (await mixer()).get(signal),
    setLevel: async (level, signal) => (await mixer()).setLevel(level, signal),
    setMuted: async (muted, signal) => (await mixer()).setMuted(muted, signal),
  };
}

function toControl(mixer: Mixer, run: NonNullable<SystemMixerOptions["run"]>): VolumeControl {
  const get = async (signal?: AbortSignal): Promise<VolumeState> => {
    const outputs: string[] = [];
    for (const args of mixer.get) outputs.push(await run(mixer.program, args, signal));
    const state = mixer.read(outputs.join("\n"));
    if (!state) throw new Error(`${mixer.program} did not say how loud it is.`);
    return state;
  };
  const write = async (args: readonly string[], signal?: AbortSignal): Promise<VolumeState> => {
    try {
      await run(mixer.program, args, signal);
    } catch (error) {
      throw new Error(`${mixer.program} could not change the volume: ${reasonOf(error)}`, { cause: error });
    }
    return get(signal);
  };
  return {
    get,
    setLevel: (level, signal) => write(mixer.setLevel(level), signal),
    setMuted: (muted, signal) => write(mixer.setMuted(muted), signal),
  };
}

function percentAnd(output: string, muted: boolean): VolumeState | undefined {
  const level = /(\d{1,3})%/.exec(output)?.[1];
  return level === undefined ? undefined : { level: Number(level), muted };
}

function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: unknown; message?: unknown };
  const words = typeof stderr === "string" && stderr.trim() !== "" ? stderr : String(message);
  return words.trim().split("\n")[0]?.slice(0, 200) ?? "";
}

const execute = promisify(execFile);

async function runProgram(program: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  const { stdout } = await execute(program, args, { timeout: 5_000, ...(signal && { signal }) });
  return stdout;
}
