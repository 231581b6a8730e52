import { startBroker } from "virtual-home";
import { expect, onTestFinished, test, vi } from "vitest";
import type { VoiceEvent } from "../session/voice-event.ts";
import { brokerSide, warnings } from "./fixtures/broker-side.ts";
import { responseSchema, transcriptionSchema } from "./voice-payloads.ts";
import { publishVoice } from "./voice-topics.ts";

const said = (text: string, utteranceId = "u1"): VoiceEvent => ({
  type: "transcription",
  utteranceId,
  conversationId: "kitchen",
  text,
  durationMs: 1_234.5,
});

const answered: VoiceEvent = {
  type: "response",
  utteranceId: "u1",
  conversationId: "kitchen",
  question: "turn on the kitchen light",
  text: "Kitchen Light is on.",
  interrupted: false,
};

function publisher(brokerUrl: Promise<string | undefined>, logger = warnings()) {
  const published = publishVoice({ brokerUrl, logger });
  onTestFinished(() => published.close());
  return { ...published, logger };
}

test("what was said and answered is published as documented, not retained, at most once [G5]", async () => {
  const { broker, on, received } = await brokerSide();
  const { onEvent } = publisher(Promise.resolve(broker.url));
  onEvent({ type: "level", level: 0.5, speech: 1 });
  onEvent({ type: "state", state: "listening" });
  onEvent(said("..."));
  onEvent(said(""));
  onEvent(said("turn on the kitchen light"));
  onEvent(answered);
  const [transcription] = await on("voice/transcription");
  const [response] = await on("voice/ai-response");
  expect(transcriptionSchema.parse(transcription?.content)).toMatchObject({
    text: "turn on the kitchen light",
    conversationId: "kitchen",
    utteranceId: "u1",
    durationMs: 1_235,
    source: "antiphon",
  });
  expect(responseSchema.parse(response?.content)).toMatchObject({
    text: "Kitchen Light is on.",
    question: "turn on the kitchen light",
    utteranceId: "u1",
    interrupted: false,
  });
  expect(received.map(({ topic, retain, qos }) => [topic, retain, qos])).toEqual([
    ["voice/transcription", false, 0],
    ["voice/ai-response", false, 0],
  ]);
});

test("what waits for a broker that is away is bounded, sent when it comes, and dropped when it is too old", async () => {
  const port = await freePort();
  const url = Promise.resolve(`mqtt://127.0.0.1:${port}`);
  const { onEvent, logger } = publisher(url);
  onEvent(said("too old", "old"));
  await vi.waitFor(() => expect(logger.warnings).toHaveLength(1), 5_000);
  expect(logger.warnings[0]?.message).toMatch(/broker is away/);
  const later = performance.now() + 31_000;
  const clock = vi.spyOn(performance, "now").mockReturnValue(later);
  onTestFinished(() => clock.mockRestore());
  for (let count = 0; count < 200; count++) onEvent(said(`command ${count}`, `u${count}`));
  const { on, received } = await brokerSide(port);
  await on("voice/transcription", 50);
  expect(received.map(({ content }) => content["text"])).toEqual(
    Array.from({ length: 50 }, (_, position) => `command ${150 + position}`),
  );
});

test("without a broker nothing is published and nothing fails", async () => {
  const none = publisher(Promise.resolve(undefined));
  none.onEvent(said("hello"));
  await none.close();
  await none.close();
  const broken = publisher(Promise.reject(new Error("No broker.")));
  broken.onEvent(said("hello"));
  await vi.waitFor(() => expect(broken.logger.warnings).toHaveLength(1));
  const never = publisher(new Promise(() => {}));
  never.onEvent(said("hello"));
  await never.close();
});

test("what was told right before the end still arrives", async () => {
  const { broker, on } = await brokerSide();
  const { onEvent, close } = publisher(Promise.resolve(broker.url));
  onEvent(said("hello"));
  await on("voice/transcription");
  onEvent(answered);
  await close();
  await on("voice/ai-response");
});

async function freePort(): Promise<number> {
  const broker = await startBroker();
  await broker.close();
  return broker.port;
}
