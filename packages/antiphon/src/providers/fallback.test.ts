import { expect, test } from "vitest";
import { RecordingLogger } from "../testing/recording-logger.ts";
import type { WireTurn } from "../testing/wire/index.ts";
import { anthropic, ollama, openAI } from "./contract/contract-provider.ts";
import { eventsOf, open, question, refusals, weatherIn, type Stage } from "./contract/stage.ts";
import { FallbackClient } from "./fallback.ts";

interface Pair {
  readonly first: Stage;
  readonly second: Stage;
  readonly client: FallbackClient;
  readonly logger: RecordingLogger;
}

async function pair(first: readonly WireTurn[], second: readonly WireTurn[]): Promise<Pair> {
  const stages = [await open(openAI, { turns: first }), await open(anthropic, { turns: second })] as const;
  const logger = new RecordingLogger();
  const client = new FallbackClient({ clients: [stages[0].client, stages[1].client], logger });
  return { first: stages[0], second: stages[1], client, logger };
}

const down: WireTurn = { steps: [{ error: { status: 503, message: "Out for lunch." } }] };
const hello: WireTurn = { steps: ["Hello"] };

test("the next model answers when the first cannot, and an event says so [C6]", async () => {
  const { client, logger } = await pair([down], [hello]);
  const events = await eventsOf(client.run([question]));
  const expected = {
    from: "gpt-4o-mini",
    to: "claude-sonnet-4-5",
    reason: expect.stringContaining("Out for lunch") as unknown,
  };
  expect(events[0]).toEqual({ type: "model-fallback", ...expected });
  expect(events[1]).toEqual({ type: "text-delta", text: "Hello" });
  expect(logger.saying("Falling back on another model")).toMatchObject([{ level: "warn", fields: expected }]);
});

test("a model that answers is not passed over", async () => {
  const { client, second } = await pair([hello], [hello]);
  expect((await client.invoke([question])).output).toBe("Hello");
  expect(second.server.requests).toEqual([]);
});

test("models are asked in order until one answers", async () => {
  const stages = [
    await open(openAI, { server: { apiKey: "another-key" } }),
    await open(anthropic, { turns: [{ steps: [{ html: true }] }] }),
    await open(ollama, { turns: [hello] }),
  ] as const;
  const client = new FallbackClient({
    clients: [stages[0].client, stages[1].client, stages[2].client],
    logger: new RecordingLogger(),
  });
  const events = await eventsOf(client.run([question]));
  expect(events.flatMap((event) => (event.type === "model-fallback" ? [event.to] : []))).toEqual([
    "claude-sonnet-4-5",
    "qwen3:0.6b",
  ]);
  expect(client.modelName).toBe("gpt-4o-mini or claude-sonnet-4-5 or qwen3:0.6b");
});

test("once text was shown there is no falling back", async () => {
  for (const steps of [
    ["Hel", { cut: true as const }],
    ["Hel", { error: { status: 500 } }],
  ]) {
    const { client, second } = await pair([{ steps }], [hello]);
    await expect(client.invoke([question])).rejects.toMatchObject({
      name: "ModelError",
      messages: [{ content: "Hel" }],
    });
    expect(second.server.requests).toEqual([]);
  }
});

test("an abort is not a failure to fall back from", async () => {
  const { client, first, second } = await pair([{ steps: [{ silence: true }] }], [hello]);
  const controller = new AbortController();
  const answer = client.invoke([question], { signal: controller.signal });
  await expect.poll(() => first.server.requests.length).toBe(1);
  controller.abort();
  expect((await answer).stopReason).toBe("aborted");
  expect(second.server.requests).toEqual([]);
});

test("the last model's error is the run's", async () => {
  const { client } = await pair([down], [{ steps: [{ error: { status: 400, message: "No cats." } }] }]);
  await expect(client.invoke([question])).rejects.toThrow("No cats.");
});

test("each round begins with the first model, with a history that both accept", async () => {
  const { client, first, second } = await pair(
    [down, { steps: ["Sunny."] }],
    [{ steps: [{ thinking: "Hm." }, "Let me see.", { calls: [weatherIn("Bern")] }] }],
  );
  const { output } = await client.invoke([question]);
  expect(output).toBe("Let me see.\nSunny.");
  expect([...refusals(first), ...refusals(second)]).toEqual([]);
  expect(first.ran).toEqual([weatherIn("Bern")]);
});

test("each model retries by its own rule before the next is asked", async () => {
  const busy: WireTurn = { steps: [{ error: { status: 429, retryAfter: 0 } }] };
  const patient = await open(openAI, { turns: [busy, hello], client: { maxRetries: 1 } });
  const spare = await open(anthropic, { turns: [hello] });
  const client = new FallbackClient({ clients: [patient.client, spare.client] });
  const events = await eventsOf(client.run([question]));
  expect(events.some(({ type }) => type === "model-fallback")).toBe(false);
  expect(patient.server.requests).toHaveLength(2);
});
