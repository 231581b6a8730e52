import { silentLogger, ToolExecutor, ToolManager } from "antiphon";
import { startWireServer } from "antiphon/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { testConfig } from "../../testing/test-config.ts";
import { availableModels } from "./available-models.ts";
import { chooseModel } from "./model.ts";

const options = () => ({
  executor: new ToolExecutor(new ToolManager({ logger: silentLogger }), { logger: silentLogger }),
  logger: silentLogger,
});

test("without a word about it the offline model answers", async () => {
  const { client, offline, status, check } = await chooseModel(testConfig(), options());
  expect([client.modelName, offline, status.state, check]).toEqual(["offline", true, "ready", undefined]);
});

test("a model without its key is told before anybody asks it", async () => {
  vi.stubEnv("ANTHROPIC_API_KEY", "");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { check } = await chooseModel(testConfig({ model: "anthropic" }), options());
  const status = await check?.(new AbortController().signal);
  expect(status).toMatchObject({ state: "failed", message: expect.stringMatching(/ANTHROPIC_API_KEY/) });
});

test("a model that nobody knows is named, and the offline model answers in its place", async () => {
  const { offline, status } = await chooseModel(testConfig({ model: "olama:x" }), options());
  expect([offline, status.state]).toEqual([true, "degraded"]);
  expect(status.message).toMatch(/No provider "olama".*offline model answers/);
});

test("several models stand in for each other in order [C6]", async () => {
  const server = await startWireServer("ollama", {
    turns: [{ steps: [{ error: { status: 404, message: "gone" } }] }],
  });
  onTestFinished(() => server.close());
  const config = testConfig({ model: "ollama:test, offline", modelUrl: server.url });
  const { client } = await chooseModel(config, options());
  const events: string[] = [];
  for await (const event of client.run(["what can you do?"])) events.push(event.type);
  expect(events[0]).toBe("model-fallback");
  expect(events.at(-1)).toBe("end");
});

test("a provider that is not there is found out without asking the model anything", async () => {
  const config = testConfig({ model: "ollama:test", modelUrl: "http://127.0.0.1:1" });
  const { status, check } = await chooseModel(config, options());
  expect(status.state).toBe("starting");
  expect(await check?.(new AbortController().signal)).toMatchObject({
    state: "failed",
    message: expect.stringMatching(/Ollama/),
  });
});

test("what could be used is found by keys and a running Ollama, and nothing else", async () => {
  const fetch = vi.fn(async () => Response.json({ models: [{ name: "qwen3:8b" }, { name: 7 }] }));
  const env = { OPENAI_API_KEY: "x", GEMINI_API_KEY: "y", GOOGLE_API_KEY: "z", OTHER_API_KEY: "-" };
  expect(await availableModels({ env, fetch })).toEqual(["openai", "google", "ollama:qwen3:8b"]);
  const broken = vi.fn(async () => new Response("<html>"));
  expect(await availableModels({ env: {}, fetch: broken })).toEqual([]);
});
