const units = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, value) => [word, value]),
);
const tens = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, i) => [word, 20 + 10 * i] as const)
    .concat([["fourty", 40]]),
);
/** Words before or after which "one" is a number and not a pronoun ("the other one"). */
const beforeOne = new Set(["to", "by", "at", "level", "number", "node", "lamp", "light", "channel", "plus"]);
const afterOne = new Set([
  "percent",
  "degree",
  "degrees",
  "hundred",
  "point",
  "day",
  "week",
  "month",
  "year",
]);

/** "set it to twenty one point five" → "set it to 21.5": number words become digits. */
export function digitsForWords(words: readonly string[]): string[] {
  const result: string[] = [];
  for (let i = 0; i < words.length;) {
    const { value, next } = readNumber(words, i);
    if (value === undefined) result.push(words[i] ?? "");
    else result.push(String(value));
    i = next;
  }
  return result;
}

function readNumber(words: readonly string[], start: number): { value: number | undefined; next: number } {
  const none = { value: undefined, next: start + 1 };
  let i = start;
  let value = cardinal(words, i);
  if (value === undefined) return none;
  if (words[i] === "one" && !beforeOne.has(words[i - 1] ?? "") && !afterOne.has(words[i + 1] ?? ""))
    return none;
  i++;
  if (tens.has(words[i - 1] ?? "")) {
    const unit = units.get(words[i] ?? "");
    if (unit !== undefined && unit > 0 && unit < 10) {
      value += unit;
      i++;
    }
  }
  if (words[i] === "hundred" && value < 10) {
    value *= 100;
    i++;
  }
  if (words[i] === "point" && digitOf(words[i + 1]) !== undefined) {
    value += (digitOf(words[i + 1]) ?? 0) / 10;
    i += 2;
  } else if (words[i] === "and" && words[i + 1] === "a" && words[i + 2] === "half") {
    value += 0.5;
    i += 3;
  }
  return { value, next: i };
}

function cardinal(words: readonly string[], i: number): number | undefined {
  const word = words[i] ?? "";
  if (/^\d+([.,]\d+)?$/.test(word)) return Number(word.replace(",", "."));
  if (word === "hundred") return 100;
  return units.get(word) ?? tens.get(word);
}

function digitOf(word: string | undefined): number | undefined {
  if (word !== undefined && /^\d$/.test(word)) return Number(word);
  const value = units.get(word ?? "");
  return value !== undefined && value < 10 ? value : undefined;
}
