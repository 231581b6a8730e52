import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ToolEvent } from "../events.ts";
import { silentLogger } from "../logger.ts";
import { plainTool } from "../testing/plain-tool.ts";
import { ToolExecutor, type ToolExecutorOptions } from "./tool-executor.ts";
import { ToolManager } from "./tool-manager.ts";
import type { ToolCall, ToolProgress } from "./tool.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  const left = vi.getTimerCount();
  vi.useRealTimers();
  if (left > 0) throw new Error(`${left} timers were left over.`);
});

/** Tools that take as long as their arguments say, and count how many run at once. */
function waitingTools(names: readonly string[], options: ToolExecutorOptions = {}) {
  const running = { now: 0, most: 0, order: [] as unknown[] };
  const manager = new ToolManager();
  for (const name of names) {
    manager.add(
      plainTool(
        async ({ ms, label }) => {
          running.now++;
          running.most = Math.max(running.most, running.now);
          running.order.push(label);
          await new Promise((resolve) => setTimeout(resolve, ms as number));
          running.now--;
          return label;
        },
        { name },
      ),
    );
  }
  return { executor: new ToolExecutor(manager, { logger: silentLogger, ...options }), running };
}

function calls(durations: readonly number[], name = "work"): ToolCall[] {
  return durations.map((ms, i) => ({ id: `call_${i}`, name, args: { ms, label: `${name} ${i}` } }));
}

async function collect(events: AsyncIterable<ToolEvent>): Promise<ToolEvent[]> {
  const all: ToolEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

test("results keep the order of the calls; each is announced when it is ready [E9]", async () => {
  const { executor } = waitingTools(["work"]);
  const { events, results } = executor.start(calls([30, 10, 20]));
  const told = collect(events);
  await vi.advanceTimersByTimeAsync(30);
  expect((await Promise.all(results)).map(({ tool_call_id }) => tool_call_id)).toEqual([
    "call_0",
    "call_1",
    "call_2",
  ]);
  expect((await told).map(({ type, call }) => `${type} ${call.id}`)).toEqual([
    "tool-start call_0",
    "tool-start call_1",
    "tool-start call_2",
    "tool-end call_1",
    "tool-end call_2",
    "tool-end call_0",
  ]);
  const ends = (await told).filter((event) => event.type === "tool-end");
  expect(ends.map(({ message }) => message.content)).toEqual(["work 1", "work 2", "work 0"]);
  expect(ends.map(({ durationMs }) => Math.round(durationMs))).toEqual([10, 20, 30]);
});

test.each([
  [8, undefined],
  [3, 3],
  [1, 1],
])("at most %d calls run at once when concurrency is %s [E9]", async (most, concurrency) => {
  const { executor, running } = waitingTools(["work"], concurrency === undefined ? {} : { concurrency });
  const { results } = executor.start(calls(Array.from({ length: 20 }, (_, i) => 5 + (i % 3))));
  await vi.advanceTimersByTimeAsync(20 * 7);
  await Promise.all(results);
  expect(running.most).toBe(most);
});

test("concurrency 1 gives strict sequence [E9]", async () => {
  const { executor } = waitingTools(["work"], { concurrency: 1 });
  const { events, results } = executor.start(calls([30, 10, 20]));
  const told = collect(events);
  await vi.advanceTimersByTimeAsync(60);
  await Promise.all(results);
  expect((await told).map(({ type, call }) => `${type} ${call.id}`)).toEqual([
    "tool-start call_0",
    "tool-end call_0",
    "tool-start call_1",
    "tool-end call_1",
    "tool-start call_2",
    "tool-end call_2",
  ]);
});

test("sequential tools never overlap, with each other, with themselves or across batches [E9]", async () => {
  const sequential = { sequential: true };
  const { executor, running } = waitingTools(["lock", "door"], {
    policies: { lock: sequential, door: sequential },
  });
  const first = executor.start([...calls([10, 20], "lock"), ...calls([10], "door")]);
  const second = executor.start(calls([5, 5], "lock"));
  const single = executor.execute({ id: "last", name: "door", args: { ms: 5, label: "last" } });
  await vi.advanceTimersByTimeAsync(100);
  await Promise.all([...first.results, ...second.results, single]);
  expect(running.most).toBe(1);
  expect(running.order).toEqual(["lock 0", "lock 1", "door 0", "lock 0", "lock 1", "last"]);
});

test("a sequential tool that fails or times out does not block those behind it [E9]", async () => {
  const manager = new ToolManager().add(
    plainTool(({ how }) => {
      if (how === "throw") throw new Error("stuck");
      return how === "hang" ? new Promise(() => {}) : "done";
    }),
  );
  const executor = new ToolExecutor(manager, {
    logger: silentLogger,
    timeoutMs: 50,
    policies: { work: { sequential: true } },
  });
  const { results } = executor.start(
    ["throw", "hang", "work"].map((how, i) => ({ id: `${i}`, name: "work", args: { how } })),
  );
  await vi.advanceTimersByTimeAsync(50);
  const contents = (await Promise.all(results)).map(({ content }) => content);
  expect(contents).toEqual(["Error: stuck", expect.stringContaining("timed out"), "done"]);
});

test("tools that are not sequential run beside a sequential one [E9]", async () => {
  const { executor, running } = waitingTools(["lock", "work"], { policies: { lock: { sequential: true } } });
  const { results } = executor.start([...calls([10, 10], "lock"), ...calls([10], "work")]);
  await vi.advanceTimersByTimeAsync(20);
  await Promise.all(results);
  expect(running.most).toBe(2);
});

test("progress is told between start and end; what comes after the end is dropped [E9]", async () => {
  let report: (progress: ToolProgress) => void = () => {};
  const chatty = plainTool((_args, { onProgress }) => {
    report = onProgress;
    onProgress({ progress: 1, total: 2, message: "half" });
    return "ok";
  });
  const { executor } = waitingTools(["work"]);
  executor.manager.add({ ...chatty, name: "chatty" });
  const { events, results } = executor.start([
    { id: "a", name: "chatty", args: {} },
    { id: "b", name: "work", args: { ms: 10 } },
  ]);
  const told = collect(events);
  await results[0];
  await vi.advanceTimersByTimeAsync(1);
  report({ progress: 2, total: 2 });
  await vi.advanceTimersByTimeAsync(9);
  const ofChatty = (await told).filter(({ call }) => call.id === "a");
  expect(ofChatty.map(({ type }) => type)).toEqual(["tool-start", "tool-progress", "tool-end"]);
  expect(ofChatty[1]).toMatchObject({ progress: { progress: 1, total: 2, message: "half" } });
  expect(() => report({ progress: 3 })).not.toThrow();
});

test("no calls: no events, no results, and it ends [E9]", async () => {
  const { events, results } = waitingTools(["work"]).executor.start([]);
  expect(results).toEqual([]);
  expect(await collect(events)).toEqual([]);
});

test.each([0, -1, Number.NaN])(
  "a concurrency of %d is refused when it is set, not when calls come [E9]",
  (concurrency) => {
    expect(() => new ToolExecutor(new ToolManager(), { concurrency })).toThrow(
      "concurrency must be at least 1",
    );
  },
);
