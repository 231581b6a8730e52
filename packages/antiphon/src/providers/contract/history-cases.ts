// Cases are called within the tests that `testProvider` makes.
import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from "@langchain/core/messages";
import { expect } from "vitest";
import { cases, type ContractCase } from "./contract-case.ts";
import { open, refusals, type StageOptions } from "./stage.ts";

const human = (text: string): HumanMessage => new HumanMessage(text);
const calling = (...ids: string[]): AIMessage =>
  new AIMessage({
    content: "",
    tool_calls: ids.map((id) => ({ id, name: "get_weather", args: { city: "Bern" } })),
  });
const result = (id: string, content = "sunny"): ToolMessage =>
  new ToolMessage({ content, tool_call_id: id, name: "get_weather" });

/** The history is accepted as it goes over the wire, and left as it was. */
function accepted(history: readonly BaseMessage[], options: StageOptions = {}): ContractCase["holds"] {
  return async (provider) => {
    const before = JSON.stringify(history);
    const stage = await open(provider, { turns: [{ steps: ["Hello"] }], ...options });
    const { output } = await stage.client.invoke(history);
    expect(refusals(stage)).toEqual([]);
    expect(output).toBe("Hello");
    expect(JSON.stringify(history)).toBe(before);
  };
}

export const historyCases: readonly ContractCase[] = cases("histories repaired", {
  "a call without a result gets one": accepted([
    human("a"),
    calling("one", "two"),
    result("one"),
    human("b"),
  ]),
  "a history that ends with a call gets its result": accepted([human("a"), calling("one")]),
  "a result without a call is dropped": accepted([human("a"), result("ghost"), human("b")]),
  "a second result is dropped": accepted([
    human("a"),
    calling("one"),
    result("one"),
    result("one"),
    human("b"),
  ]),
  "ids that repeat are told apart": accepted([
    human("a"),
    calling("one", "one"),
    result("one"),
    result("one"),
    calling("one"),
    result("one"),
    new AIMessage("Sunny."),
    human("b"),
  ]),
  "empty ids are told apart": accepted([human("a"), calling("", ""), result(""), result(""), human("b")]),
  "results in another order are put in order": accepted([
    human("a"),
    calling("one", "two"),
    result("two"),
    result("one"),
    human("b"),
  ]),
  "a question after results that were never answered": accepted([
    human("a"),
    calling("one"),
    result("one"),
    human("b"),
  ]),
  "a history with calls is accepted from a client without tools": accepted(
    [human("a"), calling("one"), result("one"), new AIMessage("Sunny."), human("b")],
    { tools: [] },
  ),
  "calls of tools that are gone": accepted([
    human("a"),
    new AIMessage({ content: "", tool_calls: [{ id: "one", name: "old tool!", args: {} }] }),
    new ToolMessage({ content: "gone", tool_call_id: "one" }),
    human("b"),
  ]),
  "an answer without words": accepted([human("a"), new AIMessage(""), human("b")]),
  "blank answers": accepted([human("a"), new AIMessage(" \n"), human("b")]),
  "several system messages, wherever they stand": accepted([
    new SystemMessage("Be brief."),
    new SystemMessage("Be kind."),
    human("a"),
    new AIMessage("b"),
    new SystemMessage("Be exact."),
    human("c"),
  ]),
  "answers and results in content blocks": accepted([
    human("a"),
    new AIMessage({
      content: [
        { type: "text", text: "Let me " },
        { type: "text", text: "see." },
      ],
      tool_calls: [{ id: "one", name: "get_weather", args: { city: "Bern" } }],
    }),
    new ToolMessage({ content: [{ type: "text", text: "sunny" }], tool_call_id: "one", name: "get_weather" }),
    human("b"),
  ]),
  "results that are empty": accepted([human("a"), calling("one"), result("one", ""), human("b")]),
  "a history of plain objects": async (provider) => {
    const stage = await open(provider, { turns: [{ steps: ["Hello"] }] });
    await stage.client.invoke([
      { role: "system", content: "Be brief." },
      { role: "user", content: "a" },
      { role: "assistant", content: "b" },
      ["user", "c"],
    ]);
    expect(refusals(stage)).toEqual([]);
  },
});
