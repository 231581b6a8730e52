import type { Clause } from "./clauses.ts";
import { isSlip } from "./edit-distance.ts";
import type { HomeDevice } from "./home.ts";
import { label, type Names, type Part } from "./label.ts";
import { type Label, type Noun, nouns, type Quantity, quantities, type Reason, reasons } from "./labels.ts";
import { levelWords } from "./lexicon.ts";

/** What a clause speaks of, before it is looked up in the home. */
export interface Target {
  readonly nouns: readonly Noun[];
  /** "lights", "lamps": all that fit are meant, not one of them. */
  readonly plural: boolean;
  /** "all", "every". */
  readonly all: boolean;
  readonly everything: boolean;
  /** The whole home was named. */
  readonly home: boolean;
  readonly here: boolean;
  readonly pronoun: boolean;
  readonly rooms: readonly string[];
  readonly named: readonly {
    readonly devices: readonly HomeDevice[];
    readonly near: boolean;
    readonly text: string;
  }[];
  /** Words that are no part of any command: names, or something that is not understood. */
  readonly unknown: readonly string[];
  /** Names and nouns as they were said, in order. */
  readonly spoken: string;
}

/** A number that was said, and whether it is the new value or the step. */
export interface Amount {
  readonly value: number;
  readonly unit: "percent" | "degrees" | undefined;
  readonly step: boolean;
}

export interface Reading {
  readonly question: boolean;
  readonly wish: boolean;
  readonly says: ReadonlySet<Label>;
  readonly amount: Amount | undefined;
  readonly quantities: readonly Quantity[];
  readonly reasons: readonly Reason[];
  readonly target: Target;
  readonly words: readonly string[];
  /** Whether names of the home are known; without them any unknown word may be one. */
  readonly named: boolean;
}

/** Verbs that are meant although they are misspelt. */
const commonVerbs: readonly string[] = ["turn", "switch"];
const stepWords: readonly Label[] = [
  "up",
  "down",
  "brighter",
  "darker",
  "warmer",
  "cooler",
  "louder",
  "quieter",
];

/** Undefined when the clause holds more than one number and cannot be trusted. */
export function readClause({ words, question, wish }: Clause, names: Names | undefined): Reading | undefined {
  const labelled = label(asVerb(words), { names, question });
  const parts = names ? labelled : labelled.map(numberInName);
  const numbers = parts.filter(({ is }) => is === "number");
  if (numbers.length > 1) return undefined;
  const says = labelsOf(parts);
  const amount = amountOf(parts, says);
  const has = <T extends Label>(set: ReadonlySet<Label>): T[] =>
    [...says].filter((one) => set.has(one)) as T[];
  return {
    question,
    wish,
    says,
    amount,
    quantities: has<Quantity>(quantities),
    reasons: has<Reason>(reasons),
    target: targetOf(parts, has<Noun>(nouns)),
    words,
    named: names !== undefined,
  };
}

/** "lamp 2", "suite 7": as long as no names are known, such a number may be part of one. */
function numberInName(part: Part, i: number, parts: readonly Part[]): Part {
  const [before, after] = [parts[i - 1], parts[i + 1]];
  if (
    part.is !== "number" ||
    (after?.is === "word" && (after.label === "percent" || after.label === "degrees"))
  )
    return part;
  const named =
    before?.is === "unknown" ||
    (before?.is === "word" &&
      before.label !== "volume" &&
      before.label !== "heating" &&
      nouns.has(before.label));
  return named ? { is: "unknown", text: part.text } : part;
}

/** "light the kitchen" has a verb, "light off" has none. */
function asVerb(words: readonly string[]): readonly string[] {
  const [first = "", second = "", ...rest] = words;
  if (first === "light" && /^(the|my|our|up)$/.test(second))
    return ["illuminate", ...(second === "up" ? rest : words.slice(1))];
  const verb = commonVerbs.find((one) => isSlip(first, one)) ?? first;
  // "turn of the lamp", "turn the lamp of"
  if (commonVerbs.includes(verb) && second === "of") return [verb, "off", ...rest];
  if (commonVerbs.includes(verb) && rest.at(-1) === "of") return [verb, ...words.slice(1, -1), "off"];
  return first === verb ? words : [verb, ...words.slice(1)];
}

