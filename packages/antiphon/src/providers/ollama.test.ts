import { expect, test } from "vitest";
import { plainTool } from "../testing/plain-tool.ts";
import type { WireStep } from "../testing/wire/index.ts";
import { ollama, type ContractProvider } from "./contract/contract-provider.ts";
import { testProvider } from "./contract/contract.ts";
import { bodyOf, eventsOf, open, question, weatherIn, type Stage } from "./contract/stage.ts";
import { OllamaClient } from "./ollama.ts";

testProvider(ollama);

test("keepAlive, contextSize and think reach the wire", async () => {
  const tuned: ContractProvider = {
    ...ollama,
    create: (options) => new OllamaClient({ ...options, keepAlive: "10m", contextSize: 8_192, think: false }),
  };
  const stage = await open(tuned, { turns: [{ steps: ["Hello"] }] });
  await stage.client.invoke([question]);
  expect(bodyOf(stage, 0)).toMatchObject({ keep_alive: "10m", think: false, options: { num_ctx: 8_192 } });
});

test("what is not set is left to the server", async () => {
  const stage = await open(ollama, { turns: [{ steps: ["Hello"] }] });
  await stage.client.invoke([question]);
  const body = bodyOf(stage, 0);
  expect(body).not.toHaveProperty("think");
  expect(body["options"] ?? {}).not.toHaveProperty("num_ctx");
});

test("results carry the tool's name and the call's id", async () => {
  const stage = await open(ollama, {
    turns: [{ steps: [{ calls: [{ ...weatherIn("Bern"), id: "call_00000001" }] }] }, { steps: ["Sunny."] }],
  });
  await stage.client.invoke([question]);
  const messages = bodyOf(stage, 1)["messages"] as Record<string, unknown>[];
  expect(messages.at(-1)).toEqual({
    role: "tool",
    content: "sunny in Bern",
    tool_name: "get_weather",
    tool_call_id: "call_00000001",
  });
});

test("tools go out in Qwen's form, and only to Ollama [C3]", async () => {
  const stage = await open(ollama, { turns: [{ steps: ["Hello"] }] });
  await stage.client.invoke([question]);
  expect(bodyOf(stage, 0)["tools"]).toContainEqual({
    type: "function",
    function: { name: "get_time", description: "The time of day", parameters: expect.anything() as unknown },
  });
  expect(stage.logger.saying("🔧 Converted 3 tools from LangChain to Qwen format")).toMatchObject([
    { level: "debug" },
  ]);
});

test("images go beside the text", async () => {
  const stage = await open(ollama, { turns: [{ steps: ["A cat."] }] });
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,aGVsbG8=" } };
  await stage.client.invoke([{ role: "user", content: [{ type: "text", text: "What is it?" }, image] }]);
  expect(bodyOf(stage, 0)["messages"]).toEqual([
    { role: "user", content: "What is it?", images: ["aGVsbG8="] },
  ]);
});

async function shownAndThought(
  ...steps: WireStep[]
): Promise<{ shown: string; thought: string; stage: Stage }> {
  const stage = await open(ollama, { turns: [{ steps }, { steps: ["Done."] }] });
  const events = await eventsOf(stage.client.run([question]));
  const joined = (type: string): string =>
    events.map((event) => (event.type === type && "text" in event ? event.text : "")).join("");
  return { shown: joined("text-delta"), thought: joined("thinking-delta"), stage };
}

test("thinking within tags is told apart", async () => {
  const { shown, thought } = await shownAndThought("<thi", "nk>Hm", "m.</th", "ink>\n", "\nHello");
  expect({ shown, thought }).toEqual({ shown: "Hello", thought: "Hmm." });
});

test("a call written after thinking is a call", async () => {
  const { shown, stage } = await shownAndThought('<think>Hm.</think>\n{"name": "get_time", "arguments": {}}');
  expect(stage.ran).toEqual([{ name: "get_time", args: {} }]);
  expect(shown).toBe("Done.");
});

test("text is shown at once when it cannot be a call any more", async () => {
  const { client } = await open(ollama, { turns: [{ steps: ["[", "Note] ", "Hello"] }] });
  const shown: string[] = [];
  for await (const { output } of client.stream([question])) if (output) shown.push(output);
  expect(shown.join("")).toBe("[Note] Hello");
});

test("without tools nothing is looked for in the text", async () => {
  const { client } = await open(ollama, { turns: [{ steps: ["{", '"a": 1}'] }], tools: [] });
  const shown: string[] = [];
  for await (const { output } of client.stream([question])) if (output) shown.push(output);
  expect(shown).toEqual(["{", '"a": 1}']);
});

test("a tool known to the model by its class name is found when it is called in text", async () => {
  const called: unknown[] = [];
  const tool = plainTool((args) => called.push(args), { name: "clock", lc_name: "GetTime" });
  const stage = await open(ollama, {
    turns: [{ steps: ['{"name": "GetTime", "arguments": {}}'] }, { steps: ["Noon."] }],
    tools: [tool],
  });
  await stage.client.invoke([question]);
  expect(called).toEqual([{}]);
});

test("a model is found with and without its tag", async () => {
  const { client } = await open(ollama, {
    server: { models: ["llama3.2:latest"] },
    client: { model: "llama3.2" },
  });
  expect((await client.health()).ok).toBe(true);
});
