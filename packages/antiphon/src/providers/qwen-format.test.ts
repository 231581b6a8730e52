import { tool } from "@langchain/core/tools";
import { expect, test } from "vitest";
import { z } from "zod";
import { plainTool } from "../testing/plain-tool.ts";
import { RecordingLogger } from "../testing/recording-logger.ts";
import { toQwenTools } from "./qwen-format.ts";

const getWeather = tool(() => "sunny", {
  name: "get_weather",
  description: "The weather of a city",
  schema: z.object({ city: z.string().describe("Which one"), unit: z.enum(["c", "f"]).optional() }),
});

test("a LangChain tool has exactly Qwen's keys [C3]", () => {
  const [converted] = toQwenTools([getWeather]);
  expect(converted).toEqual({
    type: "function",
    function: {
      name: "get_weather",
      description: "The weather of a city",
      parameters: expect.objectContaining({
        type: "object",
        properties: {
          city: { type: "string", description: "Which one" },
          unit: { type: "string", enum: ["c", "f"] },
        },
        required: ["city"],
      }) as unknown,
    },
  });
  expect(Object.keys(converted ?? {})).toEqual(["type", "function"]);
  expect(Object.keys(converted?.function ?? {})).toEqual(["name", "description", "parameters"]);
  expect(JSON.stringify(converted)).not.toMatch(/invoke|lc_name|lc_kwargs|\$schema/);
});

test("a JSON Schema stays as it is", () => {
  const schema = { type: "object", properties: { a: { type: "number" } }, required: ["a"] };
  expect(toQwenTools([plainTool(() => 1, { schema })])[0]?.function.parameters).toEqual(schema);
});

test("lc_name goes before name when it is a text [C3]", () => {
  const name = (lc_name: unknown) =>
    toQwenTools([plainTool(() => 1, { name: "work", lc_name })])[0]?.function.name;
  expect(name("Worker")).toBe("Worker");
  expect(name(() => "Worker")).toBe("work");
  expect(name(undefined)).toBe("work");
});

test("no tools are an empty list [C3]", () => {
  expect(toQwenTools([])).toEqual([]);
  expect(toQwenTools(undefined)).toEqual([]);
});

test("parameters are an object schema even when the tool takes none", () => {
  const [converted] = toQwenTools([plainTool(() => 1, { schema: {} })]);
  expect(converted?.function.parameters).toEqual({ type: "object", properties: {} });
});

test("the conversion is logged and leaves the tools alone [C3]", () => {
  const logger = new RecordingLogger();
  const tools = Object.freeze([Object.freeze(plainTool()), Object.freeze(plainTool())]);
  toQwenTools(tools, { logger });
  expect(logger.lines).toEqual([
    {
      level: "debug",
      message: "🔧 Converted 2 tools from LangChain to Qwen format",
      fields: { tools: 2 },
    },
  ]);
});
