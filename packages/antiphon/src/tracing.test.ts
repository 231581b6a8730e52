import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type Sampler,
} from "@opentelemetry/sdk-trace-base";
import { afterEach, expect, test } from "vitest";
import { silentLogger } from "./logger.ts";
import { plainTool, type PlainInvoke } from "./testing/plain-tool.ts";
import { ToolExecutor } from "./tools/tool-executor.ts";
import { ToolManager } from "./tools/tool-manager.ts";
import { failSpan, insideSpan, startSpan } from "./tracing.ts";

afterEach(() => {
  trace.disable();
  context.disable();
});

function registerSdk(sampler?: Sampler): InMemorySpanExporter {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  trace.setGlobalTracerProvider(
    new BasicTracerProvider(sampler ? { spanProcessors, sampler } : { spanProcessors }),
  );
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return exporter;
}

function execute(invoke: PlainInvoke) {
  const executor = new ToolExecutor(new ToolManager().add(plainTool(invoke)), { logger: silentLogger });
  return executor.execute({ id: "call_1", name: "work", args: {} });
}

test("a tool execution is a span `execute_tool NAME` with the attributes of the GenAI conventions", async () => {
  const exporter = registerSdk();
  await execute(() => "ok");
  const [span, ...others] = exporter.getFinishedSpans();
  expect(others).toEqual([]);
  expect(span).toMatchObject({
    name: "execute_tool work",
    kind: SpanKind.INTERNAL,
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "work",
      "gen_ai.tool.call.id": "call_1",
    },
    status: { code: SpanStatusCode.UNSET },
  });
});

test("a failed execution is a span with error status and the kind of failure", async () => {
  const exporter = registerSdk();
  await execute(() => Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" })));
  expect(exporter.getFinishedSpans()).toMatchObject([
    {
      attributes: { "error.type": "network" },
      status: { code: SpanStatusCode.ERROR, message: expect.stringContaining("gone") },
    },
  ]);
});

test("a span made inside the tool is a child of the tool's, in each of two concurrent calls", async () => {
  const exporter = registerSdk();
  const traced: PlainInvoke = async () => {
    await Promise.resolve();
    trace.getTracer("tool").startSpan("inside").end();
  };
  await Promise.all([execute(traced), execute(traced)]);
  const spans = exporter.getFinishedSpans();
  const parents = spans.filter(({ name }) => name === "execute_tool work");
  const children = spans.filter(({ name }) => name === "inside");
  expect(children).toHaveLength(2);
  expect(new Set(children.map(({ parentSpanContext }) => parentSpanContext?.spanId))).toEqual(
    new Set(parents.map((span) => span.spanContext().spanId)),
  );
});

test("the tool's span is a child of the caller's", async () => {
  const exporter = registerSdk();
  const outer = startSpan("outer", {});
  await insideSpan(outer, () => execute(() => "ok"));
  outer.end();
  const [tool] = exporter.getFinishedSpans();
  expect(tool?.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
});

test("a trace that was not chosen to be recorded still holds together", () => {
  registerSdk(new AlwaysOffSampler());
  const outer = startSpan("outer", {});
  const active = insideSpan(outer, () => trace.getActiveSpan());
  expect(active?.spanContext().traceId).toBe(outer.spanContext().traceId);
});

test("without an SDK nothing is recorded and nothing breaks", async () => {
  expect((await execute(() => trace.getActiveSpan() === undefined)).content).toBe("true");
  expect((await execute(() => Promise.reject(new Error("no")))).content).toBe("Error: no");
  const span = startSpan("outer", {});
  expect(span.isRecording()).toBe(false);
  expect(() => failSpan(span, "other", "no")).not.toThrow();
  expect(insideSpan(span, () => 7)).toBe(7);
});
