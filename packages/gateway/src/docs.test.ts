import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { silentLogger } from "antiphon";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testConfig } from "../testing/test-config.ts";
import { settingsTable } from "./config/settings-table.ts";
import { startGateway, type Gateway } from "./startup/gateway.ts";

const run = promisify(execFile);
const read = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8");

/** The shell blocks of the page; a comment `# → text` says what must be in the output. */
const examples = [...read("gateway.md").matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, code = ""]) => ({
  code,
  expected: [...code.matchAll(/^# → (.*)$/gm)].map(([, text = ""]) => text),
}));

let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway(testConfig(), { logger: silentLogger });
  await gateway.settled;
}, 60_000);

afterAll(() => gateway.close());

test("the page has examples, and each says what it prints", () => {
  expect(examples.length).toBeGreaterThan(8);
  expect(examples.filter(({ expected }) => expected.length === 0)).toEqual([]);
});

test.each(examples)(
  "an example of docs/gateway.md does what it says: $expected",
  async ({ code, expected }) => {
    const here = code.replaceAll("http://127.0.0.1:4410/", gateway.url);
    const { stdout } = await run("bash", ["-euc", here], { timeout: 20_000 });
    for (const text of expected) expect(stdout).toContain(text);
  },
  30_000,
);

test("docs/configuration.md names every setting with its default", () => {
  const cells = (table: string): string[][] =>
    table
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) => line.split("|").map((cell) => cell.trim()));
  expect(cells(read("configuration.md"))).toEqual(cells(settingsTable()));
});
