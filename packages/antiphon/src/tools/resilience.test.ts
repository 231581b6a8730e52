import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { plainTool, type PlainInvoke } from "../testing/plain-tool.ts";
import { RecordingLogger } from "../testing/recording-logger.ts";
import { ToolExecutor } from "./tool-executor.ts";
import { ToolManager } from "./tool-manager.ts";
import type { ToolPolicy } from "./tool.ts";

// Both are loaded on first use, which no fake timer could wait for.
beforeAll(() => Promise.all([import("p-retry"), import("cockatiel")]));

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  const left = vi.getTimerCount();
  vi.useRealTimers();
  if (left > 0) throw new Error(`${left} timers were left over.`);
});

const call = { id: "call_1", name: "work", args: {} };
const networkError = (): Error => Object.assign(new Error("gone"), { code: "ECONNRESET" });
const unavailable = 'Error: The service behind "work" is unavailable (gone).';

function setup(invoke: PlainInvoke, policy: ToolPolicy, annotations: object = {}) {
  const logger = new RecordingLogger();
  const counted = vi.fn(invoke);
  const manager = new ToolManager({ logger }).add(plainTool(counted, { metadata: { annotations } }));
  const executor = new ToolExecutor(manager, { logger, policies: { work: policy } });
  /** Runs until everything has settled, or the time is over. */
  const execute = async (withinMs = 0, options = {}): Promise<unknown> => {
    const message = executor.execute(call, options);
    await vi.advanceTimersByTimeAsync(withinMs);
    return (await message).content;
  };
  return { executor, execute, logger, invoke: counted };
}

test.each<[string, ToolPolicy, object]>([
  ["idempotent by policy", { idempotent: true }, {}],
  ["idempotent by annotation", {}, { idempotentHint: true }],
  ["read-only by annotation", {}, { readOnlyHint: true }],
])(
  "a tool that is %s is tried again on network failure, twice, with growing delays [E13]",
  async (_kind, policy, hints) => {
    const times: number[] = [];
    const start = Date.now();
    const { execute, logger } = setup(
      () => {
        times.push(Date.now() - start);
        throw networkError();
      },
      policy,
      hints,
    );
    expect(await execute(5_000)).toBe(unavailable);
    expect(times).toHaveLength(3);
    const [first = -1, second = -1, third = -1] = times;
    expect(first).toBe(0);
    expect(second).toBeGreaterThanOrEqual(200);
    expect(third - second).toBeGreaterThanOrEqual(400);
    expect(logger.saying("Network failure, trying the idempotent tool again")).toHaveLength(1);
  },
);

test("a retry that succeeds is the result [E13]", async () => {
  let attempts = 0;
  const { execute } = setup(
    async () => {
      if (attempts++ < 2) throw networkError();
      return "back again";
    },
    { idempotent: true },
  );
  expect(await execute(5_000)).toBe("back again");
});

test.each<[string, ToolPolicy, object]>([
  ["unmarked", {}, {}],
  ["idempotent by annotation, but not by policy", { idempotent: false }, { idempotentHint: true }],
])("a tool that is %s is never repeated [E13]", async (_kind, policy, hints) => {
  const { execute, invoke } = setup(() => Promise.reject(networkError()), policy, hints);
  expect(await execute(5_000)).toBe(unavailable);
  expect(invoke).toHaveBeenCalledOnce();
});

test("other failures of an idempotent tool are not retried, at first or later [E13]", async () => {
  const plain = setup(() => Promise.reject(new Error("no bulb")), { idempotent: true });
  expect(await plain.execute(5_000)).toBe("Error: no bulb");
  expect(plain.invoke).toHaveBeenCalledOnce();

  let attempts = 0;
  const later = setup(() => Promise.reject(attempts++ === 0 ? networkError() : new TypeError("no bulb")), {
    idempotent: true,
  });
  expect(await later.execute(5_000)).toBe("Error: no bulb");
  expect(later.invoke).toHaveBeenCalledTimes(2);
});

test("retries stay within the deadline [E13]", async () => {
  const { execute, invoke } = setup(() => Promise.reject(networkError()), {
    idempotent: true,
    timeoutMs: 100,
  });
  expect(await execute(100)).toContain("timed out after 100 ms");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(invoke).toHaveBeenCalledOnce();
});

