// Cases are called within the tests that `testProvider` makes.
import { expect } from "vitest";
import { isAI } from "../../chat/messages.ts";
import { cases, type ContractCase } from "./contract-case.ts";
import { eventsOf, open, question, weatherIn } from "./stage.ts";

const call = { calls: [weatherIn("Bern")] };

export const usageCases: readonly ContractCase[] = [
  ...cases("token usage summed", {
    "usage is summed over the requests of a run": async (provider) => {
      const { client } = await open(provider, {
        turns: [
          { steps: ["a", "b", call], usage: { input: 100, output: 20 } },
          { steps: ["c", "d", "e"], usage: { input: 150, output: 30 } },
        ],
      });
      const { usage, messages } = await client.invoke([question]);
      expect(usage).toEqual({ input_tokens: 250, output_tokens: 50, total_tokens: 300 });
      expect(messages.filter(isAI).map(({ usage_metadata }) => usage_metadata)).toMatchObject([
        { input_tokens: 100, output_tokens: 20, total_tokens: 120 },
        { input_tokens: 150, output_tokens: 30, total_tokens: 180 },
      ]);
    },

    "usage events tell the sum so far": async (provider) => {
      const { client } = await open(provider, {
        turns: [
          { steps: [call], usage: { input: 100, output: 20 } },
          { steps: ["c"], usage: { input: 150, output: 30 } },
        ],
      });
      const events = await eventsOf(client.run([question]));
      const sums = events.flatMap((event) => (event.type === "usage" ? [event.usage.total_tokens] : []));
      expect(sums).toEqual([120, 300]);
    },
  }),

  ...cases("cached tokens counted", {
    "cached tokens are part of the input, and told": async (provider) => {
      const { client } = await open(provider, {
        turns: [
          { steps: [call], usage: { input: 100, output: 20, cached: 60 } },
          { steps: ["c"], usage: { input: 150, output: 30, cached: 100 } },
        ],
      });
      const { usage } = await client.invoke([question]);
      expect(usage).toMatchObject({ input_tokens: 250, output_tokens: 50, total_tokens: 300 });
      expect(usage.input_token_details?.cache_read).toBe(160);
    },

    "a prompt that was cached as a whole still counts": async (provider) => {
      const { client } = await open(provider, {
        turns: [{ steps: ["c"], usage: { input: 100, output: 20, cached: 100 } }],
      });
      const { usage } = await client.invoke([question]);
      expect(usage).toMatchObject({ input_tokens: 100, output_tokens: 20, total_tokens: 120 });
      expect(usage.input_token_details?.cache_read).toBe(100);
    },
  }),

  ...cases("thinking tokens counted apart", {
    "thinking tokens are part of the output, and told": async (provider) => {
      const { client } = await open(provider, {
        turns: [{ steps: ["c"], usage: { input: 100, output: 50, thinking: 30 } }],
      });
      const { usage } = await client.invoke([question]);
      expect(usage).toMatchObject({ input_tokens: 100, output_tokens: 50, total_tokens: 150 });
      expect(usage.output_token_details?.reasoning).toBe(30);
    },
  }),
];