/** "on" before a place is a preposition, when something else says what to do. */
function labelsOf(parts: readonly Part[]): Set<Label> {
  const labels = parts.flatMap((part, i) => {
    if (part.is !== "word") return [];
    if (part.label === "on" && isPreposition(parts, i)) return [];
    if (part.text === "switch" && isNounSwitch(parts, i)) return ["plug" as const];
    if ((part.text === "more" || part.text === "less") && hasDirection(parts, i)) return [];
    // "power everything down", "shut the lights down"
    if (part.label === "down" && before(parts, i, /^(power|powering|shut|shutting)$/))
      return ["off" as const];
    if (part.label === "up" && before(parts, i, /^(power|powering)$/)) return ["on" as const];
    return [part.label];
  });
  return new Set(labels);
}

const directions = new Set<Label>([
  "up",
  "down",
  "brighter",
  "darker",
  "dim",
  "warmer",
  "cooler",
  "louder",
  "quieter",
  "off",
  "on",
]);
const doing = new Set<Label>([
  "off",
  "dim",
  "brighter",
  "darker",
  "up",
  "down",
  "level",
  "highest",
  "lowest",
  "percent",
  "toggle",
]);

function isPreposition(parts: readonly Part[], i: number): boolean {
  const [before, after] = [parts[i - 1], parts[i + 1]];
  if (before?.is === "word" && before.label === "verb") return false;
  if (after?.is !== "word" || !/^(the|my|our|level|a)$/.test(after.text)) return false;
  return parts.some(
    (part, j) => j !== i && part.is === "word" && (doing.has(part.label) || part.label === "on"),
  );
}

function before(parts: readonly Part[], i: number, pattern: RegExp): boolean {
  return parts.slice(0, i).some((part) => part.is === "word" && pattern.test(part.text));
}

/** In "dim the lights more", "more" says nothing of its own. */
function hasDirection(parts: readonly Part[], i: number): boolean {
  return parts.some(
    (part, j) =>
      j !== i && part.is === "word" && (directions.has(part.label) || part.label.startsWith("complain")),
  );
}

function isNounSwitch(parts: readonly Part[], i: number): boolean {
  return parts
    .slice(0, i)
    .some(
      (part) => part.is === "word" && (part.label === "verb" || part.label === "on" || part.label === "off"),
    );
}

function amountOf(parts: readonly Part[], says: ReadonlySet<Label>): Amount | undefined {
  const at = parts.findIndex(({ is }) => is === "number");
  const number = parts[at];
  if (number?.is === "number") {
    const unit = says.has("percent") ? "percent" : says.has("degrees") ? "degrees" : undefined;
    const before = parts
      .slice(Math.max(0, at - 3), at)
      .flatMap((part) => (part.is === "word" ? [part.label] : []));
    const to = before.includes("to");
    const by = says.has("by") || (!to && stepWords.some((word) => says.has(word)));
    return { value: number.value, unit, step: by && !to };
  }
  if (says.has("highest")) return { value: 100, unit: "percent", step: false };
  if (says.has("lowest")) return { value: 1, unit: "percent", step: false };
  const level = parts.find((part) => part.is === "word" && part.label === "level");
  if (!level) return undefined;
  const value = levelWords.find(([pattern]) => pattern.test(level.text))?.[1];
  return value === undefined ? undefined : { value, unit: "percent", step: says.has("by") };
}

function targetOf(parts: readonly Part[], found: readonly Noun[]): Target {
  const says = labelsOf(parts);
  const spoken = parts.filter((part) => isSpoken(part));
  return {
    nouns: says.has("plug") && !found.includes("plug") ? [...found, "plug"] : found,
    plural: parts.some((part) => part.is === "word" && nouns.has(part.label) && isPlural(part.text)),
    all: says.has("all"),
    everything: says.has("everything"),
    home: says.has("home"),
    here: says.has("here"),
    pronoun: says.has("pronoun"),
    rooms: [...new Set(parts.flatMap((part) => (part.is === "room" ? [part.room] : [])))],
    named: parts.flatMap((part) => (part.is === "devices" ? [part] : [])),
    unknown: parts.flatMap((part) => (part.is === "unknown" ? [part.text] : [])),
    spoken: spoken.map(({ text }) => text).join(" "),
  };
}

function isSpoken(part: Part): boolean {
  if (part.is === "word") return nouns.has(part.label) || part.label === "here";
  return part.is !== "number";
}

/** "lighting" and "lightning" are all the light there is. */
function isPlural(text: string): boolean {
  return /s$|lighting|lightning/.test(text) && !/heating/.test(text);
}
