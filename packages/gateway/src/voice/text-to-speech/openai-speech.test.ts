import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Audio } from "../audio/audio.ts";
import { toPcm16 } from "../audio/pcm16.ts";
import {
  slowText,
  speakTone,
  startSpeechServer,
  type Answer,
  type SpeechServer,
} from "./fixtures/speech-server.ts";
import { toneFor } from "./fixtures/tone.ts";
import { OpenAISpeech } from "./openai-speech.ts";

async function server(answer?: Answer): Promise<SpeechServer> {
  const started = await startSpeechServer(answer);
  onTestFinished(started.close);
  return started;
}

async function spoken(speech: OpenAISpeech, text = "Hello."): Promise<Audio[]> {
  const parts: Audio[] = [];
  for await (const audio of speech.speak(text)) parts.push(audio);
  return parts;
}

test.each(["", "/", "/v1", "/v1/", "/v1/audio/speech", "/proxy", "/proxy/v1"])(
  "the address may end with %j",
  async (end) => {
    const { url, seen } = await server();
    await spoken(new OpenAISpeech({ baseUrl: url + end }));
    expect(seen[0]?.path).toBe(end.startsWith("/proxy") ? "/proxy/v1/audio/speech" : "/v1/audio/speech");
  },
);

test("without a key none is sent, and speed only when it is set", async () => {
  const { url, seen } = await server();
  await spoken(new OpenAISpeech({ baseUrl: url }));
  await spoken(new OpenAISpeech({ baseUrl: url, speed: 1.5, format: "pcm" }));
  expect(seen.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
  expect(seen[0]?.body).toEqual({ model: "tts-1", input: "Hello.", voice: "alloy", response_format: "wav" });
  expect(seen[1]?.body).toMatchObject({ speed: 1.5, response_format: "pcm" });
});

test("the first sound is heard while the service still speaks", async () => {
  let goOn = (): void => {};
  const { url } = await server(async (response) => {
    const bytes = toPcm16(toneFor("A long sentence.").samples);
    response.writeHead(200, { "content-type": "audio/pcm;rate=16000" }).write(bytes.subarray(0, 8_000));
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    response.end(bytes.subarray(8_000));
  });
  const speech = new OpenAISpeech({ baseUrl: url });
  const parts: Audio[] = [];
  for await (const audio of speech.speak("A long sentence.")) {
    parts.push(audio);
    // The service goes on only now: a driver that waits for the end would wait for ever.
    goOn();
  }
  expect(parts[0]?.samples).toHaveLength(4_000);
  expect(parts[0]?.sampleRate).toBe(16_000);
  expect(parts.reduce((sum, { samples }) => sum + samples.length, 0)).toBe(
    toneFor("A long sentence.").samples.length,
  );
});

test("only who waits for the service counts the time: a listener may pause", async () => {
  const { url } = await server();
  const silenceMs = 12_345;
  const set = vi.spyOn(globalThis, "setTimeout");
  const cleared = vi.spyOn(globalThis, "clearTimeout");
  onTestFinished(() => void vi.restoreAllMocks());
  const speech = new OpenAISpeech({ baseUrl: url, silenceMs });
  let parts = 0;
  for await (const _ of speech.speak("A sentence that is sent in several parts, one after the other.")) {
    const timers = set.mock.results.filter((_, position) => set.mock.calls[position]?.[1] === silenceMs);
    expect(timers.length).toBeGreaterThan(parts++);
    for (const { value } of timers) expect(cleared).toHaveBeenCalledWith(value);
  }
  expect(parts).toBeGreaterThan(1);
});

test("an abort and an early end close the connection", async () => {
  const { url, open } = await server();
  const speech = new OpenAISpeech({ baseUrl: url });
  const controller = new AbortController();
  const pending = speech.speak(slowText, { signal: controller.signal }).next();
  const settled = pending.catch((error: unknown) => error);
  await vi.waitFor(() => expect(open()).toBe(1));
  const reason = new Error("enough");
  controller.abort(reason);
  expect(await settled).toBe(reason);
  await vi.waitFor(() => expect(open()).toBe(0));
  for await (const _ of speech.speak("A sentence of many words. ".repeat(60))) break;
  await vi.waitFor(() => expect(open()).toBe(0));
});

test("a long text is asked for in parts that services accept", async () => {
  const { url, seen } = await server(async (response, body) => speakTone(response, { ...body, input: "ok" }));
  const text = "The light is on. ".repeat(400).trim();
  await spoken(new OpenAISpeech({ baseUrl: url }), text);
  expect(seen.length).toBe(4);
  expect(seen.every(({ body }) => body.input.length <= 2_000)).toBe(true);
  expect(seen.map(({ body }) => body.input).join(" ")).toBe(text);
});

test("an error page as large as it likes is not repeated", async () => {
  const { url } = await server(async (response) => {
    response.writeHead(500);
    for (let count = 0; count < 100; count++)
      if (!response.write("x".repeat(10_000))) await once(response, "drain");
    response.end();
  });
  const failure = await spoken(new OpenAISpeech({ baseUrl: url })).catch((error: Error) => error);
  expect(failure).toMatchObject({ status: 500 });
  expect((failure as Error).message.length).toBeLessThan(400);
});

test("credentials in the address are not repeated", async () => {
  const speech = new OpenAISpeech({ baseUrl: "http://user:secret@127.0.0.1:1/?key=secret" });
  await expect(spoken(speech)).rejects.toThrow(
    expect.not.objectContaining({ message: expect.stringContaining("secret") }),
  );
});
