import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contractProviders, featureTable, supports } from "./contract/contract-provider.ts";
import { contractCases } from "./contract/contract.ts";
import { features } from "./contract/features.ts";

const page = readFileSync(new URL("../../../../docs/providers.md", import.meta.url), "utf8");

/** Cells without the blanks that a formatter puts around them. */
function cells(line: string): string {
  return line
    .split("|")
    .map((cell) => cell.trim())
    .join("|");
}

test("the table in docs/providers.md is what the contract suite holds", () => {
  const section = page.slice(page.indexOf("## What each supports"), page.indexOf("## What is mended"));
  const rows = section.split("\n").filter((line) => line.startsWith("|") && !line.includes("--"));
  const expected = featureTable()
    .split("\n")
    .filter((line) => !line.includes("--"));
  expect(rows.map(cells)).toEqual(expected.map(cells));
});

test("the number of rules in docs/providers.md is that of the suite", () => {
  expect(page).toContain(`one contract suite of ${contractCases.length} rules`);
});

test("every feature of the table is held by cases", () => {
  const tested = new Set(contractCases.map(({ feature }) => feature));
  expect(features.filter((feature) => !tested.has(feature))).toEqual([]);
});

test("each provider is held to at least 40 cases", () => {
  for (const provider of contractProviders)
    expect(contractCases.filter(({ feature }) => supports(provider, feature)).length).toBeGreaterThanOrEqual(
      40,
    );
});

test("no two cases say the same", () => {
  const rules = contractCases.map(({ rule }) => rule);
  expect(rules.filter((rule, position) => rules.indexOf(rule) !== position)).toEqual([]);
});
