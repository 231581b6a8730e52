import { tool } from "@langchain/core/tools";
import { expect, test } from "vitest";
import { z } from "zod";
import { ScriptedModel, type ScriptTurn } from "../testing/scripted-model.ts";
import { ToolExecutor } from "../tools/tool-executor.ts";
import { ToolManager } from "../tools/tool-manager.ts";
import { ChatClient } from "./chat-client.ts";

const now = tool(() => "noon", { name: "now", description: "The time.", schema: z.object({}) });
const call = (id: string) => ({ toolCalls: [{ id, name: "now", args: "{}" }] });

async function play(turns: readonly ScriptTurn[], options: { separator?: string } = {}) {
  const client = new ChatClient({
    model: new ScriptedModel({ turns }),
    executor: new ToolExecutor(new ToolManager().add(now)),
    ...options,
  });
  const outputs: string[] = [];
  const contents: unknown[] = [];
  for await (const { output, messages } of client.stream(["hi"])) {
    if (output) outputs.push(output);
    contents.push(...messages.map(({ content }) => content));
  }
  return { outputs, contents };
}

test("one newline stands before the first text of a message that follows shown text [S7]", async () => {
  expect(
    (
      await play([
        ["I look. ", call("a")],
        ["It is ", "noon."],
      ])
    ).outputs,
  ).toEqual(["I look. ", "\nIt is ", "noon."]);
});

test("no newline when nothing was shown yet [S7]", async () => {
  expect((await play([[call("a")], ["It is noon."]])).outputs).toEqual(["It is noon."]);
});

test("silent rounds in between add no further newline [S7]", async () => {
  expect((await play([["One.", call("a")], [call("b")], [call("c")], ["", "Two."]])).outputs).toEqual([
    "One.",
    "\nTwo.",
  ]);
});

test("each later message with text gets its own [S7]", async () => {
  expect((await play([["One.", call("a")], ["Two.", call("b")], ["Three."]])).outputs).toEqual([
    "One.",
    "\nTwo.",
    "\nThree.",
  ]);
});

test("text after the calls of the same message gets none [S7]", async () => {
  expect((await play([["One.", call("a"), " More."], ["Two."]])).outputs).toEqual([
    "One.",
    " More.",
    "\nTwo.",
  ]);
});

test("stored messages have no separator [S7]", async () => {
  expect((await play([["One.", call("a")], ["Two."]])).contents).toEqual(["One.", "noon", "Two."]);
});

test("the separator can be set, also to nothing [S7]", async () => {
  expect((await play([["One.", call("a")], ["Two."]], { separator: " — " })).outputs.join("")).toBe(
    "One. — Two.",
  );
  expect((await play([["One.", call("a")], ["Two."]], { separator: "" })).outputs.join("")).toBe("One.Two.");
});
