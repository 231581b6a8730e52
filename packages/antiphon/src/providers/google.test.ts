import { expect, test } from "vitest";
import { google } from "./contract/contract-provider.ts";
import { testProvider } from "./contract/contract.ts";
import { proxy } from "./contract/meddling-proxy.ts";
import { eventsOf, open, question, refusals, weatherIn } from "./contract/stage.ts";

testProvider(google);

const gemini3 = { ...google, model: "gemini-3-pro-preview" };

test("Gemini 3 gets back the signature of each call, and none where it sent none", async () => {
  const stage = await open(gemini3, {
    turns: [
      { steps: [{ thinking: "Two cities." }, { calls: [weatherIn("Bern"), weatherIn("Basel")] }] },
      { steps: [{ thinking: "One more." }, { calls: [{ ...weatherIn("Chur"), signature: true }] }] },
      { steps: ["Sunny."] },
    ],
  });
  const { output } = await stage.client.invoke([question]);
  expect(refusals(stage)).toEqual([]);
  expect(output).toBe("Sunny.");
});

test("Gemini 3 takes over calls that another provider made", async () => {
  const stage = await open(gemini3, { turns: [{ steps: ["Sunny."] }] });
  await stage.client.invoke([
    question,
    {
      role: "assistant",
      content: "",
      tool_calls: [{ id: "1", name: "get_weather", args: { city: "Bern" } }],
    },
    { role: "tool", content: "sunny", tool_call_id: "1" },
  ]);
  expect(refusals(stage)).toEqual([]);
});

test("ids that Gemini 3 sends are kept", async () => {
  const { client } = await open(gemini3, {
    turns: [
      { steps: [{ calls: [{ ...weatherIn("Bern"), signature: true }], ids: "fresh" }] },
      { steps: ["Sunny."] },
    ],
  });
  const events = await eventsOf(client.run([question]));
  const ids = events.flatMap((event) => (event.type === "tool-call" ? [event.id] : []));
  expect(ids).toEqual([expect.stringMatching(/^[\da-f]{8}$/)]);
});

test("a model may be named with its path", async () => {
  const { client, server } = await open(google, {
    turns: [{ steps: ["Hello"] }],
    client: { model: "models/gemini-2.5-flash" },
  });
  await client.invoke([question]);
  expect(server.requests[0]?.path).toContain("/models/gemini-2.5-flash:streamGenerateContent");
});

test("a call that Gemini could not finish is an error instead of silence", async () => {
  const { client } = await open(google, {
    turns: [{ steps: [{ calls: [{ name: "get_weather", args: '{"city": Bern}' }] }] }],
  });
  await expect(client.invoke([question])).rejects.toThrow("wrote a call that cannot be read");
});

test("a prompt that Google blocks ends the run as withheld", async () => {
  const raw = `data: ${JSON.stringify({ promptFeedback: { blockReason: "SAFETY" } })}\r\n\r\n`;
  const { client } = await open(google, {
    turns: [{ steps: ["never seen"] }],
    through: proxy({ answer: () => Buffer.from(raw) }),
  });
  expect((await client.invoke([question])).stopReason).toBe("content-filter");
});
