import { randomBytes, randomUUID } from "node:crypto";
import { tool } from "@langchain/core/tools";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { homeModel } from "../../../testing/home-model.ts";
import { testApp, type TestAppOptions } from "../../../testing/test-app.ts";
import { TranscriptionAnswerer } from "./answer-transcriptions.ts";
import { brokerSide, warnings, type BrokerSide, type Received } from "./fixtures/broker-side.ts";
import { readTranscription } from "./read-transcription.ts";
import { startVoiceTopics } from "./start-voice-topics.ts";
import { responseSchema, type ResponsePayload } from "./voice-payloads.ts";

const incoming = "voice/transcription";
const outgoing = "voice/ai-response";

/** A gateway's side of the topics, over real runs. */
async function gateway(
  brokerUrl: string,
  { yes = false, ...options }: TestAppOptions & { yes?: boolean } = {},
) {
  const { talk } = await testApp({ model: homeModel([]), ...options });
  const logger = warnings();
  const topics = startVoiceTopics({ brokerUrl: Promise.resolve(brokerUrl), runs: talk.runs, yes, logger });
  onTestFinished(() => topics.close());
  return { topics, logger, talk };
}

/** Says something until it is answered: then the gateway has subscribed. */
async function ready({ client, received }: BrokerSide): Promise<void> {
  const utteranceId = `ping-${randomUUID()}`;
  const ping = JSON.stringify({ text: "ping", conversationId: "ping", utteranceId });
  await vi.waitFor(
    async () => {
      await client.publishAsync(incoming, ping);
      await vi.waitFor(() => expect(answersTo(received, utteranceId)).not.toEqual([]), 200);
    },
    { timeout: 5_000 },
  );
}

const answersTo = (received: readonly Received[], utteranceId: string): Received[] =>
  received.filter(({ topic, content }) => topic === outgoing && content["utteranceId"] === utteranceId);

test("what somebody else heard is answered on voice/ai-response, with its ids", async () => {
  const side = await brokerSide();
  const { talk } = await gateway(side.broker.url);
  await ready(side);
  await side.client.publishAsync(
    incoming,
    JSON.stringify({
      text: "turn on the kitchen light",
      conversationId: "hall",
      utteranceId: "u7",
      room: "hall",
    }),
  );
  await side.client.publishAsync(incoming, "is it dark?");
  const answers = await vi.waitFor(() => {
    const found = side.received.filter(
      ({ topic, content }) => topic === outgoing && content["conversationId"] !== "ping",
    );
    expect(found).toHaveLength(2);
    return found.map(({ content }) => responseSchema.parse(content));
  }, 5_000);
  expect(answers.find(({ utteranceId }) => utteranceId === "u7")).toMatchObject({
    text: "You said: turn on the kitchen light",
    question: "turn on the kitchen light",
    conversationId: "hall",
    interrupted: false,
  });
  expect(answers.find(({ utteranceId }) => utteranceId !== "u7")).toMatchObject({
    question: "is it dark?",
    conversationId: "mqtt",
  });
  expect(talk.conversations.find("hall")?.messages).toHaveLength(2);
});

test("two gateways on one broker do not answer each other, nor what the broker kept", async () => {
  const side = await brokerSide();
  await side.client.publishAsync(incoming, "an old command", { retain: true });
  const first = await gateway(side.broker.url);
  const second = await gateway(side.broker.url);
  await ready(side);
  first.topics.onEvent({
    type: "transcription",
    utteranceId: "spoken",
    conversationId: "page",
    text: "hello",
    durationMs: 500,
  });
  await side.client.publishAsync(incoming, JSON.stringify({ text: "last", utteranceId: "last" }));
  await vi.waitFor(() => expect(answersTo(side.received, "last")).toHaveLength(2), 5_000);
  expect(side.received.some(({ content }) => content["utteranceId"] === "spoken")).toBe(true);
  expect(answersTo(side.received, "spoken")).toEqual([]);
  expect(JSON.stringify(side.received)).not.toContain("You said: an old command");
  expect([...first.logger.warnings, ...second.logger.warnings]).toEqual([]);
});

test.each([
  ["emptiness", ""],
  ["no words", '{"text":"..."}'],
  ["bytes", randomBytes(300)],
  ["a megabyte", "x".repeat(1_000_000)],
  ["a long text", JSON.stringify({ text: "turn on ".repeat(1_000) })],
  ["half an object", '{"text":"turn on'],
  ["a number", "42"],
  ["a list", '["turn on the light"]'],
  ["nothing", "null"],
  ["a wrong type", '{"text":{"a":1}}'],
  ["a wrong id", '{"text":"hello","conversationId":"../../x y"}'],
])("a bad message is dropped with a reason: %s", (_, payload) => {
  expect(readTranscription(Buffer.from(payload))).toMatchObject({ kind: "bad", reason: expect.any(String) });
});

