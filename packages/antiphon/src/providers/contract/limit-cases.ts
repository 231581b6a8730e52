// Cases are called within the tests that `testProvider` makes.
import { expect } from "vitest";
import { isToolResult } from "../../chat/messages.ts";
import { cases, type ContractCase } from "./contract-case.ts";
import type { ContractProvider } from "./contract-provider.ts";
import { bodyOf, open, question, refusals, weatherIn, type Stage } from "./stage.ts";

/** Whether the model could still call tools in this request. */
function offersTools(stage: Stage, position: number): boolean {
  const { tools, tool_choice: choice } = bodyOf(stage, position) as Record<
    string,
    { type?: string } | undefined
  >;
  return tools !== undefined && choice?.type !== "none";
}

async function atTheLimit(provider: ContractProvider): Promise<Stage> {
  return open(provider, {
    turns: [
      { steps: [{ calls: [weatherIn("Bern"), weatherIn("Basel")] }] },
      { steps: [{ calls: [weatherIn("Chur")] }] },
      { steps: ["Sunny."] },
      { steps: ["You are welcome."] },
    ],
    client: { maxToolRounds: 2 },
  });
}

export const limitCases: readonly ContractCase[] = cases("round limit with an answer", {
  "after the last round the model answers without tools": async (provider) => {
    const stage = await atTheLimit(provider);
    const answer = await stage.client.invoke([question]);
    expect(refusals(stage)).toEqual([]);
    expect(answer).toMatchObject({ output: "Sunny.", stopReason: "tool-limit" });
    expect([0, 1, 2].map((position) => offersTools(stage, position))).toEqual([true, true, false]);
  },

  "the instruction of the last round is not stored": async (provider) => {
    const stage = await atTheLimit(provider);
    const { messages } = await stage.client.invoke([question]);
    expect(stage.server.requests[2]?.text).toContain("No more tool calls are possible");
    expect(JSON.stringify(messages)).not.toContain("No more tool calls");
    await stage.client.invoke([question, ...messages, { role: "user", content: "Thanks." }]);
    expect(refusals(stage)).toEqual([]);
    expect(stage.server.requests[3]?.text).not.toContain("No more tool calls");
  },

  "a model that says nothing after its tools is asked once more": async (provider) => {
    const stage = await open(provider, {
      turns: [{ steps: [{ calls: [weatherIn("Bern")] }] }, { steps: [] }, { steps: ["Sunny."] }],
    });
    const answer = await stage.client.invoke([question]);
    expect(refusals(stage)).toEqual([]);
    expect(answer).toMatchObject({ output: "Sunny.", stopReason: "answer" });
  },

  "the same call over and over is refused in the end": async (provider) => {
    const again = { steps: [{ calls: [weatherIn("Bern")] }] };
    const stage = await open(provider, {
      turns: [...Array.from({ length: 5 }, () => again), { steps: ["Sunny."] }],
    });
    const { messages, output } = await stage.client.invoke([question]);
    expect(refusals(stage)).toEqual([]);
    expect(stage.ran).toHaveLength(3);
    expect(messages.filter(isToolResult)).toHaveLength(5);
    expect(output).toBe("Sunny.");
  },
});
