import { commandPhrases } from "./command-phrases.ts";
import type { Label } from "./labels.ts";
import { phrasesIn } from "./phrases.ts";
import { questionPhrases } from "./question-phrases.ts";

export const commandLexicon = toMap(commandPhrases);
export const questionLexicon = toMap([...commandPhrases, ...questionPhrases]);
export const longestPhrase = Math.max(...[...questionLexicon.keys()].map((key) => key.split(" ").length));

/** Percent for the words labelled "level"; the first that fits counts. */
export const levelWords: readonly (readonly [RegExp, number])[] = [
  [/three quarters|3 quarters/, 75],
  [/quarter/, 25],
  [/two thirds|2 thirds/, 67],
  [/third/, 33],
  [/half|mid|medium|50 50/, 50],
  [/low/, 25],
];

/** A phrase that stands twice has its last label. */
function toMap(table: readonly (readonly [Label, string])[]): ReadonlyMap<string, Label> {
  return new Map(
    table.flatMap(([label, phrases]) => phrasesIn(phrases).map((phrase) => [phrase, label] as const)),
  );
}