test("bad messages are warned of, and the next good one is answered", async () => {
  const side = await brokerSide();
  const { logger } = await gateway(side.broker.url);
  await ready(side);
  for (const payload of ["", "{", randomBytes(100), "x".repeat(1_000_000), '{"text":7}'])
    await side.client.publishAsync(incoming, payload);
  await side.client.publishAsync(incoming, JSON.stringify({ text: "hello", utteranceId: "good" }));
  await vi.waitFor(() => expect(answersTo(side.received, "good")).toHaveLength(1), 5_000);
  expect(logger.warnings[0]?.message).toMatch(/were dropped/);
});

test("a flood is bounded: in one conversation and over all of them", async () => {
  let running = 0;
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const slow = tool(
    async () => {
      running++;
      await gate;
      return "Done.";
    },
    { name: "slow", description: "Takes its time.", schema: z.object({}) },
  );
  const model = homeModel([[/^slow/, { name: "slow", args: {} }]]);
  const { talk } = await testApp({ model, tools: [slow] });
  const logger = warnings();
  const answers: ResponsePayload[] = [];
  const answerer = new TranscriptionAnswerer({
    runs: talk.runs,
    yes: false,
    logger,
    publish: (answer) => answers.push(answer),
  });
  onTestFinished(() => answerer.close());
  const hear = (content: object): void =>
    answerer.onMessage({ payload: Buffer.from(JSON.stringify(content)), retained: false });
  for (let count = 0; count < 1_000; count++) {
    hear({ text: `slow ${count}`, conversationId: "one" });
    hear({ text: "slow", conversationId: `c${count}` });
  }
  await vi.waitFor(() => expect(running).toBe(16), 5_000);
  expect(talk.runs.active).toBe(16);
  open();
  await vi.waitFor(() => expect(talk.runs.active).toBe(0), 5_000);
  expect(answers.map(({ question }) => question).filter((question) => question !== "slow")).toEqual(
    Array.from({ length: 5 }, (_, position) => `slow ${position}`),
  );
  expect(answers).toHaveLength(5 + 15);
  expect(logger.warnings.length).toBeGreaterThan(0);
  expect(logger.warnings.length).toBeLessThan(20);
});

test("destructive calls are refused where nobody can be asked, unless --yes was given", async () => {
  const side = await brokerSide();
  const unlocked: string[] = [];
  const unlock = tool(
    async () => {
      unlocked.push("front door");
      return "Unlocked.";
    },
    {
      name: "unlock",
      description: "Unlocks the door.",
      schema: z.object({}),
      metadata: { annotations: { destructiveHint: true } },
    },
  );
  const habits = [[/unlock/, { name: "unlock", args: {} }]] as const;
  const careful = await gateway(side.broker.url, { model: homeModel(habits), tools: [unlock] });
  await ready(side);
  await side.client.publishAsync(incoming, JSON.stringify({ text: "unlock", utteranceId: "careful" }));
  await vi.waitFor(() => expect(answersTo(side.received, "careful")).toHaveLength(1), 5_000);
  expect(answersTo(side.received, "careful")[0]?.content["text"]).toMatch(/approval/);
  expect(unlocked).toEqual([]);
  await careful.topics.close();
  await gateway(side.broker.url, { model: homeModel(habits), tools: [unlock], yes: true });
  await ready(side);
  await side.client.publishAsync(incoming, JSON.stringify({ text: "unlock", utteranceId: "bold" }));
  await vi.waitFor(() => expect(unlocked).toEqual(["front door"]), 5_000);
});

test("closing in the middle of an answer cancels it and ends at once", async () => {
  const side = await brokerSide();
  let started = false;
  let aborted = false;
  const hang = tool(
    (_args: object, { signal }: { signal?: AbortSignal } = {}) => {
      started = true;
      return new Promise<string>(() => {
        signal?.addEventListener("abort", () => (aborted = true));
      });
    },
    { name: "hang", description: "Never ends.", schema: z.object({}) },
  );
  const model = homeModel([[/hang/, { name: "hang", args: {} }]]);
  const { topics } = await gateway(side.broker.url, { model, tools: [hang] });
  await ready(side);
  await side.client.publishAsync(incoming, JSON.stringify({ text: "hang", utteranceId: "hang" }));
  await vi.waitFor(() => expect(started).toBe(true), 5_000);
  await Promise.all([topics.close(), topics.close()]);
  expect(aborted).toBe(true);
  expect(answersTo(side.received, "hang")).toEqual([]);
});
