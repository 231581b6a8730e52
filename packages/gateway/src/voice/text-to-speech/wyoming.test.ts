import { expect, onTestFinished, test, vi } from "vitest";
import { joined, type Audio } from "../audio/audio.ts";
import {
  startWyomingServer,
  type Misbehaviour,
  type WyomingServer,
  type WyomingServerOptions,
} from "../wyoming/fixtures/wyoming-server.ts";
import { WyomingTextToSpeech, type WyomingTextToSpeechOptions } from "./wyoming.ts";

async function open(
  options: WyomingServerOptions = {},
  client: Partial<WyomingTextToSpeechOptions> = {},
): Promise<{ server: WyomingServer; speech: WyomingTextToSpeech }> {
  const server = await startWyomingServer(options);
  const speech = new WyomingTextToSpeech({ url: server.url, ...client });
  onTestFinished(async () => {
    await speech.close();
    await server.close();
  });
  return { server, speech };
}

async function parts(speech: WyomingTextToSpeech, text: string, signal?: AbortSignal): Promise<Audio[]> {
  const all: Audio[] = [];
  for await (const audio of speech.speak(text, { signal })) all.push(audio);
  return all;
}

test("sound comes as the service sends it, however samples are cut", async () => {
  const samples = Int16Array.from({ length: 5_001 }, (_, index) => (index * 7) % 30_000);
  const { speech, server } = await open({ speak: () => samples });
  const audio = await parts(speech, "Hello there.");
  expect(audio.length).toBeGreaterThan(1);
  expect(new Set(audio.map(({ sampleRate }) => sampleRate))).toEqual(new Set([22_050]));
  const whole = joined(audio.map(({ samples: part }) => part));
  expect(whole.every((sample, index) => sample === (samples[index] ?? 0) / 32_768)).toBe(true);
  expect(whole).toHaveLength(5_001);
  expect(server.received.at(-1)).toEqual({ type: "synthesize", data: { text: "Hello there." } });
  await vi.waitFor(() => expect(server.open()).toBe(0));
});

test("a voice and a speaker are asked for by name", async () => {
  const { speech, server } = await open({}, { voice: "en_US-libritts-high", speaker: "p3922" });
  await parts(speech, "Hello.");
  expect(server.received.at(-1)?.data).toEqual({
    text: "Hello.",
    voice: { name: "en_US-libritts-high", speaker: "p3922" },
  });
});

test("a text without words asks nobody", async () => {
  const { speech, server } = await open();
  for (const text of ["", " \n", "...", "🎉"]) expect(await parts(speech, text)).toEqual([]);
  expect(server.received).toEqual([]);
});

test("calls that overlap each get their own sound", async () => {
  const { speech } = await open({ speak: ({ length }) => new Int16Array(length * 1_000).fill(length) });
  const texts = ["One.", "Two, three.", "Four, five and six."];
  const lengths = await Promise.all(
    texts.map(async (text) => joined((await parts(speech, text)).map(({ samples }) => samples)).length),
  );
  expect(lengths).toEqual(texts.map(({ length }) => length * 1_000));
});

const misbehaviours: readonly (readonly [Misbehaviour, RegExp])[] = [
  ["garbage", /does not speak the Wyoming protocol/],
  ["half a header", /broke off in the middle of a message\.$/],
  ["half a payload", /broke off in the middle of a message\.$/],
  ["silence", /said nothing for 0\.5 s\.$|did not answer within 0\.5 s\.$/],
  ["huge payload", /announced 99999999999 bytes of sound/],
  ["hanging up", /hung up before it had answered\.$|broke off the connection\.$/],
  ["an error", /reports: The model is not there\.$/],
  ["an odd format", /sent sound in a format that is not understood: .* It must be 16-bit\.$/],
  ["endless sound", /does not stop speaking\.$/],
];

test.each(misbehaviours)(
  "%s instead of sound is told in a sentence, and nothing stays open",
  async (does, says) => {
    const { speech, server } = await open(
      { speak: () => ({ does }) },
      does === "silence" ? { timeoutMs: 500 } : {},
    );
    await expect(parts(speech, "Hello.")).rejects.toThrow(says);
    await vi.waitFor(() => expect(server.open()).toBe(0));
  },
);

test("a service that only hears is told apart", async () => {
  const { speech } = await open({ info: { asr: [{ name: "whisper" }] } });
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(speech.load()).rejects.toThrow("offers no voice. Is it the address of another one?");
});

test("an abort settles at once with its reason, and the next call works", async () => {
  const { speech, server } = await open({
    speak: (text) => (text === "Wait." ? { does: "silence" } : new Int16Array(100).fill(5)),
  });
  const controller = new AbortController();
  const given = parts(speech, "Wait.", controller.signal);
  await vi.waitFor(() => expect(server.received.at(-1)?.type).toBe("synthesize"));
  controller.abort("enough");
  await expect(given).rejects.toBe("enough");
  await expect(parts(speech, "Now.", controller.signal)).rejects.toBe("enough");
  expect(await parts(speech, "Now.")).toHaveLength(1);
});

test("a listener that leaves closes the connection", async () => {
  const { speech, server } = await open({ speak: () => ({ does: "endless sound" }) });
  for await (const { samples } of speech.speak("Hello.")) {
    expect(samples.length).toBeGreaterThan(0);
    break;
  }
  await vi.waitFor(() => expect(server.open()).toBe(0));
});

test("closing ends what is under way and is idempotent; loading is shared", async () => {
  const { speech, server } = await open({ speak: () => ({ does: "silence" }) });
  await Promise.all([speech.load(), speech.load()]);
  await speech.load();
  expect(server.received.filter(({ type }) => type === "describe")).toHaveLength(1);
  const given = parts(speech, "Hello.");
  given.catch(() => {});
  await vi.waitFor(() => expect(server.received.at(-1)?.type).toBe("synthesize"));
  await Promise.all([speech.close(), speech.close()]);
  await expect(given).rejects.toThrow("was closed.");
  await expect(parts(speech, "Hello.")).rejects.toThrow("is closed.");
  await expect(speech.load()).rejects.toThrow("is closed.");
});
