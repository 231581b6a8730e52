import { getEventListeners } from "node:events";
import { ToolMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ToolEvent } from "../events.ts";
import { silentLogger } from "../logger.ts";
import { plainTool, type PlainInvoke } from "../testing/plain-tool.ts";
import { ToolExecutor } from "./tool-executor.ts";
import { ToolManager } from "./tool-manager.ts";

// Both are loaded on first use, which no fake timer could wait for.
beforeAll(() => Promise.all([import("p-retry"), import("cockatiel")]));

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
const anything = fc.anything({ withBigInt: true, withMap: true, withSet: true, withNullPrototype: true });
const delay = fc.integer({ min: 0, max: 80 });

const behaviour: fc.Arbitrary<PlainInvoke> = fc.oneof(
  anything.map((value) => () => value),
  anything.map((value) => () => {
    throw value;
  }),
  fc.tuple(delay, anything).map(
    ([ms, value]) =>
      () =>
        wait(ms).then(() => value),
  ),
  fc.tuple(delay, anything).map(
    ([ms, value]) =>
      () =>
        wait(ms).then(() => Promise.reject(value as Error)),
  ),
  fc.constant(() => Promise.reject(Object.assign(new Error("gone"), { code: "ECONNRESET" }))),
  fc.constant(() => new Promise(() => {})),
  // Obeys its signal.
  fc.constant<PlainInvoke>(
    (_args, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", reject)),
  ),
  // Talks on long after it has ended.
  fc.constant<PlainInvoke>((_args, { onProgress }) => void wait(100).then(() => onProgress({ progress: 1 }))),
);

const policy = fc.record(
  {
    sequential: fc.boolean(),
    idempotent: fc.boolean(),
    cacheMs: fc.constantFrom(0, 1_000),
    approval: fc.boolean(),
    circuitBreaker: fc.constant({ failures: 1, resetMs: 60 }),
  },
  { requiredKeys: [] },
);

const rawArguments = fc.oneof(
  fc.constant({}),
  fc.constantFrom("", null, '{"a":1}', '{"a":', "[]", "3"),
  fc.object(),
);

const scenario = fc.record({
  tools: fc.array(fc.tuple(behaviour, policy), { minLength: 1, maxLength: 4 }),
  calls: fc.array(fc.record({ tool: fc.nat(4), args: rawArguments }), { maxLength: 8 }),
  concurrency: fc.integer({ min: 1, max: 4 }),
  abortAfterMs: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
  approver: fc.constantFrom("yes", "no", "throws", "hangs", "none"),
});

test("whatever tools do and whenever the caller aborts, each call has exactly one result with its id and name, in call order, and everything settles [E1] [E9]", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ tools, calls, concurrency, abortAfterMs, approver }) => {
      const manager = new ToolManager({ logger: silentLogger });
      for (const [i, [invoke]] of tools.entries()) manager.add(plainTool(invoke, { name: `tool-${i}` }));
      const executor = new ToolExecutor(manager, {
        logger: silentLogger,
        timeoutMs: 50,
        concurrency,
        policies: Object.fromEntries(tools.map(([, own], i) => [`tool-${i}`, own])),
        ...(approver === "none" ? {} : { approve: (asked) => answer(approver, asked.length) }),
      });
      const controller = new AbortController();
      const asked = calls.map(({ tool, args }, i) => ({ id: `call_${i}`, name: `tool-${tool}`, args }));
      const { events, results } = executor.start(asked, { signal: controller.signal });
      const told: ToolEvent[] = [];
      const ended = (async () => {
        for await (const event of events) told.push(event);
      })();

      const state = { settled: false };
      const all = Promise.all([Promise.all(results), ended]).finally(() => {
        state.settled = true;
      });
      await vi.advanceTimersByTimeAsync(abortAfterMs ?? 0);
      // A hanging approver ends only with the caller's patience.
      if (abortAfterMs !== undefined || approver === "hangs") controller.abort();
      for (let rounds = 0; !state.settled && rounds < 100; rounds++) await vi.advanceTimersByTimeAsync(50);
      expect(state.settled).toBe(true);

      const [messages] = await all;
      expect(messages.every((message) => message instanceof ToolMessage)).toBe(true);
      expect(messages.map(({ tool_call_id, name }) => ({ id: tool_call_id, name }))).toEqual(
        asked.map(({ id, name }) => ({ id, name })),
      );
      for (const { id } of asked) {
        const own = told.filter(({ call }) => call.id === id).map(({ type }) => type);
        expect([own[0], own.at(-1)]).toEqual(["tool-start", "tool-end"]);
        expect(own.filter((type) => type === "tool-end")).toHaveLength(1);
      }
      expect(getEventListeners(controller.signal, "abort")).toEqual([]);
      await vi.runAllTimersAsync();
    }),
    { numRuns: 150 },
  );
});

test("any thrown value becomes a ToolMessage, never a rejection [E1]", async () => {
  await fc.assert(
    fc.asyncProperty(
      anything,
      fc.constantFrom("text" as const, "json" as const),
      async (thrown, errorFormat) => {
        const manager = new ToolManager().add(plainTool(() => Promise.reject(thrown)));
        const executor = new ToolExecutor(manager, { logger: silentLogger, errorFormat });
        const message = await executor.execute({ id: "call_1", name: "work", args: {} });
        expect(message).toMatchObject({ tool_call_id: "call_1", name: "work", status: "error" });
        expect(message.content).toMatch(errorFormat === "text" ? /^Error: ./s : /^\{"error":"./);
      },
    ),
  );
});

test("errors that throw when they are touched become results, too [E1]", async () => {
  const explode = (): never => {
    throw new Error("trap");
  };
  const traps = { get: explode, has: explode, getPrototypeOf: explode, ownKeys: explode };
  const hostile = [
    Object.defineProperty(new Error("x"), "message", { get: explode }),
    new Proxy({}, traps),
    new Proxy(new Error("x"), traps),
    Object.create(null),
    Symbol("x"),
  ];
  for (const thrown of hostile) {
    const manager = new ToolManager().add(plainTool(() => Promise.reject(thrown)));
    const executor = new ToolExecutor(manager, { logger: silentLogger });
    const message = await executor.execute({ id: "call_1", name: "work", args: new Proxy({}, traps) });
    expect(message).toMatchObject({ tool_call_id: "call_1", status: "error" });
    expect((await executor.execute({ id: "call_2", name: "work", args: {} })).status).toBe("error");
  }
});

function answer(approver: string, count: number): boolean[] | Promise<boolean[]> {
  if (approver === "throws") throw new Error("no terminal");
  if (approver === "hangs") return new Promise(() => {});
  return Array.from({ length: count }, () => approver === "yes");
}
