// Cases are called within the tests that `testProvider` makes.
import { expect } from "vitest";
import { callsOf, isAI, isToolResult } from "../../chat/messages.ts";
import type { WireCallsStep } from "../../testing/wire/index.ts";
import { cases, type ContractCase } from "./contract-case.ts";
import { open, question, refusals, weatherIn } from "./stage.ts";
import { results } from "./call-cases.ts";

/** Two rounds of two calls each, sent this way: all four run, and each has an id of its own. */
function sentLike(step: Omit<WireCallsStep, "calls">): ContractCase["holds"] {
  return async (provider) => {
    const round = (...cities: string[]) => ({ steps: [{ ...step, calls: cities.map(weatherIn) }] });
    const stage = await open(provider, {
      turns: [round("Bern", "Basel"), round("Chur", "Genf"), { steps: ["Done."] }],
    });
    const answer = await stage.client.invoke([question]);
    expect(refusals(stage)).toEqual([]);
    expect(stage.ran).toEqual(["Bern", "Basel", "Chur", "Genf"].map(weatherIn));
    expect(results(answer)).toEqual(["Bern", "Basel", "Chur", "Genf"].map((city) => `sunny in ${city}`));
    const ids = answer.messages.filter(isAI).flatMap((message) => callsOf(message).map(({ id }) => id));
    expect(new Set(ids).size).toBe(4);
    expect(ids.every((id) => id && id !== "null")).toBe(true);
    expect(answer.messages.filter(isToolResult).map(({ tool_call_id }) => tool_call_id)).toEqual(ids);
  };
}

export const idCases: readonly ContractCase[] = cases("ids kept, made where there are none", {
  "an id is kept byte for byte, in the history and on the wire": async (provider) => {
    const stage = await open(provider, {
      turns: [
        { steps: [{ calls: [{ ...weatherIn("Bern"), id: provider.sampleId }] }] },
        { steps: ["Done."] },
      ],
    });
    const { messages } = await stage.client.invoke([question]);
    expect(callsOf(messages[0] as never).map(({ id }) => id)).toEqual([provider.sampleId]);
    // Gemini matches results by name; its adapter sends no ids.
    if (provider.name !== "google") expect(stage.server.requests[1]?.text).toContain(provider.sampleId);
  },

  "ids of the provider's usual kind": sentLike({}),
  "empty ids": sentLike({ ids: "empty" }),
  "empty ids in one chunk": sentLike({ ids: "empty", shape: "whole" }),
  "no ids": sentLike({ ids: "missing" }),
  "calls without ids in one chunk": sentLike({ shape: "idless" }),
  'the id "null"': sentLike({ ids: "null" }),
  "one id for all calls": sentLike({ ids: "constant" }),
  "ids repeated on every piece": sentLike({ ids: "repeated" }),
  "ids that begin again in every turn": sentLike({ ids: "restarting" }),
  "an index that begins at 1": sentLike({ indexFrom: 1 }),
  "index 0 for every call": sentLike({ allIndexZero: true, shape: "one-per-chunk" }),
  "index 0 and no ids": sentLike({ allIndexZero: true, shape: "whole", ids: "empty" }),
  "no index": sentLike({ noIndex: true, shape: "one-per-chunk" }),

  "an id that the provider would not take back is replaced on the wire only": async (provider) => {
    const id = `weird id/with spaces:${"x".repeat(80)}`;
    const stage = await open(provider, {
      turns: [{ steps: [{ calls: [{ ...weatherIn("Bern"), id }] }] }, { steps: ["Done."] }],
    });
    const { messages } = await stage.client.invoke([question]);
    expect(refusals(stage)).toEqual([]);
    expect(callsOf(messages[0] as never).map((call) => call.id)).toEqual([id]);
  },
});
