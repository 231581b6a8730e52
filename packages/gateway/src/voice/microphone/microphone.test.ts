import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { programs, recorder, type Programs } from "./fixtures/programs.ts";
import { MicrophoneError, openMicrophone, type MicrophoneOptions } from "./microphone.ts";

afterEach(() => vi.unstubAllEnvs());

interface Opened extends Programs {
  sound: AsyncGenerator<Float32Array, void>;
  stop: () => void;
  notices: string[];
}

async function microphone(
  scripts: Readonly<Record<string, string>>,
  options: Partial<MicrophoneOptions> = {},
): Promise<Opened> {
  const found = await programs(scripts);
  vi.stubEnv("PATH", found.path);
  const controller = new AbortController();
  const notices: string[] = [];
  const sound = openMicrophone({
    signal: controller.signal,
    onNotice: (message) => notices.push(message),
    restartMs: 10,
    ...options,
  });
  onTestFinished(() => controller.abort());
  return { ...found, sound, notices, stop: () => controller.abort() };
}

async function samplesOf(sound: AsyncIterable<Float32Array>, atLeast: number): Promise<Float32Array> {
  let count = 0;
  for await (const part of sound) {
    count += part.length;
    if (count >= atLeast) return part;
  }
  throw new Error(`Only ${count} samples came.`);
}

test("the sound of the first recorder that gives some is heard, and it ends with the signal", async () => {
  const { sound, alive, log, stop } = await microphone(
    { arecord: recorder.failing, rec: recorder.silent, sox: recorder.failing, parec: recorder.steady },
    { stalledMs: 700 },
  );
  const first = await sound.next();
  expect(first.value?.[0]).toBeCloseTo(0x0a79 / 32_768, 4);
  expect(await log("parec")).toEqual(["--raw --rate=16000 --channels=1 --format=s16le --latency-msec=60"]);
  expect(await alive()).toHaveLength(1);
  stop();
  expect((await sound.next()).done).toBe(true);
  expect(await alive()).toEqual([]);
});

test("who stops listening leaves no process behind", async () => {
  const { sound, alive } = await microphone({ arecord: recorder.steady });
  await samplesOf(sound, 5_000);
  expect(await alive()).toEqual([]);
});

test("without a recorder the person is told what to install, and that a file works too", async () => {
  const { sound } = await microphone({});
  await expect(sound.next()).rejects.toThrow(
    /no program to record with.*apt install alsa-utils.*antiphon listen FILE\.wav/,
  );
});

test("without a sound card the recorders are quoted", async () => {
  const { sound } = await microphone({ arecord: recorder.failing, rec: recorder.silent }, { stalledMs: 300 });
  const error = await sound.next().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MicrophoneError);
  expect((error as Error).message).toMatch(
    /No microphone gives sound \(arecord: audio open error: No such file or directory; rec: it gave no sound\).*FILE\.wav/,
  );
});

test("a recorder that dies is started again, half a sample does no harm, and one that always dies is given up", async () => {
  const { sound, notices, log } = await microphone({ arecord: recorder.dying }, { maxRestarts: 2 });
  let samples = 0;
  const error = await (async () => {
    for await (const part of sound) samples += part.length;
  })().catch((reason: unknown) => reason);
  expect((error as Error).message).toMatch(
    /microphone is lost: arecord ends again and again \(device gone\)/,
  );
  expect(samples).toBe(3 * 1_600);
  expect(await log("arecord")).toHaveLength(3);
  expect(notices).toEqual(Array(2).fill("arecord has ended (device gone); it is started again."));
});

test("only silence is remarked on, once", async () => {
  const { sound, notices } = await microphone({ arecord: recorder.mute });
  await samplesOf(sound, 12 * 16_000);
  expect(notices).toEqual(["arecord gives only silence. Is the microphone muted?"]);
});
