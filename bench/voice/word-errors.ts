/** Wrong, missing and extra words against all words that were said. */
export interface WordErrors {
  readonly errors: number;
  readonly words: number;
}

const units =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/** Spelling is not what is measured: case, punctuation, and whether a number has digits or letters. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/%/g, " percent ")
    .replace(/°c?/g, " degrees ")
    .replace(/\b(?:what's|whats)\b/g, "what is")
    .replace(/\bmr\b\.?/g, "mister")
    .replace(/\bgoodnight\b/g, "good night")
    .replace(/\bmetres\b/g, "meters")
    .replace(/[^\p{L}\p{N}' ]+/gu, " ")
    .replace(/'s\b/g, " s")
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => (/^\d+$/.test(word) ? numberWords(Number(word)) : [word]));
}

function numberWords(value: number): string[] {
  if (value < 20) return [units[value] ?? String(value)];
  if (value < 100)
    return [tens[Math.floor(value / 10)] ?? "", ...(value % 10 > 0 ? [units[value % 10] ?? ""] : [])];
  return [...String(value)].map((digit) => units[Number(digit)] ?? digit);
}

/** The fewest changes that lead from what was heard to what was said. */
export function wordErrors(said: string, heard: string): WordErrors {
  const wanted = wordsOf(said);
  const given = wordsOf(heard);
  let row = given.map((_, index) => index + 1);
  let before = [0, ...row];
  wanted.forEach((word, line) => {
    row = [line + 1];
    given.forEach((other, column) => {
      row.push(
        Math.min(
          (before[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + 1,
          (before[column] ?? 0) + (word === other ? 0 : 1),
        ),
      );
    });
    before = row;
  });
  return { errors: before.at(-1) ?? 0, words: wanted.length };
}
