// Cases are called within the tests that `testProvider` makes.
import { mapChatMessagesToStoredMessages } from "@langchain/core/messages";
import { expect } from "vitest";
import type { MessageLike } from "../../chat/messages.ts";
import type { WireTurn } from "../../testing/wire/index.ts";
import { cases, type ContractCase } from "./contract-case.ts";
import { contractProviders, type ContractProvider } from "./contract-provider.ts";
import { open, question, refusals, weatherIn } from "./stage.ts";

/** Thinking, text beside calls, parallel calls, an unknown tool, a failure, several rounds. */
const conversation: readonly WireTurn[] = [
  {
    steps: [
      { thinking: "Two cities." },
      "Let me see.",
      { calls: [weatherIn("Bern"), { ...weatherIn("Basel") }, { name: "not.a tool", args: {} }] },
    ],
  },
  { steps: [{ thinking: "And the time." }, { calls: [{ name: "get_time" }, { name: "break_down" }] }] },
  { steps: [{ thinking: "Done." }, "Sunny everywhere."] },
];

type Stored = readonly MessageLike[];

const written = new Map<string, Promise<Stored>>();

/** A conversation that this provider's client wrote, as it comes back from a store. */
function historyOf(author: ContractProvider): Promise<Stored> {
  const known = written.get(author.name);
  if (known) return known;
  const writing = (async () => {
    const stage = await open(author, { turns: conversation });
    const { messages } = await stage.client.invoke([question]);
    expect(refusals(stage)).toEqual([]);
    expect(messages.map(({ type }) => type)).toEqual("ai tool tool tool ai tool tool ai".split(" "));
    return JSON.parse(JSON.stringify(mapChatMessagesToStoredMessages([...messages]))) as Stored;
  })();
  written.set(author.name, writing);
  return writing;
}

const rules = contractProviders.map((author): [string, ContractCase["holds"]] => [
  `a history that ${author.label} wrote is taken over, also in the middle of a tool round`,
  async (provider) => {
    const history = await historyOf(author);
    const stage = await open(provider, {
      turns: [{ steps: ["Go on."] }, { steps: [{ calls: [weatherIn("Chur")] }] }, { steps: ["Sunny too."] }],
    });
    // Up to the results: this provider answers what the other one asked.
    await stage.client.invoke([question, ...history.slice(0, -1)]);
    const answer = await stage.client.invoke([
      question,
      ...history,
      { role: "user", content: "And in Chur?" },
    ]);
    expect(refusals(stage)).toEqual([]);
    expect(answer.output).toBe("Sunny too.");
    for (const said of ["Let me see.", "sunny in Bern", "the gears are stuck", "Sunny everywhere."])
      expect(stage.server.requests[1]?.text).toContain(said);
  },
]);

export const foreignHistoryCases: readonly ContractCase[] = [
  ...cases("histories of all six providers", Object.fromEntries(rules)),
  ...cases("histories of all six providers", {
    "messages may be stored with JSON.stringify as they are": async (provider) => {
      const stage = await open(provider, { turns: [...conversation, { steps: ["Hello"] }] });
      const { messages } = await stage.client.invoke([question]);
      const stored = JSON.parse(JSON.stringify([...messages])) as MessageLike[];
      const { output } = await stage.client.invoke([question, ...stored, question]);
      expect(refusals(stage)).toEqual([]);
      expect(output).toBe("Hello");
    },
  }),
];
