import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { tool } from "@langchain/core/tools";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import type { Logger } from "../logger.ts";
import { ScriptedModel, type ScriptTurn } from "../testing/scripted-model.ts";
import { ToolExecutor } from "../tools/tool-executor.ts";
import { ToolManager } from "../tools/tool-manager.ts";
import { ChatClient } from "./chat-client.ts";

type Line = { level: string; message: string } & Record<string, unknown>;

function recording(): { lines: Line[]; logger: Logger } {
  const lines: Line[] = [];
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, ...fields });
  return { lines, logger: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") } };
}

const now = tool(() => "noon", { name: "now", description: "The time.", schema: z.object({}) });
const turns: ScriptTurn[] = [
  [
    "Look. ",
    { toolCalls: [{ id: "a", name: "now", args: "{}" }] },
    { usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 } },
  ],
  ["Noon."],
];

function client(logger: Logger, script = turns) {
  const executor = new ToolExecutor(new ToolManager({ logger }).add(now), { logger });
  return new ChatClient({ model: new ScriptedModel({ turns: script }), executor, logger });
}

test("a debug log shows the calls as name(id), the known tools and the chain of messages [L2]", async () => {
  const { lines, logger } = recording();
  await client(logger).invoke(["hi"]);
  const debug = lines.filter(({ level }) => level === "debug");
  expect(debug).toMatchObject([
    { message: "Asking the model", model: "scripted", known: ["now"], chain: "Human" },
    { message: "The model calls tools", calls: ["now(a)"] },
    { message: "Asking the model", chain: "Human → AI → Tool" },
  ]);
});

test("the log says what assembly decided and why [L2]", async () => {
  const { lines, logger } = recording();
  const script = [
    [
      {
        toolCalls: [
          { index: 0, id: "", name: "now", args: "{}" },
          { index: 0, id: "x", name: "now", args: "{}" },
          { index: 0, id: "x", name: "now", args: "{}" },
        ],
      },
    ],
    ["ok"],
  ];
  await client(logger, script).invoke(["hi"]);
  expect(lines.find(({ message }) => message === "Ids were given to calls")).toMatchObject({
    level: "debug",
    given: [
      expect.stringMatching(/^now\(.{36}\): the provider sent none$/),
      expect.stringMatching(/^now\(.{36}\): "x" was taken$/),
    ],
  });
});

test("a call can be followed by its id from request to answer [L1]", async () => {
  const { lines, logger } = recording();
  await client(logger).invoke(["hi"]);
  expect(
    lines
      .filter((line) => JSON.stringify(line).includes('"a"') || JSON.stringify(line).includes("(a)"))
      .map(({ message }) => message),
  ).toEqual(["The model calls tools", "Tool executed"]);
});

afterEach(() => {
  trace.disable();
  context.disable();
});

test("traces follow the GenAI conventions: a span for each request and each tool", async () => {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  await client(recording().logger).invoke(["hi"]);
  expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual([
    "chat scripted",
    "execute_tool now",
    "chat scripted",
  ]);
  expect(exporter.getFinishedSpans()[0]?.attributes).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.request.model": "scripted",
    "gen_ai.usage.input_tokens": 3,
    "gen_ai.usage.output_tokens": 2,
  });
});

test("a failed request is a failed span", async () => {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
  await expect(client(recording().logger, [[{ error: new Error("lost") }]]).invoke(["hi"])).rejects.toThrow(
    "lost",
  );
  expect(exporter.getFinishedSpans()[0]).toMatchObject({
    name: "chat scripted",
    status: { code: 2, message: "lost" },
  });
});
