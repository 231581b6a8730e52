import OpenAI from "openai";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { ScriptedModel } from "antiphon/testing";
import { homeModel } from "../../testing/home-model.ts";
import { startTestGateway } from "../../testing/start-test-gateway.ts";
import { problemOf, testApp } from "../../testing/test-app.ts";
import type { Gateway } from "../startup/gateway.ts";

const lamp = {
  name: "lamp",
  description: "Switches the lamp",
  schema: z.object({ on: z.boolean() }),
  invoke: ({ on }: { on: boolean }) => `The lamp is ${on ? "on" : "off"}.`,
};

const lampModel = () => homeModel([[/lamp on/, { name: "lamp", args: { on: true } }]]);

async function clientOf(gateway: Gateway): Promise<OpenAI> {
  gateway.manager.add(lamp);
  return new OpenAI({ baseURL: new URL("/v1", gateway.url).href, apiKey: "unused", maxRetries: 0 });
}

const ask = (content: string) => [{ role: "user" as const, content }];

test("the official client gets an answer, and the tool has run here", async () => {
  const openai = await clientOf(await startTestGateway({ model: lampModel() }));
  const completion = await openai.chat.completions.create({ model: "antiphon", messages: ask("lamp on") });
  expect(completion).toMatchObject({
    object: "chat.completion",
    model: "antiphon",
    choices: [
      { index: 0, finish_reason: "stop", message: { role: "assistant", content: "The lamp is on." } },
    ],
    usage: { prompt_tokens: 32, completion_tokens: 14, total_tokens: 46 },
  });
  expect(completion.choices[0]?.message.tool_calls).toBeUndefined();
});

test("the official client streams, with usage when it asks for it", async () => {
  const openai = await clientOf(await startTestGateway({ model: lampModel() }));
  const stream = await openai.chat.completions.create({
    model: "scripted",
    messages: ask("lamp on"),
    stream: true,
    stream_options: { include_usage: true },
  });
  let text = "";
  const reasons: unknown[] = [];
  let usage: unknown;
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? "";
    if (chunk.choices[0]?.finish_reason) reasons.push(chunk.choices[0].finish_reason);
    usage = chunk.usage ?? usage;
  }
  expect([text, reasons]).toEqual(["The lamp is on.", ["stop"]]);
  expect(usage).toEqual({ prompt_tokens: 32, completion_tokens: 14, total_tokens: 46 });
});

test("texts of two messages are kept apart by one line end", async () => {
  const model = new ScriptedModel({
    turns: [
      ["Just a moment.", { toolCalls: [{ index: 0, id: "1", name: "lamp", args: '{"on":true}' }] }],
      ["Done."],
    ],
  });
  const openai = await clientOf(await startTestGateway({ model }));
  const stream = openai.chat.completions.stream({ model: "antiphon", messages: ask("lamp on") });
  expect(await stream.finalContent()).toBe("Just a moment.\nDone.");
});

test("models are listed, found and missed as OpenAI does it", async () => {
  const openai = await clientOf(await startTestGateway());
  const names: string[] = [];
  for await (const { id } of openai.models.list()) names.push(id);
  expect(names).toEqual(["antiphon", "scripted"]);
  expect(await openai.models.retrieve("antiphon")).toMatchObject({ id: "antiphon", object: "model" });
  await expect(openai.models.retrieve("gpt-99")).rejects.toMatchObject({
    status: 404,
    code: "model_not_found",
  });
  const wrong = openai.chat.completions.create({ model: "gpt-99", messages: ask("x") });
  await expect(wrong).rejects.toMatchObject({ status: 404, code: "model_not_found" });
});

test("a failing model is an error for the client, streamed or not", async () => {
  const model = new ScriptedModel({
    turns: [["So", { error: new Error("The provider is on fire.") }]],
    repeat: true,
  });
  const openai = await clientOf(await startTestGateway({ model }));
  const request = { model: "antiphon", messages: ask("x") };
  await expect(openai.chat.completions.create(request)).rejects.toMatchObject({
    status: 502,
    code: "model_failed",
    message: expect.stringContaining("on fire"),
  });
  const stream = await openai.chat.completions.create({ ...request, stream: true });
  const drained = (async () => {
    for await (const chunk of stream) expect(chunk.object).toBe("chat.completion.chunk");
  })();
  await expect(drained).rejects.toThrow(/on fire/);
});

test.each([true, false])("a client that goes away cancels its run at once (streamed: %s)", async (stream) => {
  const model = new ScriptedModel({ turns: [["Wait", { hang: true }]], repeat: true });
  const gateway = await startTestGateway({ model });
  const openai = await clientOf(gateway);
  const controller = new AbortController();
  const request = openai.chat.completions.create(
    { model: "antiphon", messages: ask("x"), stream },
    { signal: controller.signal },
  );
  const settled = Promise.allSettled([request]);
  await vi.waitFor(() => expect(model.open).toBe(1));
  if (stream) await settled;
  controller.abort();
  await vi.waitFor(() => expect([model.open, gateway.runs.active]).toEqual([0, 0]));
  await settled;
});

test("the client's instructions take the place of ours, and a history comes through whole", async () => {
  const model = new ScriptedModel({ turns: [["Yes."]], repeat: true });
  const { post } = await testApp({ model });
  const messages = [
    { role: "system", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "lamp " },
        { type: "text", text: "on" },
      ],
    },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "1", type: "function", function: { name: "lamp", arguments: '{"on":true}' } }],
    },
    { role: "tool", tool_call_id: "1", content: "on" },
    { role: "assistant", content: "It is on." },
    { role: "user", content: "sure?" },
  ];
  expect((await post("/v1/chat/completions", { model: "antiphon", messages })).status).toBe(200);
  const [request] = model.requests;
  expect(request?.messages.map(({ type, text }) => [type, text])).toEqual([
    ["system", "Be brief."],
    ["human", "lamp on"],
    ["ai", ""],
    ["tool", "on"],
    ["ai", "It is on."],
    ["human", "sure?"],
  ]);
});

test.each([
  [
    "tools of its own",
    { tools: [{ type: "function", function: { name: "x" } }] },
    400,
    "tools_not_supported",
  ],
  ["functions of its own", { functions: [{ name: "x" }] }, 400, "tools_not_supported"],
  ["several answers", { n: 2 }, 400, "invalid_request"],
  ["no messages", { messages: [] }, 400, "invalid_request"],
  ["a strange role", { messages: [{ role: "wizard", content: "x" }] }, 400, "invalid_request"],
  [
    "an image",
    { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "x" } }] }] },
    400,
    "invalid_request",
  ],
  [
    "a thousand messages",
    { messages: Array.from({ length: 1_000 }, () => ask("x")[0]) },
    400,
    "too_many_messages",
  ],
  ["another format", { response_format: { type: "json_object" } }, 400, "invalid_request"],
])("a completion with %s gets its own error", async (_what, changes, status, code) => {
  const { post } = await testApp();
  const response = await post("/v1/chat/completions", { model: "antiphon", messages: ask("x"), ...changes });
  expect(await problemOf(response)).toMatchObject({ status, code });
});
