import { expect, test } from "vitest";
import { CommandQueue } from "./command-queue.ts";

function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, passed };
}

test("commands for one node run one after the other, in order", async () => {
  const queue = new CommandQueue();
  const events: string[] = [];
  const first = gate();
  const run = (name: string, wait: Promise<void>) =>
    queue.run(5, async () => {
      events.push(`${name} starts`);
      await wait;
      events.push(`${name} ends`);
    });
  const both = [run("on", first.passed), run("off", Promise.resolve())];
  first.open();
  await Promise.all(both);
  expect(events).toEqual(["on starts", "on ends", "off starts", "off ends"]);
});

test("no more than the limit run at once, and a busy node does not hold up the others", async () => {
  const queue = new CommandQueue({ limit: 2 });
  let [running, most] = [0, 0];
  const started: number[] = [];
  const task = (nodeId: number) => async () => {
    started.push(nodeId);
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
  };
  await Promise.all([1, 1, 2, 3].map((nodeId) => queue.run(nodeId, task(nodeId))));
  expect(most).toBe(2);
  expect(started.slice(0, 2)).toEqual([1, 2]);
});

test("a cancelled command gives up its place and never runs", async () => {
  const queue = new CommandQueue();
  const first = gate();
  const running = queue.run(1, () => first.passed);
  const cancel = new AbortController();
  let ran = false;
  const waiting = queue.run(1, async () => void (ran = true), { signal: cancel.signal });
  cancel.abort();
  await expect(waiting).rejects.toMatchObject({ kind: "cancelled", sent: false });
  first.open();
  await running;
  expect(ran).toBe(false);
});

test("a failed command makes way for the next", async () => {
  const queue = new CommandQueue({ limit: 1 });
  await expect(queue.run(1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(queue.run(1, () => Promise.resolve("yes"))).resolves.toBe("yes");
});
