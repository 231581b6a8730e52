import { expect, test } from "vitest";
import { corpus, corpusHome } from "./fixtures/corpus.ts";
import { refused } from "./fixtures/corpus-refused.ts";
import { type FakeCall, fakeHome } from "./fixtures/fake-home.ts";
import { paraphrases } from "./fixtures/paraphrases.ts";
import { playTurn } from "./fixtures/play-turn.ts";

const harmless = new Set(["list_zwave_devices", "get_device_sensor_data", "get_thermostat", "zwave_health"]);

async function callsFor(text: string): Promise<readonly FakeCall[]> {
  const { tools, calls } = fakeHome(corpusHome);
  await playTurn(text, { tools });
  return calls;
}

interface Case {
  readonly sentence: string;
  readonly calls: readonly FakeCall[];
}

/** The cases that lead to other calls than they should. */
async function wrongCalls(cases: readonly Case[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { sentence, calls } of cases) {
    const made = JSON.stringify(await callsFor(sentence));
    if (made !== JSON.stringify(calls))
      wrong.push(`${sentence}: ${JSON.stringify(calls)} expected, ${made} made`);
  }
  return wrong;
}

test(
  "at least 95 in 100 commands of the corpus lead to exactly the right calls",
  { timeout: 60_000 },
  async () => {
    expect(corpus.length).toBeGreaterThanOrEqual(300);
    const wrong = await wrongCalls(corpus);
    expect(wrong.slice(Math.floor(corpus.length * 0.05))).toEqual([]);
  },
);

test(
  "at least 95 in 100 commands put together from parts lead to exactly the right calls",
  { timeout: 120_000 },
  async () => {
    const cases = paraphrases();
    expect(cases.length).toBeGreaterThanOrEqual(500);
    const wrong = await wrongCalls(cases);
    expect(wrong.slice(Math.floor(cases.length * 0.05))).toEqual([]);
  },
);

test(
  "nothing is switched on any of the sentences that ask for nothing we can do",
  { timeout: 60_000 },
  async () => {
    const acted: string[] = [];
    for (const sentence of refused) {
      const made = (await callsFor(sentence)).filter(({ name }) => !harmless.has(name));
      if (made.length > 0) acted.push(`${sentence}: ${JSON.stringify(made)}`);
    }
    expect(refused.length).toBeGreaterThanOrEqual(80);
    expect(acted).toEqual([]);
  },
);

test(
  "a command that is spoilt by a condition, a time or a no is never carried out",
  { timeout: 120_000 },
  async () => {
    const acted: string[] = [];
    for (const { sentence } of paraphrases().filter((_case, i) => i % 7 === 0)) {
      for (const spoilt of [
        `do not ${sentence}`,
        `if it is late ${sentence}`,
        `${sentence} in ten minutes`,
        `i did not ask you to ${sentence}`,
        `yesterday i ${sentence}`,
        `what happens when you ${sentence}`,
        `${sentence} unless i am asleep`,
      ]) {
        const made = (await callsFor(spoilt)).filter(({ name }) => !harmless.has(name));
        if (made.length > 0) acted.push(`${spoilt}: ${JSON.stringify(made)}`);
      }
    }
    expect(acted).toEqual([]);
  },
);
