// Cases are called within the tests that `testProvider` makes.
import { expect } from "vitest";
import { plainTool } from "../../testing/plain-tool.ts";
import type { WireCallShape, WireStep } from "../../testing/wire/index.ts";
import { callsOf, isToolResult } from "../../chat/messages.ts";
import { cases, type ContractCase } from "./contract-case.ts";
import type { ContractProvider } from "./contract-provider.ts";
import { bodyOf, eventsOf, open, question, refusals, weatherIn, type Stage } from "./stage.ts";

type Answer = Awaited<ReturnType<Stage["client"]["invoke"]>>;

/** Runs one turn of these steps, then an answer. */
async function oneRound(
  provider: ContractProvider,
  ...steps: WireStep[]
): Promise<Stage & { answer: Answer }> {
  const stage = await open(provider, { turns: [{ steps }, { steps: ["Done."] }] });
  const answer = await stage.client.invoke([question]);
  expect(refusals(stage)).toEqual([]);
  return { ...stage, answer };
}

/** What each call was answered with, in the order of the history. */
export function results({ messages }: Pick<Answer, "messages">): unknown[] {
  return messages.filter(isToolResult).map(({ content }) => content);
}

function inShape(shape: WireCallShape): ContractCase["holds"] {
  return async (provider) => {
    const cities = ["Bern", "Zürich", 'a "quoted" \\ place', "{}[]"];
    const { ran, answer } = await oneRound(provider, { calls: cities.map(weatherIn), shape });
    expect(ran).toEqual(cities.map(weatherIn));
    expect(results(answer)).toEqual(cities.map((city) => `sunny in ${city}`));
    expect(answer.output).toBe("Done.");
  };
}

