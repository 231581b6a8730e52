// Cases are called within the tests that `testProvider` makes.
import { expect } from "vitest";
import { cases, type ContractCase } from "./contract-case.ts";
import { eventsOf, open, question, refusals, weatherIn } from "./stage.ts";

const thought = "The user wants the weather.";
const turns = [
  {
    steps: [{ thinking: ["The user wants ", "the weather."] }, "Let me see.", { calls: [weatherIn("Bern")] }],
  },
  { steps: [{ thinking: "Easy." }, "Sunny."] },
];

export const thinkingCases: readonly ContractCase[] = [
  ...cases("thinking apart from the answer", {
    "thinking is told apart from the answer": async (provider) => {
      const stage = await open(provider, { turns });
      const events = await eventsOf(stage.client.run([question]));
      const joined = (type: string): string =>
        events.map((event) => (event.type === type && "text" in event ? event.text : "")).join("");
      expect(refusals(stage)).toEqual([]);
      expect(joined("thinking-delta")).toBe(`${thought}Easy.`);
      expect(joined("text-delta")).toBe("Let me see.Sunny.");
    },

    "a message of thinking alone is no obstacle for the next": async (provider) => {
      const stage = await open(provider, {
        turns: [{ steps: [{ thinking: thought }] }, { steps: ["Hello"] }],
      });
      const { messages } = await stage.client.invoke([question]);
      const { output } = await stage.client.invoke([question, ...messages, question]);
      expect(refusals(stage)).toEqual([]);
      expect(output).toBe("Hello");
    },
  }),

  ...cases("thinking goes back to the model", {
    "thinking goes back with the calls that it led to": async (provider) => {
      const stage = await open(provider, { turns });
      await stage.client.invoke([question]);
      expect(refusals(stage)).toEqual([]);
      expect(stage.server.requests[1]?.text).toContain(thought);
    },

    "thinking goes back after a JSON round trip": async (provider) => {
      const stage = await open(provider, { turns: [...turns, { steps: ["And Basel too."] }] });
      const { messages } = await stage.client.invoke([question]);
      const stored = JSON.parse(JSON.stringify(messages)) as typeof messages;
      await stage.client.invoke([question, ...stored, { role: "user", content: "And Basel?" }]);
      expect(refusals(stage)).toEqual([]);
      expect(stage.server.requests[2]?.text).toContain(thought);
    },
  }),
];
