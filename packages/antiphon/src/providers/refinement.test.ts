import { expect, test } from "vitest";
import type { WireTurn } from "../testing/wire/index.ts";
import { ollama, type ContractProvider } from "./contract/contract-provider.ts";
import { bodyOf, open, question, weatherIn, type Stage } from "./contract/stage.ts";
import { OllamaClient, type OllamaOptions } from "./ollama.ts";
import { oneRefinement } from "./refinement.ts";

const refine = "If you need more specific info, you may search again.";
const conclude = "Answer in 1 sentence based on this information.";
const search = (city: string): WireTurn => ({ steps: [{ calls: [weatherIn(city)] }] });
const answer: WireTurn = { steps: ["Sunny."] };

function withDefaults(options: OllamaOptions = {}): ContractProvider {
  return { ...ollama, create: (given) => new OllamaClient({ ...given, ...options }) };
}

/** Per request: the last word of the user and whether tools were offered. */
function asked(stage: Stage): (readonly [unknown, boolean])[] {
  return stage.server.requests.map((_, position) => {
    const { messages, tools } = bodyOf(stage, position) as {
      messages: { content: string }[];
      tools?: unknown;
    };
    return [messages.at(-1)?.content, tools !== undefined];
  });
}

test("one sufficient round is one iteration [I1]", async () => {
  const stage = await open(withDefaults(), { turns: [search("Bern"), answer] });
  const { output, stopReason } = await stage.client.invoke([question]);
  expect({ output, stopReason }).toEqual({ output: "Sunny.", stopReason: "answer" });
  expect(asked(stage)).toEqual([
    [question.content, true],
    [refine, true],
  ]);
  expect(stage.logger.saying("Model requesting refinement search")).toEqual([]);
});

test("after the second round the model answers without tools [I1]", async () => {
  const stage = await open(withDefaults(), { turns: [search("Bern"), search("Basel"), answer] });
  const { output, stopReason } = await stage.client.invoke([question]);
  expect({ output, stopReason }).toEqual({ output: "Sunny.", stopReason: "tool-limit" });
  expect(asked(stage)).toEqual([
    [question.content, true],
    [refine, true],
    [conclude, false],
  ]);
});

test("there is never a third round, even if the model insists [I1]", async () => {
  const stage = await open(withDefaults(), {
    turns: [search("Bern"), search("Basel"), search("Chur"), search("Genf")],
  });
  const { stopReason } = await stage.client.invoke([question]);
  expect(stage.ran).toEqual(["Bern", "Basel"].map(weatherIn));
  expect(stage.server.requests).toHaveLength(3);
  expect(stopReason).toBe("tool-limit");
});

test("a refinement is logged with its iteration and tool [I2]", async () => {
  const stage = await open(withDefaults(), { turns: [search("Bern"), search("Basel"), answer] });
  await stage.client.invoke([question]);
  expect(stage.logger.saying("Model requesting refinement search")).toEqual([
    {
      level: "info",
      message: "Model requesting refinement search",
      fields: { iteration: 2, tool: "get_weather" },
    },
  ]);
});

test("instructions go with the request and are not stored [I3]", async () => {
  const stage = await open(withDefaults(), { turns: [search("Bern"), search("Basel"), answer, answer] });
  const { messages } = await stage.client.invoke([question]);
  await stage.client.invoke([question, ...messages, question]);
  expect(JSON.stringify(messages)).not.toMatch(/search again|1 sentence/);
  expect(stage.server.requests[2]?.text).not.toContain(refine);
  expect(stage.server.requests[3]?.text).not.toMatch(/search again|1 sentence/);
});

test("the words of both instructions are options", async () => {
  const stage = await open(withDefaults({ refineInstruction: "More?", answerInstruction: "Enough." }), {
    turns: [search("Bern"), search("Basel"), answer],
  });
  await stage.client.invoke([question]);
  expect(asked(stage).map(([word]) => word)).toEqual([question.content, "More?", "Enough."]);
});

test("maxToolRounds or a policy of one's own takes the place of the refinement", async () => {
  for (const options of [{ maxToolRounds: 1 }, { followUp: (rounds: number) => ({ tools: rounds < 1 }) }]) {
    const stage = await open(withDefaults(options), { turns: [search("Bern"), answer] });
    await stage.client.invoke([question]);
    expect(asked(stage).map(([, tools]) => tools)).toEqual([true, false]);
    expect(stage.server.requests[1]?.text).not.toContain(refine);
  }
});

test("the policy fits any client", () => {
  const policy = oneRefinement();
  expect([0, 1, 2, 3].map((rounds) => policy(rounds).tools)).toEqual([true, true, false, false]);
});
