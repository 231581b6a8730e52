import { getEventListeners } from "node:events";
import { tool } from "@langchain/core/tools";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { silentLogger } from "../logger.ts";
import { plainTool } from "../testing/plain-tool.ts";
import { ToolExecutor, type ToolExecutorOptions } from "./tool-executor.ts";
import { ToolManager } from "./tool-manager.ts";
import type { Tool } from "./tool.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  const left = vi.getTimerCount();
  vi.useRealTimers();
  if (left > 0) throw new Error(`${left} timers were left over.`);
});

const call = { id: "call_1", name: "work", args: {} };
const forever = (): Promise<never> => new Promise(() => {});

function executorOf(tool: Tool, options: ToolExecutorOptions = {}): ToolExecutor {
  return new ToolExecutor(new ToolManager().add(tool), { logger: silentLogger, ...options });
}

test("a tool that hangs has 30 seconds unless something else is set [E3]", async () => {
  const result = executorOf(plainTool(forever)).execute(call);
  const settle = vi.fn();
  void result.then(settle);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(settle).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toMatchObject({
    content: 'Error: Tool "work" timed out after 30000 ms and may still be running.',
    status: "error",
    tool_call_id: "call_1",
    name: "work",
  });
});

test("a tool's own deadline goes before the executor's [E3]", async () => {
  const executor = executorOf(plainTool(forever), {
    timeoutMs: 60_000,
    policies: { work: { timeoutMs: 50 } },
  });
  const result = executor.execute(call);
  await vi.advanceTimersByTimeAsync(50);
  expect((await result).content).toContain("timed out after 50 ms");
});

test.each([
  ["plain", (invoke: (signal: AbortSignal) => unknown) => plainTool((_args, { signal }) => invoke(signal))],
  [
    "LangChain",
    (invoke: (signal: AbortSignal) => unknown) =>
      tool((_args, { signal }) => invoke(signal as AbortSignal) as never, {
        name: "work",
        description: "Hangs",
        schema: z.object({}),
      }),
  ],
])("at the deadline the signal of a %s tool fires [E3]", async (_kind, make) => {
  const aborted = vi.fn();
  const hanging = make((signal) => {
    signal.addEventListener("abort", aborted);
    return forever();
  });
  const result = executorOf(hanging, { timeoutMs: 50 }).execute(call);
  await vi.advanceTimersByTimeAsync(49);
  expect(aborted).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(aborted).toHaveBeenCalledOnce();
  expect((await result).content).toContain("timed out");
});

test("a hanging tool and forced garbage collection: the result is there at the deadline [E3]", async () => {
  vi.useRealTimers();
  const collect = setInterval(() => global.gc?.(), 5);
  const message = await executorOf(plainTool(forever), { timeoutMs: 50 }).execute(call);
  clearInterval(collect);
  expect(message.content).toContain("timed out after 50 ms");
  vi.useFakeTimers();
});

test("a schema that checks for ever is under the deadline too, and the tool is not started late [E3]", async () => {
  const invoke = vi.fn();
  let pass: (valid: boolean) => void = () => {};
  const checked = new Promise<boolean>((resolve) => {
    pass = resolve;
  });
  const schema = z.object({}).refine(() => checked);
  const result = executorOf(plainTool(invoke, { schema }), { timeoutMs: 50 }).execute(call);
  await vi.advanceTimersByTimeAsync(50);
  expect((await result).content).toContain("timed out");
  pass(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(invoke).not.toHaveBeenCalled();
});

test("an abort while the tool runs is answered at once, and no listener is left [E6]", async () => {
  const controller = new AbortController();
  const result = executorOf(plainTool(forever)).execute(call, { signal: controller.signal });
  await vi.advanceTimersByTimeAsync(10);
  controller.abort();
  expect(await result).toMatchObject({
    content: 'Error: Tool "work" was cancelled and may still be running.',
    status: "error",
  });
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

test("after an abort no tool is started; each call says it was cancelled [E6]", async () => {
  const invoke = vi.fn();
  const executor = executorOf(plainTool(invoke), { concurrency: 1 });
  const { results } = executor.start([call, { ...call, id: "call_2" }], { signal: AbortSignal.abort() });
  for (const { content } of await Promise.all(results)) {
    expect(content).toBe('Error: Tool "work" was cancelled before it started.');
  }
  expect(invoke).not.toHaveBeenCalled();
});

test("a tool whose turn has not come when the caller aborts is never started, and says so [E9]", async () => {
  const controller = new AbortController();
  const invoke = vi.fn(forever);
  const executor = executorOf(plainTool(invoke), { policies: { work: { sequential: true } } });
  const { results } = executor.start([call, { ...call, id: "call_2" }], { signal: controller.signal });
  await vi.advanceTimersByTimeAsync(0);
  expect(invoke).toHaveBeenCalledOnce();
  controller.abort();
  const contents = (await Promise.all(results)).map(({ content }) => content);
  expect(contents).toEqual([
    'Error: Tool "work" was cancelled and may still be running.',
    'Error: Tool "work" was cancelled before it started.',
  ]);
  await vi.advanceTimersByTimeAsync(0);
  expect(invoke).toHaveBeenCalledOnce();
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});