export const callCases: readonly ContractCase[] = [
  ...cases("tool calls, one or several at once", {
    "a call runs and its result goes back to the model": async (provider) => {
      const { ran, answer, server } = await oneRound(provider, { calls: [weatherIn("Bern")] });
      expect(ran).toEqual([weatherIn("Bern")]);
      expect(answer.messages.map(({ type }) => type)).toEqual(["ai", "tool", "ai"]);
      expect(server.requests[1]?.text).toContain("sunny in Bern");
      expect(answer.output).toBe("Done.");
    },

    "calls in one chunk stay several": inShape("whole"),
    "calls in a chunk each stay several": inShape("one-per-chunk"),

    "a call without arguments runs with none": async (provider) => {
      const { ran } = await oneRound(provider, { calls: [{ name: "get_time" }] });
      expect(ran).toEqual([{ name: "get_time", args: {} }]);
    },

    "calls with and without arguments keep apart": async (provider) => {
      const calls = [{ name: "get_time" }, weatherIn("Bern"), { name: "get_time" }];
      const { answer } = await oneRound(provider, { calls });
      expect(results(answer)).toEqual(["noon", "sunny in Bern", "noon"]);
    },

    "text beside calls is shown, kept and sent back": async (provider) => {
      const { answer, server } = await oneRound(provider, "Let me see.", { calls: [weatherIn("Bern")] });
      expect(answer.output).toBe("Let me see.\nDone.");
      expect(answer.messages[0]?.text).toBe("Let me see.");
      expect(server.requests[1]?.text).toContain("Let me see.");
    },

    "blank text beside calls does no harm": async (provider) => {
      const { answer } = await oneRound(provider, "\n\n", { calls: [weatherIn("Bern")] });
      expect(results(answer)).toEqual(["sunny in Bern"]);
    },

    "an unknown tool is an error that the model sees": async (provider) => {
      const { answer, server } = await oneRound(provider, { calls: [{ name: "get_whether", args: {} }] });
      expect(results(answer)).toEqual([expect.stringContaining('Error: Unknown tool "get_whether"')]);
      expect(server.requests[1]?.text).toContain("Unknown tool");
    },

    "names that no tool has and no provider takes back are answered all the same": async (provider) => {
      const names = ["__proto__", "constructor", "rm -rf /", "<script>", "weather.get", "ü".repeat(200), " "];
      const calls = names.map((name) => ({ name, args: { city: "Bern" } }));
      const { answer, ran } = await oneRound(provider, { calls });
      expect(ran).toEqual([]);
      expect(results(answer)).toHaveLength(names.length);
      expect(callsOf(answer.messages[0] as never).map(({ name }) => name)).toEqual(names);
      expect(answer.output).toBe("Done.");
    },

    "a call without a name is answered": async (provider) => {
      const { answer, ran } = await oneRound(provider, { calls: [{ name: "", args: { city: "Bern" } }] });
      expect(ran).toEqual([]);
      expect(answer.output).toBe("Done.");
    },

    "arguments that do not fit are an error that names the parameters": async (provider) => {
      const { answer, ran } = await oneRound(provider, {
        calls: [{ name: "get_weather", args: { town: 1 } }],
      });
      expect(ran).toEqual([]);
      expect(results(answer)).toEqual([expect.stringContaining("city (string, required)")]);
    },

    "a tool that fails does not touch its siblings": async (provider) => {
      const calls = [weatherIn("Bern"), { name: "break_down" }, weatherIn("Basel")];
      const { answer } = await oneRound(provider, { calls });
      expect(results(answer)).toEqual(["sunny in Bern", "Error: the gears are stuck", "sunny in Basel"]);
    },

    "rounds follow each other until the model answers": async (provider) => {
      const cities = ["Bern", "Basel", "Chur"];
      const stage = await open(provider, {
        turns: [
          ...cities.map((city) => ({ steps: [{ calls: [weatherIn(city)] }] })),
          { steps: ["All sunny."] },
        ],
      });
      const { messages, output } = await stage.client.invoke([question]);
      expect(refusals(stage)).toEqual([]);
      expect(messages.map(({ type }) => type)).toEqual(["ai", "tool", "ai", "tool", "ai", "tool", "ai"]);
      expect(output).toBe("All sunny.");
    },

    "a call is announced before its message is complete": async (provider) => {
      const { client } = await open(provider, {
        turns: [{ steps: [{ calls: [weatherIn("Bern")] }] }, { steps: ["Done."] }],
      });
      const events = await eventsOf(client.run([question]));
      const kinds = events.map(({ type }) => type).filter((type) => type !== "usage");
      expect(kinds).toEqual([
        "tool-call",
        "message",
        "tool-start",
        "tool-end",
        "message",
        "text-delta",
        "message",
        "end",
      ]);
      const ids = events.flatMap((event) => (event.type === "tool-call" ? [event.id] : []));
      const ended = events.flatMap((event) => (event.type === "tool-end" ? [event.call.id] : []));
      expect(ids).toEqual(ended);
    },

    "results of any content go back unharmed": async (provider) => {
      const content = 'line 1\nline 2 "quoted" \u0000 \u2028 👋';
      const stage = await open(provider, {
        turns: [{ steps: [{ calls: [{ name: "get_time" }] }] }, { steps: ["Done."] }],
        tools: [plainTool(() => content, { name: "get_time" })],
      });
      await stage.client.invoke([question]);
      expect(refusals(stage)).toEqual([]);
      expect(JSON.stringify(bodyOf(stage, 1))).toContain(JSON.stringify(content).slice(1, -1));
    },
  }),

  ...cases("arguments in pieces", {
    "arguments in pieces are joined": inShape("fragments"),
    "pieces of several calls may take turns": inShape("interleaved"),

    "long arguments in small pieces arrive whole": async (provider) => {
      const city = "München ".repeat(2_000);
      const { ran } = await oneRound(provider, {
        calls: [weatherIn(city)],
        shape: "fragments",
        fragmentSize: 9,
      });
      expect(ran).toEqual([weatherIn(city)]);
    },
  }),

  ...cases("arguments that cannot be read", {
    "arguments that are no JSON object are never used": async (provider) => {
      for (const args of ['{"city": "Ber', '{"city": Bern}', '["Bern"]', '"Bern"', "42", "{}{}"]) {
        const { ran, answer } = await oneRound(provider, {
          calls: [{ name: "get_weather", args }, weatherIn("Bern")],
        });
        expect(ran).toEqual([weatherIn("Bern")]);
        expect(results(answer)).toEqual([expect.stringMatching(/^Error: The arguments/), "sunny in Bern"]);
      }
    },

    "a call cut off at the token limit is told so": async (provider) => {
      const { client, ran } = await open(provider, {
        turns: [
          { steps: [{ calls: [{ name: "get_weather", args: '{"city": "Ber' }] }], finish: "length" },
          { steps: ["Done."] },
        ],
      });
      const answer = await client.invoke([question]);
      expect(ran).toEqual([]);
      expect(results(answer)).toEqual([expect.stringContaining("token limit")]);
    },
  }),

  ...cases("tool calls, one or several at once", {
    "arguments that were cut off are never completed and used": async (provider) => {
      const { client, ran } = await open(provider, {
        turns: [
          { steps: [{ calls: [{ name: "get_weather", args: '{"city": "Ber' }] }], finish: "length" },
          { steps: ["Done."] },
        ],
      });
      await client.invoke([question]);
      expect(ran).toEqual([]);
    },

    "arguments that cannot be read run nothing, whatever the provider makes of them": async (provider) => {
      const { client, ran } = await open(provider, {
        turns: [
          { steps: [{ calls: [{ name: "get_weather", args: '{"city": Bern}' }] }] },
          { steps: ["Done."] },
        ],
      });
      await client.invoke([question]).catch(() => {});
      expect(ran).toEqual([]);
    },
  }),

  ...cases("calls written as text", {
    "a call written as JSON text is a call": inShape("json-text"),
    "a call written within tags is a call": inShape("tagged-text"),

    "JSON that names no offered tool is text": async (provider) => {
      const { client, ran } = await open(provider, {
        turns: [{ steps: [{ calls: [{ name: "delete_all", args: {} }], shape: "json-text" }] }],
      });
      expect((await client.invoke([question])).output).toBe('{"name": "delete_all", "arguments": {}}');
      expect(ran).toEqual([]);
    },

    "JSON whose arguments do not fit is text": async (provider) => {
      const { client, ran } = await open(provider, {
        turns: [{ steps: [{ calls: [{ name: "get_weather", args: { town: 1 } }], shape: "tagged-text" }] }],
      });
      const written = '<tool_call>\n{"name": "get_weather", "arguments": {"town":1}}\n</tool_call>';
      expect((await client.invoke([question])).output).toBe(written);
      expect(ran).toEqual([]);
    },
  }),
];
