import { expect, test } from "vitest";
import { RunLog, type LogEntry } from "./run-log.ts";

async function numbers(log: RunLog, after = 0): Promise<number[]> {
  const found: number[] = [];
  for await (const { number } of log.read({ after })) found.push(number);
  return found;
}

test("readers at different places each get everything after theirs", async () => {
  const log = new RunLog();
  for (let n = 0; n < 3; n++) log.push({ type: "text-delta", text: String(n) });
  const early = numbers(log);
  const late = numbers(log, 2);
  log.push({ type: "text-delta", text: "3" });
  log.end();
  log.push({ type: "text-delta", text: "too late" });
  expect([await early, await late, await numbers(log, 4), await numbers(log, 99)]).toEqual([
    [1, 2, 3, 4],
    [3, 4],
    [],
    [],
  ]);
});

test("a log stays within its bounds, and who comes too late is told what is missing", async () => {
  const log = new RunLog({ maxCharacters: 10_000 });
  for (let n = 0; n < 5_000; n++) log.push({ type: "text-delta", text: `word ${n}` });
  log.end();
  const entries: LogEntry[] = [];
  for await (const entry of log.read()) entries.push(entry);
  expect(entries[0]?.event).toMatchObject({
    type: "error",
    message: expect.stringMatching(/events were left out/),
  });
  expect(entries.reduce((sum, { json }) => sum + json.length, 0)).toBeLessThan(11_000);
  expect(entries.at(-1)?.number).toBe(5_000);
  const kept = entries.slice(1).map(({ number }) => number);
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, n) => 5_001 - kept.length + n));
});

test("every event knows how long after the start it came", () => {
  let time = 100;
  const log = new RunLog({ now: () => time });
  time = 142.4;
  log.push({ type: "error", message: "x" });
  log.end();
  return expect(log.read().next()).resolves.toMatchObject({ value: { event: { at: 42 } } });
});
