import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { ModelError } from "../errors.ts";
import { plainTool } from "../testing/plain-tool.ts";
import { ScriptedModel, type ScriptTurn } from "../testing/scripted-model.ts";
import { silentLogger } from "../logger.ts";
import { ToolExecutor } from "../tools/tool-executor.ts";
import { ToolManager } from "../tools/tool-manager.ts";
import { ChatClient } from "./chat-client.ts";

const question = { role: "user", content: "How warm is it?" };
const schema = z.object({ degrees: z.string().transform(Number) });

function setUp(
  turns: readonly ScriptTurn[],
  { tools = false } = {},
): { model: ScriptedModel; client: ChatClient } {
  const model = new ScriptedModel({ turns });
  const manager = new ToolManager();
  if (tools) manager.add(plainTool(() => "21", { name: "measure" }));
  const executor = new ToolExecutor(manager, { logger: silentLogger });
  return { model, client: new ChatClient({ model, executor, logger: silentLogger }) };
}

test("any LangChain model is asked for an object in words", async () => {
  const { model, client } = setUp([['{"degrees":', ' "21"}']]);
  const { object } = await client.invoke([question], { schema });
  expectTypeOf(object).toEqualTypeOf<{ degrees: number }>();
  expect(object).toEqual({ degrees: 21 });
  expect(model.requests[0]?.messages.at(-1)?.text).toContain('"degrees"');
});

test("the tool rounds come first, and the object is asked for without tools", async () => {
  const { model, client } = setUp(
    [
      [{ toolCalls: [{ index: 0, id: "1", name: "measure", args: "{}" }] }],
      ["21 degrees."],
      ['{"degrees": "21"}'],
    ],
    { tools: true },
  );
  const { object, output, messages } = await client.invoke([question], { schema });
  expect({ object, output }).toEqual({ object: { degrees: 21 }, output: "21 degrees." });
  expect(messages.map(({ type }) => type)).toEqual(["ai", "tool", "ai"]);
  expect(model.requests.map(({ tools }) => tools.length)).toEqual([1, 1, 0]);
  expect(model.requests[2]?.messages.map(({ type }) => type)).toEqual(["human", "ai", "tool", "ai", "human"]);
});

test("the correction shows the model its answer and what was wrong with it", async () => {
  const { model, client } = setUp([['{"degrees": 21}'], ['{"degrees": "21"}']]);
  await client.invoke([question], { schema });
  const [, , wrong, correction] = model.requests[1]?.messages ?? [];
  expect(wrong?.text).toBe('{"degrees": 21}');
  expect(correction?.text).toMatch(/^That does not fit: degrees: /);
});

test.each([["nothing"], ["[]"], ["{"], ["null"], ['{"degrees": "21"} and more'], ["{}"]])(
  "an answer of %s, twice, is no object",
  async (text) => {
    const { client } = setUp([[text], [text]]);
    await expect(client.invoke([question], { schema })).rejects.toMatchObject({
      name: "ModelError",
      kind: "bad-response",
    });
  },
);

test("an abort while the object is made is an error that keeps the messages", async () => {
  const controller = new AbortController();
  const { client } = setUp([["21 degrees."], [{ hang: true, ignoreAbort: true }]], { tools: true });
  const answer = client.invoke([question], { schema, signal: controller.signal });
  setImmediate(() => controller.abort());
  const failure: unknown = await answer.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ModelError);
  expect((failure as ModelError).message).toBe("The run was aborted before its object was made.");
});

test("an abort before the run asks for no object", async () => {
  const { model, client } = setUp([["never"]]);
  await expect(client.invoke([question], { schema, signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  expect(model.requests).toEqual([]);
});
