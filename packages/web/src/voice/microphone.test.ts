import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { microphoneProblem } from "./microphone-problem.ts";
import { Microphone } from "./microphone.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function device() {
  const answers: { resolve: () => void; reject: (reason: unknown) => void }[] = [];
  const open = { now: 0 };
  const slow: boolean[] = [];
  const microphone = new Microphone({
    capture: async () => {
      await new Promise<void>((resolve, reject) => answers.push({ resolve, reject }));
      open.now += 1;
      return { close: () => void (open.now -= 1) };
    },
    onSlow: (now) => slow.push(now),
  });
  return { microphone, answers, open, slow };
}

test("a microphone is opened once for all who ask, and again after it was closed", async () => {
  const { microphone, answers, open } = device();
  const asked = [microphone.open(), microphone.open()];
  answers[0]?.resolve();
  expect(await Promise.all(asked)).toEqual([true, true]);
  expect(answers).toHaveLength(1);
  microphone.close();
  microphone.close();
  await vi.waitFor(() => expect(open.now).toBe(0));
  void microphone.open();
  expect(answers).toHaveLength(2);
});

test("a microphone that nobody needs is let go of after a moment, unless it is needed again", async () => {
  const { microphone, answers, open } = device();
  const opened = microphone.open();
  answers[0]?.resolve();
  await opened;
  microphone.closeSoon();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(open.now).toBe(1);
  await microphone.open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(open.now).toBe(1);
  microphone.closeSoon();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(open.now).toBe(0);
});

test("a person who says yes too late opens nothing", async () => {
  const { microphone, answers, open } = device();
  const opened = microphone.open();
  microphone.close();
  answers[0]?.resolve();
  expect(await opened).toBe(false);
  expect(open.now).toBe(0);
});

test("a refusal is told, and the next attempt asks again", async () => {
  const { microphone, answers } = device();
  const opened = microphone.open();
  answers[0]?.reject(new DOMException("no", "NotAllowedError"));
  await expect(opened).rejects.toThrow("no");
  void microphone.open();
  expect(answers).toHaveLength(2);
});

test("only a microphone that takes its time is said to do so", async () => {
  const { microphone, answers, slow } = device();
  const opened = microphone.open();
  await vi.advanceTimersByTimeAsync(500);
  answers[0]?.resolve();
  await opened;
  expect(slow).toEqual([true, false]);
});

test("every reason of the browser becomes a sentence that says what to do", () => {
  const sentence = (name: string) => microphoneProblem(new DOMException("", name));
  expect(sentence("NotAllowedError")).toMatch(/Allow it/);
  expect(sentence("NotFoundError")).toMatch(/Connect one/);
  expect(sentence("NotReadableError")).toMatch(/Another program/);
  expect(sentence("SecurityError")).toMatch(/HTTPS/);
  for (const odd of [sentence("constructor"), microphoneProblem(undefined), microphoneProblem("no")]) {
    expect(odd).toMatch(/Try again/);
  }
});
