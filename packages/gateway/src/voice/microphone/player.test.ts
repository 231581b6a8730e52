import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { Audio } from "../audio/audio.ts";
import { player, programs, type Programs } from "./fixtures/programs.ts";
import { Player, type PlayerOptions } from "./player.ts";

afterEach(() => vi.unstubAllEnvs());

interface Playing extends Programs {
  sink: Player;
  played: number[];
  problems: string[];
}

async function playing(
  scripts: Readonly<Record<string, string>>,
  options: Partial<PlayerOptions> = {},
): Promise<Playing> {
  const found = await programs(scripts);
  vi.stubEnv("PATH", found.path);
  const played: number[] = [];
  const problems: string[] = [];
  const sink = new Player({
    volume: () => ({ level: 100, muted: false }),
    onPlayed: (id) => played.push(id),
    onProblem: (message) => problems.push(message),
    ...options,
  });
  onTestFinished(() => sink.close());
  return { ...found, sink, played, problems };
}

const tone = (samples: number): Audio => ({
  samples: new Float32Array(samples).fill(0.5),
  sampleRate: 16_000,
});

test("sentences are played one after the other, in parts as they come, and reported", async () => {
  const { sink, played, log, problems } = await playing({ aplay: player.taking });
  sink.play(1, tone(1_000));
  sink.play(2, tone(300));
  sink.play(1, tone(500));
  sink.end(1);
  await vi.waitFor(() => expect(played).toEqual([1]), 5_000);
  sink.end(2);
  await vi.waitFor(() => expect(played).toEqual([1, 2]), 5_000);
  sink.play(3, tone(10));
  sink.end(3);
  await vi.waitFor(() => expect(played).toEqual([1, 2, 3]), 5_000);
  expect(await log("aplay")).toEqual(["3000", "600", "20"]);
  expect(problems).toEqual([]);
});

test("a player that fails gives way to the next, with the whole sentence", async () => {
  const { sink, played, log } = await playing({
    "pw-play": player.failing,
    paplay: player.failing,
    play: player.taking,
  });
  sink.play(1, tone(400));
  sink.play(1, tone(400));
  sink.end(1);
  await vi.waitFor(() => expect(played).toEqual([1]), 5_000);
  expect(await log("play")).toEqual(["1600"]);
});

test("silence stops what plays at once and drops what waits; what comes after is played", async () => {
  const { sink, played, alive, log } = await playing({ aplay: player.endless });
  sink.play(1, tone(16_000));
  sink.play(2, tone(16_000));
  await vi.waitFor(async () => expect(await log("aplay")).toHaveLength(1), 5_000);
  const started = performance.now();
  sink.silence();
  sink.play(3, tone(10));
  await vi.waitFor(async () => expect(await log("aplay")).toHaveLength(2), 5_000);
  expect(performance.now() - started).toBeLessThan(2_000);
  expect(played).toEqual([1]);
  expect(await alive()).toHaveLength(1);
  await sink.close();
  await sink.close();
  expect(await alive()).toEqual([]);
});

test("a player that does not end is not waited for", async () => {
  const { sink, played, problems, alive } = await playing({ aplay: player.endless }, { graceMs: 300 });
  sink.play(1, tone(100));
  sink.end(1);
  await vi.waitFor(() => expect(played).toEqual([1]), 5_000);
  expect(problems).toEqual([]);
  expect(await alive()).toEqual([]);
});

test("where nothing plays, that is told once and nobody waits", async () => {
  const none = await playing({});
  for (const id of [1, 2]) {
    none.sink.play(id, tone(100));
    none.sink.end(id);
  }
  await vi.waitFor(() => expect(none.played).toEqual([1, 2]), 5_000);
  expect(none.problems).toHaveLength(1);
  expect(none.problems[0]).toMatch(/no program to play sound with.*apt install alsa-utils/);
  const failing = await playing({ aplay: player.failing });
  failing.sink.play(1, tone(100));
  failing.sink.end(1);
  await vi.waitFor(() => expect(failing.problems[0]).toMatch(/aplay: no device/), 5_000);
});

test("the volume that is set is the volume that is played", async () => {
  const volume = { level: 100, muted: false };
  const { sink, played, log } = await playing({ aplay: player.first }, { volume: () => volume });
  sink.play(1, tone(10));
  sink.end(1);
  await vi.waitFor(() => expect(played).toEqual([1]), 5_000);
  volume.muted = true;
  sink.play(2, tone(10));
  sink.end(2);
  await vi.waitFor(() => expect(played).toEqual([1, 2]), 5_000);
  expect(await log("aplay")).toEqual(["16384", "0"]);
});
