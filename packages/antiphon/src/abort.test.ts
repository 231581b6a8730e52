import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { follow, rejectOnAbort } from "./abort.ts";

const listeners = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

test("a promise settles as it would, and no listener is left", async () => {
  const { signal } = new AbortController();
  await expect(rejectOnAbort(Promise.resolve(1), signal)).resolves.toBe(1);
  await expect(rejectOnAbort(Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
  await Promise.resolve();
  expect(listeners(signal)).toBe(0);
});

test("an abort rejects with its reason at once, even when the promise never settles", async () => {
  const controller = new AbortController();
  const raced = rejectOnAbort(new Promise(() => {}), controller.signal);
  controller.abort(new Error("enough"));
  await expect(raced).rejects.toThrow("enough");
  expect(listeners(controller.signal)).toBe(0);
});

test("a signal that has fired already rejects, and a late rejection of the promise is handled", async () => {
  let fail: (error: Error) => void = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const raced = rejectOnAbort(late, AbortSignal.abort(new Error("enough")));
  await expect(raced).rejects.toThrow("enough");
  fail(new Error("late"));
  await new Promise((resolve) => setImmediate(resolve));
});

test("without a signal the promise is handed back", () => {
  const promise = Promise.resolve();
  expect(rejectOnAbort(promise, undefined)).toBe(promise);
});

test("a controller follows a signal, with its reason, until it is told to stop", () => {
  const outer = new AbortController();
  const [first, second] = [new AbortController(), new AbortController()];
  const stop = follow(outer.signal, first);
  follow(outer.signal, second);
  stop();
  outer.abort("enough");
  expect(first.signal.aborted).toBe(false);
  expect(second.signal.reason).toBe("enough");
  expect(listeners(outer.signal)).toBe(0);
});

test("a controller that follows a fired signal aborts at once; without a signal nothing happens", () => {
  const [first, second] = [new AbortController(), new AbortController()];
  follow(AbortSignal.abort("enough"), first)();
  follow(undefined, second)();
  expect(first.signal.reason).toBe("enough");
  expect(second.signal.aborted).toBe(false);
});
