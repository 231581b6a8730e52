import { expect, onTestFinished, test, vi } from "vitest";
import {
  startWyomingServer,
  type Misbehaviour,
  type WyomingServer,
  type WyomingServerOptions,
} from "../wyoming/fixtures/wyoming-server.ts";
import { secret, testSpeechToText } from "./contract/contract.ts";
import { scripted, sounds, type FailingDriver, type OpenDriver } from "./contract/contract-driver.ts";
import { WyomingSpeechToText, type WyomingSpeechToTextOptions } from "./wyoming.ts";

async function open(
  options: WyomingServerOptions,
  client: Partial<WyomingSpeechToTextOptions> = {},
): Promise<OpenDriver> {
  const server = await startWyomingServer(options);
  return { speechToText: new WyomingSpeechToText({ url: server.url, ...client }), end: () => server.close() };
}

function failing(does: Misbehaviour, says: RegExp): FailingDriver[] {
  const timeoutMs = does === "silence" ? 300 : 30_000;
  return [
    { when: `${does} for a transcript`, says, open: () => open({ hear: () => ({ does }) }, { timeoutMs }) },
    { when: `${does} for its description`, says, open: () => open({ info: { does } }, { timeoutMs }) },
  ];
}

testSpeechToText({
  label: "Wyoming",
  loadMessages: 1,
  open: async ({ onProgress } = {}) => {
    const known = await sounds();
    const hear = (samples: Float32Array): string | { does: Misbehaviour } => {
      const text = scripted(samples, known);
      if (text === "fatal") return { does: "hanging up" };
      return text === "slow" ? { does: "silence" } : text;
    };
    return open({ hear }, { onProgress });
  },
  failing: [
    ...failing(
      "garbage",
      /does not speak the Wyoming protocol: it sent "HTTP\/1\.1 400 .* Check the address\.$/,
    ),
    ...failing("half a header", /broke off in the middle of a message\.$/),
    ...failing("silence", /did not answer within 0\.3 s\.$/),
    ...failing("huge data", /announced 99999999999 bytes of data; at most 4194304 are taken\.$/),
    ...failing("huge payload", /announced 99999999999 bytes of sound; at most 16777216 are taken\.$/),
    ...failing("an endless line", /sent a line of more than 65536 bytes\.$/),
    ...failing("hanging up", /hung up before it had answered\.$|broke off the connection\.$/),
    ...failing("an error", /reports: The model is not there\.$/),
    {
      when: "a transcript without a text",
      says: /sent a transcript without a text\.$/,
      open: () => open({ hear: () => ({ does: "no text" }) }),
    },
    {
      when: "a service that only speaks",
      says: /offers no speech to text\. Is it the address of another one\?$/,
      open: () => open({ info: { asr: [], tts: [{ name: "piper" }] } }),
    },
    {
      when: "a service that is not there",
      says: /at tcp:\/\/127\.0\.0\.1:9 refuses connections\. Is it running\?$/,
      open: () => ({ speechToText: new WyomingSpeechToText({ url: "tcp://127.0.0.1:9" }) }),
    },
    ...["", "localhost", "http://localhost:8000", "tcp://localhost"].map((url): FailingDriver => ({
      when: `the address "${url}"`,
      says: /needs an address such as tcp:\/\/localhost:10300, not "/,
      open: () => ({ speechToText: new WyomingSpeechToText({ url }) }),
    })),
    {
      when: "an address with a password",
      says: /at tcp:\/\/127\.0\.0\.1:9 refuses/,
      open: () => ({ speechToText: new WyomingSpeechToText({ url: `tcp://me:${secret}@127.0.0.1:9` }) }),
    },
  ],
});

async function listening(options: WyomingServerOptions): Promise<WyomingServer> {
  const server = await startWyomingServer(options);
  onTestFinished(() => server.close());
  return server;
}

test("the sound goes out in chunks between its start and its stop, after what is wanted", async () => {
  const heard: Float32Array[] = [];
  const hear = (samples: Float32Array): string => {
    heard.push(samples);
    return "Hello.";
  };
  const server = await listening({ hear });
  const { light } = await sounds();
  const driver = new WyomingSpeechToText({ url: server.url, model: "tiny-int8", language: "en" });
  expect(await driver.transcribe(light)).toBe("Hello.");
  const types = server.received.map(({ type }) => type);
  expect(types.slice(0, 3)).toEqual(["describe", "transcribe", "audio-start"]);
  expect(types.at(-1)).toBe("audio-stop");
  expect(new Set(types.slice(3, -1))).toEqual(new Set(["audio-chunk"]));
  expect(server.received[1]?.data).toEqual({ name: "tiny-int8", language: "en" });
  expect(server.received[2]?.data).toEqual({ rate: 16_000, width: 2, channels: 1, timestamp: 0 });
  expect(heard[0]).toHaveLength(light.length);
  expect(heard[0]?.[5_000]).toBeCloseTo(light[5_000] ?? 0, 3);
});

test("no connection stays open after an answer, an abort or a close", async () => {
  const { light, slow } = await sounds();
  const server = await listening({
    hear: ({ length }) => (length === slow.length ? { does: "silence" } : "Hello."),
  });
  const driver = new WyomingSpeechToText({ url: server.url });
  await driver.transcribe(light);
  await vi.waitFor(() => expect(server.open()).toBe(0));
  const controller = new AbortController();
  const given = [driver.transcribe(slow, { signal: controller.signal }), driver.transcribe(slow)];
  const settled = Promise.allSettled(given);
  await vi.waitFor(() => expect(server.open()).toBe(2));
  controller.abort();
  await vi.waitFor(() => expect(server.open()).toBe(1));
  await driver.close();
  await vi.waitFor(() => expect(server.open()).toBe(0));
  expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("a service that comes back is used again", async () => {
  const { light } = await sounds();
  const first = await startWyomingServer({ hear: () => "One." });
  const driver = new WyomingSpeechToText({ url: first.url });
  expect(await driver.transcribe(light)).toBe("One.");
  await first.close();
  await expect(driver.transcribe(light)).rejects.toThrow("refuses connections. Is it running?");
});