test("after an abort no retry is begun [E13]", async () => {
  const controller = new AbortController();
  const { executor, invoke } = setup(() => Promise.reject(networkError()), { idempotent: true });
  const result = executor.execute(call, { signal: controller.signal });
  await vi.advanceTimersByTimeAsync(100);
  controller.abort();
  expect((await result).content).toContain("cancelled");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(invoke).toHaveBeenCalledOnce();
});

const circuitBreaker = { failures: 2, resetMs: 10_000 };
const paused = 'Error: Tool "work" has failed 2 times in a row and is paused for up to 10000 ms.';

test("after so many failures in a row calls fail at once, until the pause is over [E13]", async () => {
  let works = false;
  const { execute, logger, invoke } = setup(() => (works ? "ok" : Promise.reject(new Error("broken"))), {
    circuitBreaker,
  });
  expect(await execute()).toBe("Error: broken");
  expect(await execute()).toBe("Error: broken");
  expect(logger.saying("Circuit opened: the tool keeps failing")).toHaveLength(1);
  expect(await execute()).toBe(paused);
  expect(await execute(9_999)).toBe(paused);
  expect(invoke).toHaveBeenCalledTimes(2);

  works = true;
  await vi.advanceTimersByTimeAsync(1);
  expect(await execute()).toBe("ok");
  expect(await execute()).toBe("ok");
});

test("a success in between starts the count anew [E13]", async () => {
  const outcomes = [false, true, false, true, false];
  const { execute, invoke } = setup(() => (outcomes.shift() ? "ok" : Promise.reject(new Error("broken"))), {
    circuitBreaker,
  });
  for (let i = 0; i < 5; i++) await execute();
  expect(invoke).toHaveBeenCalledTimes(5);
});

test("a tool that hangs and ignores its signal counts as failing; so does its trial after the pause [E13]", async () => {
  const { execute, invoke } = setup(() => new Promise(() => {}), { circuitBreaker, timeoutMs: 50 });
  expect(await execute(50)).toContain("timed out");
  expect(await execute(50)).toContain("timed out");
  expect(await execute()).toBe(paused);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await execute(50)).toContain("timed out");
  expect(await execute()).toBe(paused);
  expect(invoke).toHaveBeenCalledTimes(3);
});

test("a call that was cancelled while another one was on trial is not started afterwards [E13]", async () => {
  const outcomes: PlainInvoke[] = [
    () => Promise.reject(new Error("broken")),
    () => Promise.reject(new Error("broken")),
    () =>
      new Promise((resolve) => {
        setTimeout(() => resolve("back again"), 30);
      }),
  ];
  const { executor, execute, invoke } = setup((...given) => outcomes.shift()?.(...given), { circuitBreaker });
  await execute();
  await execute();
  await vi.advanceTimersByTimeAsync(10_000);

  const controller = new AbortController();
  const trial = executor.execute(call);
  await vi.advanceTimersByTimeAsync(5);
  const waiting = executor.execute(call, { signal: controller.signal });
  await vi.advanceTimersByTimeAsync(5);
  controller.abort();
  expect((await waiting).content).toContain("cancelled");
  await vi.advanceTimersByTimeAsync(30);
  expect((await trial).content).toBe("back again");
  expect(invoke).toHaveBeenCalledTimes(3);
});

test("a caller that aborts says nothing about the tool [E13]", async () => {
  const { executor, execute, invoke } = setup(() => new Promise(() => {}), {
    circuitBreaker,
    timeoutMs: 50,
  });
  for (let i = 0; i < 3; i++) {
    const controller = new AbortController();
    const result = executor.execute(call, { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    expect((await result).content).toContain("cancelled");
  }
  expect(await execute(50)).toContain("timed out");
  expect(invoke).toHaveBeenCalledTimes(4);
});

test("arguments that are wrong say nothing about the tool either [E13]", async () => {
  const { executor, execute } = setup(() => "ok", { circuitBreaker });
  for (let i = 0; i < 3; i++) await executor.execute({ ...call, args: "[]" });
  expect(await execute()).toBe("ok");
});
