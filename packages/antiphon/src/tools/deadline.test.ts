import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withDeadline } from "./deadline.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  const left = vi.getTimerCount();
  vi.useRealTimers();
  if (left > 0) throw new Error(`${left} timers were left over.`);
});

const forever = (): Promise<never> => new Promise(() => {});
const listeners = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;
const settled = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (error: unknown) => error,
  );

test("work that hangs for ever and ignores its signal ends at the deadline, not before [E3]", async () => {
  let inner: AbortSignal | undefined;
  const result = settled(
    withDeadline(
      (signal) => {
        inner = signal;
        return forever();
      },
      { timeoutMs: 50, name: "slow" },
    ),
  );
  const settle = vi.fn();
  void result.then(settle);

  await vi.advanceTimersByTimeAsync(49);
  expect(settle).not.toHaveBeenCalled();
  expect(inner?.aborted).toBe(false);

  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toMatchObject({
    kind: "timeout",
    message: 'Tool "slow" timed out after 50 ms and may still be running.',
  });
  expect(inner?.aborted).toBe(true);
  expect(inner?.reason).toBe(await result);
});

test("the deadline survives garbage collection [E3]", async () => {
  vi.useRealTimers();
  expect(global.gc).toBeTypeOf("function");
  const collect = setInterval(() => global.gc?.(), 5);
  const result = await settled(withDeadline(forever, { timeoutMs: 50, name: "slow" }));
  clearInterval(collect);
  expect(result).toMatchObject({ kind: "timeout" });
  vi.useFakeTimers();
});

test("an abort ends the work at once, and its signal fires [E3]", async () => {
  const controller = new AbortController();
  let inner: AbortSignal | undefined;
  const result = settled(
    withDeadline(
      (signal) => {
        inner = signal;
        return forever();
      },
      { timeoutMs: 50, signal: controller.signal, name: "slow" },
    ),
  );
  expect(listeners(controller.signal)).toBe(1);
  controller.abort();
  expect(await result).toMatchObject({
    kind: "cancelled",
    message: 'Tool "slow" was cancelled and may still be running.',
  });
  expect(inner?.aborted).toBe(true);
  expect(listeners(controller.signal)).toBe(0);
});

test("work is not begun when the caller has aborted already [E3]", async () => {
  const signal = AbortSignal.abort();
  const work = vi.fn(forever);
  expect(await settled(withDeadline(work, { timeoutMs: 50, signal, name: "slow" }))).toMatchObject({
    kind: "cancelled",
    message: 'Tool "slow" was cancelled before it started.',
  });
  expect(work).not.toHaveBeenCalled();
  expect(listeners(signal)).toBe(0);
});

const thrown = new Error("no");
const hostileThenable = new Proxy(
  {},
  {
    get() {
      throw thrown;
    },
  },
);
test.each<[string, () => unknown, unknown]>([
  ["a value", () => 7, 7],
  ["a promise", async () => 7, 7],
  [
    "an exception",
    () => {
      throw thrown;
    },
    thrown,
  ],
  ["a rejection", () => Promise.reject(thrown), thrown],
  ["a thenable that throws", () => hostileThenable, thrown],
])("after %s no timer and no listener is left [E3]", async (_kind, work, expected) => {
  const { signal } = new AbortController();
  expect(await settled(withDeadline(work, { timeoutMs: 50, signal, name: "quick" }))).toBe(expected);
  expect(vi.getTimerCount()).toBe(0);
  expect(listeners(signal)).toBe(0);
});

test("what the work does after the deadline changes nothing and is never unhandled [E3]", async () => {
  let fail: (error: Error) => void = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const result = settled(withDeadline(() => late, { timeoutMs: 50, name: "slow" }));
  await vi.advanceTimersByTimeAsync(50);
  fail(new Error("much too late"));
  await vi.advanceTimersByTimeAsync(0);
  expect(await result).toMatchObject({ kind: "timeout" });
});

test.each([0, -1, Number.NaN, Infinity, 2 ** 31])("a timeout of %d sets no timer [E3]", async (timeoutMs) => {
  const controller = new AbortController();
  const result = settled(withDeadline(forever, { timeoutMs, signal: controller.signal, name: "slow" }));
  expect(vi.getTimerCount()).toBe(0);
  controller.abort();
  expect(await result).toMatchObject({ kind: "cancelled" });
});
