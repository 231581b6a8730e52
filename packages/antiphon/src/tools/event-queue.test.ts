import { expect, test } from "vitest";
import { EventQueue } from "./event-queue.ts";

async function collect<T>(queue: EventQueue<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of queue) all.push(event);
  return all;
}

test("events come in the order they were pushed, before and while somebody reads [E9]", async () => {
  const queue = new EventQueue<number>();
  queue.push(1);
  const told = collect(queue);
  queue.push(2);
  await Promise.resolve();
  queue.push(3);
  queue.close();
  expect(await told).toEqual([1, 2, 3]);
});

test("what is pushed after the end is dropped; closing twice is harmless [E9]", async () => {
  const queue = new EventQueue<number>();
  queue.close();
  queue.push(1);
  queue.close();
  expect(await collect(queue)).toEqual([]);
});

test("a reader that waits is woken by the end [E9]", async () => {
  const queue = new EventQueue<number>();
  const told = collect(queue);
  await new Promise((resolve) => setImmediate(resolve));
  queue.close();
  expect(await told).toEqual([]);
});
