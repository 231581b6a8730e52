import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { plainTool } from "../testing/plain-tool.ts";
import { callsInText, HeldText } from "./text-calls.ts";

const tools = [
  plainTool(() => 1, { name: "get_weather", schema: z.object({ city: z.string() }) }),
  plainTool(() => 1, { name: "get_time", schema: z.object({}) }),
];
const weather = { name: "get_weather", args: { city: "Bern" } };
const json = '{"name": "get_weather", "arguments": {"city": "Bern"}}';

test.each([
  ["one value", json],
  ["a code fence", `\`\`\`json\n${json}\n\`\`\``],
  ["tags", `<tool_call>\n${json}\n</tool_call>`],
  ["another name for the arguments", json.replace("arguments", "parameters")],
  ["OpenAI's form", `{"type": "function", "function": ${json}}`],
  ["arguments as text", '{"name": "get_weather", "arguments": "{\\"city\\": \\"Bern\\"}"}'],
])("a call in the form of %s is recognised", async (_, text) => {
  expect(await callsInText(text, tools)).toEqual([weather]);
});

test.each([
  ["a list", `[${json}, {"name": "get_time"}]`],
  ["one on each line", `${json}\n{"name": "get_time", "arguments": {}}\n`],
  ["several tags", `<tool_call>${json}</tool_call>\n<tool_call>{"name": "get_time"}</tool_call>`],
])("several calls in the form of %s are recognised", async (_, text) => {
  expect(await callsInText(text, tools)).toEqual([weather, { name: "get_time", args: {} }]);
});

test.each([
  ["names no tool", '{"name": "delete_all", "arguments": {}}'],
  ["names a part of every object", '{"name": "constructor", "arguments": {}}'],
  ["has arguments that do not fit", '{"name": "get_weather", "arguments": {"town": 1}}'],
  ["has a list as arguments", '{"name": "get_time", "arguments": []}'],
  ["is cut off", json.slice(0, -2)],
  ["stands beside a call that is none", `[${json}, {"name": "delete_all"}]`],
  ["has words around its tags", `<tool_call>${json}</tool_call> I will look.`],
  ["is a number", "42"],
  ["is empty", ""],
])("text that %s is text", async (_, text) => {
  expect(await callsInText(text, tools)).toBeUndefined();
});

test("what is held back and what is shown together are the whole text, however it is cut", () => {
  const piece = fc.constantFrom("{", "[", "`", "``", "<", "<tool", "_call>", " ", "\n", "a", '"');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const held = new HeldText({ active: true });
      const shown = pieces.map((text) => held.add(text)).join("");
      expect(shown + held.end()).toBe(pieces.join(""));
    }),
  );
});

test("text that cannot be a call is not held back", () => {
  const held = new HeldText({ active: true });
  expect(held.add("  ")).toBe("");
  expect(held.add("<to")).toBe("");
  expect(held.add("p> Hello")).toBe("  <top> Hello");
  expect(held.add("{")).toBe("{");
});
