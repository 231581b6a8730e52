import {
  AIMessage,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from "@langchain/core/messages";
import fc from "fast-check";
import { expect, test } from "vitest";
import { repairHistory } from "./history.ts";
import { callsOf, isToolResult, type MessageLike } from "./messages.ts";

const ai = (...ids: string[]) =>
  new AIMessage({
    content: "",
    tool_calls: ids.map((id) => ({ type: "tool_call", id, name: "get", args: {} })),
  });
const result = (tool_call_id: string, content = tool_call_id) =>
  new ToolMessage({ content, tool_call_id, name: "get" });
const human = new HumanMessage("hello");

const shape = (messages: readonly BaseMessage[]) =>
  messages.map((message) =>
    isToolResult(message)
      ? `result ${message.tool_call_id}`
      : callsOf(message).length > 0
        ? `calls ${callsOf(message)
            .map(({ id }) => id)
            .join(",")}`
        : message.type,
  );

test("a valid history is passed on message by message [H1]", () => {
  const history = [
    new SystemMessage("be kind"),
    human,
    ai("a", "b"),
    result("a"),
    result("b"),
    new AIMessage("done"),
  ];
  const repaired = repairHistory(history);
  expect(repaired).toEqual(history);
  repaired.forEach((message, i) => expect(message).toBe(history[i]));
});

test("a missing result gets a placeholder that explains [H1]", () => {
  const repaired = repairHistory([human, ai("a", "b"), result("b"), human]);
  expect(shape(repaired)).toEqual(["human", "calls a,b", "result a", "result b", "human"]);
  expect(repaired[2]).toMatchObject({ status: "error", name: "get" });
  expect(repaired[2]?.content).toMatch(/^Error: No result of "get" was recorded/);
});

test("orphaned and surplus results are dropped [H1]", () => {
  const repaired = repairHistory([
    result("x"),
    human,
    ai("a"),
    result("a", "first"),
    result("a", "second"),
    result("y"),
    human,
  ]);
  expect(shape(repaired)).toEqual(["human", "calls a", "result a", "human"]);
  expect(repaired[2]?.content).toBe("first");
});

test("results are put right after their calls, in call order [H1]", () => {
  expect(shape(repairHistory([ai("a", "b"), result("b"), human, result("a")]))).toEqual([
    "calls a,b",
    "result a",
    "result b",
    "human",
  ]);
});

test("ids that repeat, in one message or across turns, are told apart with their results [H1]", () => {
  const repaired = repairHistory([
    ai("x", "x"),
    result("x", "1"),
    result("x", "2"),
    human,
    ai("x"),
    human,
    ai("x"),
    result("x", "4"),
  ]);
  expect(shape(repaired)).toEqual([
    "calls x,x_2",
    "result x",
    "result x_2",
    "human",
    "calls x_3",
    "result x_3",
    "human",
    "calls x_4",
    "result x_4",
  ]);
  expect(repaired.filter(isToolResult).map(({ content }) => content)).toEqual([
    "1",
    "2",
    expect.stringMatching(/^Error: /),
    "4",
  ]);
});

test("ids in content blocks follow their calls [H1]", () => {
  const withBlocks = new AIMessage({
    content: [
      { type: "text", text: "hm" },
      { type: "tool_use", id: "x", name: "get", input: {} },
    ],
    tool_calls: [{ id: "x", name: "get", args: {} }],
  });
  const repaired = repairHistory([ai("x"), result("x"), withBlocks, result("x")]);
  expect(repaired[2]?.content).toMatchObject([{ text: "hm" }, { id: "x_2" }]);
});

test("empty ids become ids that a provider accepts", () => {
  const repaired = repairHistory([ai("", ""), result("", "1"), result("", "2")]);
  expect(shape(repaired)).toEqual(["calls call,call_2", "result call", "result call_2"]);
});

test("a call that LangChain could not parse counts when it was answered", () => {
  const invalid = new AIMessage({
    content: "",
    invalid_tool_calls: [{ id: "a", name: "get", args: "{", error: "bad" }],
  });
  expect(shape(repairHistory([invalid, result("a")]))).toEqual(["calls a", "result a"]);
  expect(shape(repairHistory([invalid, human]))).toEqual(["ai", "human"]);
});

test("histories survive JSON in every form that LangChain writes [H3]", () => {
  const thinking = new AIMessage({
    content: [
      { type: "thinking", thinking: "hm", signature: "c2ln" },
      { type: "text", text: "I will look." },
    ],
    tool_calls: [{ id: "a", name: "get", args: { x: 1 } }],
    additional_kwargs: { reasoning_content: "hm" },
  });
  const history = [human, thinking, result("a")];
  const forms: MessageLike[][] = [
    JSON.parse(JSON.stringify(history)) as MessageLike[],
    JSON.parse(JSON.stringify(mapChatMessagesToStoredMessages(history))) as MessageLike[],
  ];
  for (const form of forms) {
    const [, message, answer] = repairHistory(form);
    expect(message).toMatchObject({
      content: thinking.content,
      tool_calls: [{ id: "a", name: "get", args: { x: 1 } }],
    });
    expect(message?.additional_kwargs).toEqual({ reasoning_content: "hm" });
    expect(answer).toMatchObject({ tool_call_id: "a", content: "a" });
  }
  expect(shape(repairHistory(["hello", { role: "assistant", content: "hi" }, ["system", "x"]]))).toEqual([
    "human",
    "ai",
    "system",
  ]);
});

const anyMessage = fc.oneof(
  fc.constant(human),
  fc.constantFrom("a", "b", "c", "").map((id) => result(id)),
  fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 3 }).map((ids) => ai(...ids)),
);

test("whatever a history is, repairing makes it correspond, changes nothing twice and leaves the input alone [H1]", () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 12 }), (history) => {
      const before = shape(history);
      const once = repairHistory(history);
      expect(shape(history)).toEqual(before);
      const twice = repairHistory(once);
      expect(twice).toHaveLength(once.length);
      twice.forEach((message, i) => expect(message).toBe(once[i]));
      expectCorrespondence(once);
      expect(once.filter((message) => !isToolResult(message))).toHaveLength(
        history.filter((message) => !isToolResult(message)).length,
      );
    }),
  );
});

function expectCorrespondence(messages: readonly BaseMessage[]): void {
  const seen = new Set<string>();
  let expected: string[] = [];
  for (const message of messages) {
    if (isToolResult(message)) {
      expect(message.tool_call_id).toBe(expected.shift());
    } else {
      expect(expected).toEqual([]);
      expected = callsOf(message).map(({ id }) => id ?? "");
      for (const id of expected) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
    }
  }
  expect(expected).toEqual([]);
}
