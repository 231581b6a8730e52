import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { mistral } from "./contract/contract-provider.ts";
import { testProvider } from "./contract/contract.ts";
import { bodyOf, open, question, refusals } from "./contract/stage.ts";

testProvider(mistral);

test("a question right after results has an answer put before it, on the wire only", async () => {
  const stage = await open(mistral, { turns: [{ steps: ["Hello"] }] });
  const history = [
    new HumanMessage("a"),
    new AIMessage({ content: "", tool_calls: [{ id: "one", name: "get_time", args: {} }] }),
    new ToolMessage({ content: "noon", tool_call_id: "one" }),
    new HumanMessage("b"),
  ];
  const { messages } = await stage.client.invoke(history);
  expect(refusals(stage)).toEqual([]);
  const roles = (bodyOf(stage, 0)["messages"] as { role: string }[]).map(({ role }) => role);
  expect(roles).toEqual(["user", "assistant", "tool", "assistant", "user"]);
  expect(messages).toHaveLength(1);
});

test("ids of any form become nine letters and digits, always the same ones", async () => {
  const stage = await open(mistral, { turns: [{ steps: ["a"] }, { steps: ["b"] }] });
  const history = [
    new HumanMessage("a"),
    new AIMessage({
      content: "",
      tool_calls: ["toolu_01AbCdEf", "b0f3"].map((id) => ({ id, name: "get_time", args: {} })),
    }),
    ...["toolu_01AbCdEf", "b0f3"].map((id) => new ToolMessage({ content: "noon", tool_call_id: id })),
  ];
  await stage.client.invoke(history);
  await stage.client.invoke(history);
  expect(refusals(stage)).toEqual([]);
  expect(bodyOf(stage, 0)).toEqual(bodyOf(stage, 1));
});

test("options of LangChain's model reach the wire in Mistral's spelling", async () => {
  const stage = await open(mistral, {
    turns: [{ steps: ["Hello"] }],
    client: { modelOptions: { temperature: 0.2, maxTokens: 77, safePrompt: true } },
  });
  await stage.client.invoke([question]);
  expect(bodyOf(stage, 0)).toMatchObject({ temperature: 0.2, max_tokens: 77, safe_prompt: true });
});
