import { getEventListeners } from "node:events";
import { tool } from "@langchain/core/tools";
import { ToolMessage, type BaseMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { silentLogger } from "../logger.ts";
import { ScriptedModel, type ScriptTurn } from "../testing/scripted-model.ts";
import { ToolExecutor } from "../tools/tool-executor.ts";
import { ToolManager } from "../tools/tool-manager.ts";
import type { Tool } from "../tools/tool.ts";
import { ChatClient } from "./chat-client.ts";
import { callsOf } from "./messages.ts";

const schema = z.object({});
const signals: AbortSignal[] = [];
const quick = tool(() => "done", { name: "quick", description: "Returns.", schema });
const deaf: Tool = {
  name: "deaf",
  description: "Hangs for ever and ignores its signal.",
  schema,
  invoke: (_args: object, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise(() => {});
  },
};
const broken: Tool = {
  name: "broken",
  description: "Throws.",
  schema: { type: "object" },
  invoke: () => Promise.reject(new Error("no")),
};

const call = (...names: string[]) => ({
  toolCalls: names.map((name, index) => ({ index, id: `${name}-${index}`, name, args: "{}" })),
});

function setup(turns: readonly ScriptTurn[]) {
  signals.length = 0;
  const model = new ScriptedModel({ turns });
  const executor = new ToolExecutor(new ToolManager().add(quick, deaf, broken), {
    logger: silentLogger,
    timeoutMs: 60_000,
  });
  return { model, client: new ChatClient({ model, executor, logger: silentLogger }) };
}

function expectCorrespondence(messages: readonly BaseMessage[]): void {
  let expected: string[] = [];
  for (const message of messages) {
    if (message instanceof ToolMessage) expect(message.tool_call_id).toBe(expected.shift());
    else {
      expect(expected).toEqual([]);
      expected = callsOf(message).map(({ id }) => id ?? "");
    }
  }
  expect(expected).toEqual([]);
}

test("abort while text streams closes the provider's stream and keeps what was shown [S9][H2]", async () => {
  const { model, client } = setup([["half ", { hang: true }]]);
  const controller = new AbortController();
  const outputs: string[] = [];
  const stream = client.stream(["hi"], { signal: controller.signal });
  for await (const { output } of stream) {
    outputs.push(output);
    controller.abort();
  }
  expect(outputs).toEqual(["half ", ""]);
  expect(stream.messages).toMatchObject([{ content: "half ", response_metadata: { incomplete: "aborted" } }]);
  await vi.waitFor(() => expect(model.open).toBe(0));
  expect(model.requests[0]?.signal?.aborted).toBe(true);
});

test("abort settles at once even when the provider ignores it [S9]", async () => {
  const { client } = setup([["half ", { hang: true, ignoreAbort: true }]]);
  const controller = new AbortController();
  const answer = client.invoke(["hi"], { signal: controller.signal });
  queueMicrotask(() => controller.abort());
  expect(await answer).toMatchObject({ stopReason: "aborted" });
});

test("abort while tools run: finished ones keep their results, the others say they may still be running [S9][H2]", async () => {
  const { client, model } = setup([[call("quick", "deaf")], ["never asked"]]);
  const controller = new AbortController();
  const stream = client.run(["hi"], { signal: controller.signal });
  for await (const event of stream) if (event.type === "tool-end") controller.abort();
  expectCorrespondence(stream.messages);
  expect(stream.messages.slice(1)).toMatchObject([
    { content: "done", status: "success" },
    { content: expect.stringContaining("may still be running"), status: "error" },
  ]);
  expect(signals[0]?.aborted).toBe(true);
  expect(model.requests).toHaveLength(1);
});

test("no tool starts after an abort [S9]", async () => {
  let ran = 0;
  const counting = tool(() => String(++ran), { name: "counting", description: "Counts.", schema });
  const model = new ScriptedModel({
    turns: [[call(...Array.from({ length: 20 }, () => "counting"), "deaf")]],
  });
  const executor = new ToolExecutor(new ToolManager().add(counting, deaf), {
    logger: silentLogger,
    concurrency: 1,
  });
  const controller = new AbortController();
  const stream = new ChatClient({ model, executor, logger: silentLogger }).run(["hi"], {
    signal: controller.signal,
  });
  for await (const event of stream)
    if (event.type === "tool-end" && !controller.signal.aborted) controller.abort();
  expect(ran).toBeLessThanOrEqual(2);
  expect(stream.messages).toHaveLength(22);
  expectCorrespondence(stream.messages);
});

test("a consumer that breaks off during tools stops everything, and the record stays whole [S9][H2]", async () => {
  const { client, model } = setup([["hm ", call("quick", "deaf")], ["never asked"]]);
  const stream = client.run(["hi"]);
  for await (const event of stream) if (event.type === "tool-end") break;
  expectCorrespondence(stream.messages);
  expect(stream.messages).toHaveLength(3);
  expect(signals[0]?.aborted).toBe(true);
  expect(model.open).toBe(0);
});

test("breaking off does not wait for a provider that is silent [S9]", async () => {
  const { client } = setup([[{ hang: true, ignoreAbort: true }]]);
  const stream = client.stream(["hi"]);
  const pending = stream.next();
  await stream.return();
  expect(await pending).toMatchObject({ done: true });
});

test("a signal that is aborted already asks nobody [S9]", async () => {
  const { client, model } = setup([["hi"]]);
  expect(await client.invoke(["hi"], { signal: AbortSignal.abort() })).toMatchObject({
    stopReason: "aborted",
    messages: [],
  });
  expect(model.open).toBe(0);
});

test("the next turn after an abort is a history that every provider takes [H1][H2]", async () => {
  const { client, model } = setup([[call("quick", "deaf")], ["Welcome back."]]);
  const history: BaseMessage[] = [];
  const controller = new AbortController();
  const stream = client.run(["hi"], { signal: controller.signal });
  for await (const event of stream) {
    if (event.type === "message") history.push(event.message);
    if (event.type === "tool-end") controller.abort();
  }
  expect((await client.invoke([...history, "again"])).output).toBe("Welcome back.");
  expectCorrespondence(model.requests[1]?.messages ?? []);
});

test("no listener stays on the caller's signal [S9]", async () => {
  const controller = new AbortController();
  const { client } = setup([[call("quick")], ["ok"]]);
  await client.invoke(["hi"], { signal: controller.signal });
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  const broken = setup([["half", { error: new Error("lost") }]]);
  await broken.client.invoke(["hi"], { signal: controller.signal }).catch(() => {});
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

test("whatever tools do and whenever the caller aborts or breaks off, each call has one result and the run settles [H2]", async () => {
  const names = fc.array(fc.constantFrom("quick", "deaf", "broken", "missing", "constructor", "__proto__"), {
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(names, { maxLength: 3 }),
      fc.nat(20),
      fc.constantFrom("abort", "break"),
      async (rounds, after, how) => {
        const turns = rounds.map((calls, round) => [
          "text ",
          { toolCalls: calls.map((name, index) => ({ index, id: `${round}-${index}`, name, args: "{}" })) },
        ]);
        const { client, model } = setup([...turns, ["end"]]);
        const controller = new AbortController();
        const stream = client.run(["hi"], { signal: controller.signal });
        let seen = 0;
        for await (const event of stream) {
          // A tool that hangs would hang the run until its deadline: the caller always leaves then.
          const hangs = event.type === "tool-start" && event.call.name === "deaf";
          if (seen++ !== after && !hangs) continue;
          if (how === "break") break;
          controller.abort();
        }
        expectCorrespondence(stream.messages);
        await new Promise((resolve) => setImmediate(resolve));
        expect(model.open).toBe(0);
      },
    ),
  );
});
