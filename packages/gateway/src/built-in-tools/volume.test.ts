import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { createBuiltInTools } from "./built-in-tools.ts";
import { findSystemMixer, systemMixer } from "./system-mixer.ts";
import { createVolumeTool } from "./volume.ts";
import { OutputVolume } from "./volume-control.ts";

afterEach(() => vi.unstubAllEnvs());

test("the volume is read, set, stepped and muted, and the answer is what the output reports", async () => {
  const changes: unknown[] = [];
  const volume = createVolumeTool(new OutputVolume({ level: 50, onChange: (state) => changes.push(state) }));
  expect(await volume.invoke({ action: "get" })).toBe("The volume is 50 %.");
  expect(await volume.invoke({ action: "set", level: 40 })).toBe("The volume is 40 %.");
  expect(await volume.invoke({ action: "up" })).toBe("The volume is 50 %.");
  expect(await volume.invoke({ action: "down", level: 25 })).toBe("The volume is 25 %.");
  expect(await volume.invoke({ action: "mute" })).toBe("The volume is 25 %, and the sound is muted.");
  expect(await volume.invoke({ action: "unmute" })).toBe("The volume is 25 %.");
  expect(changes).toHaveLength(5);
});

test("it stays between 0 and 100, and louder ends muting", async () => {
  const volume = createVolumeTool(new OutputVolume({ level: 95, muted: true }));
  expect(await volume.invoke({ action: "up" })).toBe("The volume is 100 %.");
  expect(await volume.invoke({ action: "down", level: 100 })).toBe("The volume is 0 %.");
  expect(await volume.invoke({ action: "down" })).toBe("The volume is 0 %.");
});

test("setting without a level changes nothing and says so", async () => {
  const output = new OutputVolume();
  await expect(createVolumeTool(output).invoke({ action: "set" })).rejects.toThrow(
    '"set" needs a level from 0 to 100. Nothing was changed.',
  );
  await expect(createVolumeTool(output).invoke({ action: "set", level: 400 })).rejects.toThrow(/schema/);
  expect(await output.get()).toEqual({ level: 50, muted: false });
});

/** A directory with programs in it, which is all that the path holds. */
async function pathWith(programs: Record<string, string>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "mixer-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(directory, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(directory, name), 0o755);
  }
  vi.stubEnv("PATH", directory);
  return directory;
}

const broken = 'echo "Connection refused" >&2; exit 1';

test.each([
  [
    "wpctl",
    'case "$1" in get-volume) echo "Volume: 0.35 [MUTED]";; *) echo "$@" >> "$0.log";; esac',
    "set-volume @DEFAULT_AUDIO_SINK@ 0.6",
  ],
  [
    "pactl",
    'case "$1" in get-sink-volume) echo "Volume: front-left: 22937 /  35% / -27.35 dB";; get-sink-mute) echo "Mute: yes";; *) echo "$@" >> "$0.log";; esac',
    "set-sink-volume @DEFAULT_SINK@ 60%",
  ],
  [
    "amixer",
    'case "$1" in sget) echo "Mono: Playback 65536 [35%] [off]";; *) echo "$@" >> "$0.log";; esac',
    "sset Master 60%",
  ],
])("the system mixer is found by trying: %s", async (program, script, command) => {
  const others = { wpctl: broken, pactl: broken, amixer: broken };
  const directory = await pathWith({ ...others, [program]: script });
  const mixer = await findSystemMixer();
  expect(await mixer?.get()).toEqual({ level: 35, muted: true });
  await mixer?.setLevel(60);
  expect((await readFile(join(directory, `${program}.log`), "utf8")).trim()).toBe(command);
});

test("a machine without a mixer says so, and is asked again the next time", async () => {
  await pathWith({});
  const volume = createVolumeTool(systemMixer());
  await expect(volume.invoke({ action: "up" })).rejects.toThrow(
    "This machine has no mixer that I can use: neither wpctl (PipeWire), pactl (PulseAudio) nor amixer (ALSA) answers. Nothing was changed.",
  );
  await pathWith({ amixer: 'echo "[20%] [on]"' });
  expect(await volume.invoke({ action: "get" })).toBe("The volume is 20 %.");
});

test("a mixer that refuses a change is told in its own words", async () => {
  await pathWith({
    amixer: 'if [ "$1" = sget ]; then echo "[20%] [on]"; else echo "Device busy" >&2; exit 1; fi',
  });
  await expect(createVolumeTool(systemMixer()).invoke({ action: "mute" })).rejects.toThrow(
    "amixer could not change the volume: Device busy",
  );
});

test("the built-in tools are datetime, search and volume, and each can be left out", () => {
  expect(createBuiltInTools().map(({ name }) => name)).toEqual(["datetime", "search", "volume"]);
  expect(createBuiltInTools({ search: false, volume: false }).map(({ name }) => name)).toEqual(["datetime"]);
});
