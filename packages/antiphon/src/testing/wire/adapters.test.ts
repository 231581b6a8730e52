import { ChatAnthropic } from "@langchain/anthropic";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { ChatMistralAI } from "@langchain/mistralai";
import { ChatOllama } from "@langchain/ollama";
import { ChatOpenAI } from "@langchain/openai";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { startWireServer, type WireProtocolName, type WireServer } from "./wire-server.ts";
import type { WireTurn } from "./script.ts";

const servers: WireServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const apiKey = "test-key";
const adapters: Record<WireProtocolName, (url: string) => BaseChatModel> = {
  openai: (baseURL) =>
    new ChatOpenAI({ model: "gpt-4o-mini", apiKey, maxRetries: 0, configuration: { baseURL } }),
  anthropic: (anthropicApiUrl) =>
    new ChatAnthropic({ model: "claude-sonnet-4-5", apiKey, maxRetries: 0, anthropicApiUrl }),
  google: (baseUrl) =>
    new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey, maxRetries: 0, baseUrl }),
  ollama: (baseUrl) => new ChatOllama({ model: "qwen3:0.6b", maxRetries: 0, baseUrl }),
  cohere: (baseURL) =>
    new ChatOpenAI({ model: "command-a-03-2025", apiKey, maxRetries: 0, configuration: { baseURL } }),
  mistral: (serverURL) =>
    new ChatMistralAI({ model: "mistral-small-latest", apiKey, maxRetries: 0, serverURL }),
};

const names = Object.keys(adapters) as WireProtocolName[];
const getWeather = tool(() => "sunny", {
  name: "get_weather",
  description: "The weather of a city",
  schema: z.object({ city: z.string() }),
});

async function connect(name: WireProtocolName, turns: WireTurn[]) {
  const server = await startWireServer(name, { turns });
  servers.push(server);
  return { server, model: adapters[name](server.url) };
}

async function drain(stream: AsyncIterable<AIMessageChunk>): Promise<AIMessageChunk> {
  let whole: AIMessageChunk | undefined;
  for await (const chunk of stream) whole = whole?.concat(chunk) ?? chunk;
  return whole ?? new AIMessageChunk("");
}

const usage = { input: 21, output: 9 };
const call = { name: "get_weather", args: { city: "Zürich" } };

test.each(names)("LangChain's %s adapter invokes and gets text and usage", async (name) => {
  const { model } = await connect(name, [{ steps: ["Hel", "lo ✓"], usage }]);
  const message = await model.invoke("hi");
  expect(message.text).toBe("Hello ✓");
  expect(message.usage_metadata).toMatchObject({ input_tokens: 21, output_tokens: 9 });
});

test.each(names)("LangChain's %s adapter streams text", async (name) => {
  const { model } = await connect(name, [{ steps: ["Hel", "lo ✓"], usage, splitBytes: 3 }]);
  const message = await drain(await model.stream("hi"));
  expect(message.text).toBe("Hello ✓");
  expect(message.usage_metadata).toMatchObject({ input_tokens: 21 });
});

test.each(names)("LangChain's %s adapter invokes and gets a tool call", async (name) => {
  const { model } = await connect(name, [{ steps: [{ calls: [call] }] }]);
  const message = await model.bindTools?.([getWeather]).invoke("weather?");
  expect(message?.tool_calls).toMatchObject([call]);
});

test.each(names)("LangChain's %s adapter streams a tool call", async (name) => {
  const { model } = await connect(name, [{ steps: [{ calls: [call] }] }]);
  const stream = await model.bindTools?.([getWeather]).stream("weather?");
  const message = await drain(stream ?? (async function* () {})());
  expect(message.tool_calls).toMatchObject([call]);
});

// Ollama's adapter sends results without the tool's name, which the server refuses.
test.each(names.filter((name) => name !== "ollama"))(
  "LangChain's %s adapter goes a whole round",
  async (name) => {
    const { server, model } = await connect(name, [
      { steps: ["Let me see.", { calls: [call, { ...call, args: { city: "Bern" } }] }] },
      { steps: ["Sunny."] },
    ]);
    const bound = model.bindTools?.([getWeather]) ?? model;
    const question = new HumanMessage("weather?");
    const first = await drain(await bound.stream([question]));
    const results = (first.tool_calls ?? []).map(
      ({ id, name }) => new ToolMessage({ content: "sunny", tool_call_id: id ?? "", name }),
    );
    const last = await drain(await bound.stream([question, first, ...results]));
    expect(last.text).toBe("Sunny.");
    expect(server.requests.map(({ status }) => status)).toEqual([200, 200]);
  },
);

test.each(names)("LangChain's %s adapter reports a wrong key or an unknown model", async (name) => {
  const server = await startWireServer(name, { models: ["other"], apiKey: "another-key" });
  servers.push(server);
  await expect(adapters[name](server.url).invoke("hi")).rejects.toThrow(/key|unauthorized|token|401/i);
  expect([400, 401, 403, 404]).toContain(server.requests[0]?.status);
});
