import { tool } from "@langchain/core/tools";
import { z } from "zod";
import { OutputVolume, type VolumeControl, type VolumeState } from "./volume-control.ts";

const defaultStep = 10;

const schema = z.object({
  action: z.enum(["get", "set", "up", "down", "mute", "unmute"]).describe('What to do; "set" needs a level.'),
  level: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe('Percent: the level for "set", the step for "up" and "down" (default 10).'),
});

/** Says what the output reports afterwards, never what was merely asked for. */
export function createVolumeTool(control: VolumeControl = new OutputVolume()) {
  return tool(
    async ({ action, level }, { signal } = {}) => describe(await change(control, { action, level, signal })),
    {
      name: "volume",
      description: "Reads or changes how loud this assistant's sound output is: set, up, down, mute, unmute.",
      schema,
      metadata: { annotations: { readOnlyHint: false, destructiveHint: false } },
    },
  );
}

type Order = z.output<typeof schema> & { signal: AbortSignal | undefined };

// oxlint-disable-next-line typescript/consistent-return -- every action has its case
async function change(control: VolumeControl, { action, level, signal }: Order): Promise<VolumeState> {
  switch (action) {
    case "get":
      return control.get(signal);
    case "mute":
      return control.setMuted(true, signal);
    case "unmute":
      return control.setMuted(false, signal);
    case "set": {
      if (level === undefined) throw new Error('"set" needs a level from 0 to 100. Nothing was changed.');
      return control.setLevel(Math.round(level), signal);
    }
    case "up":
    case "down": {
      const { level: before, muted } = await control.get(signal);
      const step = level ?? defaultStep;
      const wanted = Math.min(100, Math.max(0, Math.round(before + (action === "up" ? step : -step))));
      // Louder is no use to somebody who hears nothing.
      if (action === "up" && muted) await control.setMuted(false, signal);
      return control.setLevel(wanted, signal);
    }
  }
}

function describe({ level, muted }: VolumeState): string {
  return `The volume is ${level} %${muted ? ", and the sound is muted" : ""}.`;
}
