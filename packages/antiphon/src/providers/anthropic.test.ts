import { expect, test } from "vitest";
import { anthropic } from "./contract/contract-provider.ts";
import { testProvider } from "./contract/contract.ts";
import { bodyOf, open, question, refusals, weatherIn } from "./contract/stage.ts";

testProvider(anthropic);

test("redacted thinking goes back as it came", async () => {
  const stage = await open(anthropic, {
    turns: [
      {
        steps: [
          { thinking: ["a", "b"] },
          { thinking: "hidden", redacted: true },
          "Let me see.",
          { calls: [weatherIn("Bern"), weatherIn("Basel")] },
        ],
      },
      { steps: ["Sunny."] },
    ],
  });
  await stage.client.invoke([question]);
  expect(refusals(stage)).toEqual([]);
  expect(stage.server.requests[1]?.text).toContain("redacted_thinking");
});

test("thinking stays with calls whose ids have to be replaced", async () => {
  const stage = await open(anthropic, {
    turns: [
      { steps: [{ thinking: "a" }, { calls: [{ ...weatherIn("Bern"), id: "call:1/2" }] }] },
      { steps: ["Sunny."] },
    ],
  });
  const { messages } = await stage.client.invoke([question]);
  expect(refusals(stage)).toEqual([]);
  expect(messages[0]).toMatchObject({ tool_calls: [{ id: "call:1/2" }] });
  expect(stage.server.requests[1]?.text).not.toContain("call:1/2");
});

test("at the round limit tools stay defined, and cannot be chosen", async () => {
  const stage = await open(anthropic, {
    turns: [{ steps: [{ calls: [weatherIn("Bern")] }] }, { steps: ["Sunny."] }],
    client: { maxToolRounds: 1 },
  });
  await stage.client.invoke([question]);
  const { tools, tool_choice: choice } = bodyOf(stage, 1);
  expect(tools).toHaveLength(3);
  expect(choice).toEqual({ type: "none" });
});

test("options of LangChain's model reach the wire", async () => {
  const stage = await open(anthropic, {
    turns: [{ steps: ["Hello"] }],
    client: { modelOptions: { maxTokens: 77, temperature: 0.2 } },
  });
  await stage.client.invoke([question]);
  expect(bodyOf(stage, 0)).toMatchObject({ max_tokens: 77, temperature: 0.2 });
});
