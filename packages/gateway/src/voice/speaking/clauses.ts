export interface ClauseOptions {
  /** No part is longer. */
  most: number;
  /**
   * The first part ends at the first pause after about this many characters, if there is one: it is heard sooner.
   * @default most
   */
  first?: number | undefined;
}

/** From the best place to breathe to the worst: the end of a sentence, a pause, a comma, a joining word, a space. */
const breaks = [
  /[.!?…]["')\]]*\s/g,
  /[;:]\s|\s[–—-]\s/g,
  /,\s/g,
  /\s(?=(?:and|or|but|because|which|while)\s)/g,
  /\s/g,
];
const pauses = 3;

/** A long text in parts that can be spoken one after the other. Only spaces between parts are left out. */
export function clausesOf(text: string, { most, first = most }: ClauseOptions): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > 0) {
    const end = parts.length === 0 && first < most ? firstEnd(rest, { first, most }) : endOf(rest, most);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return parts;
}

/** Where the head of a text that is too long ends: at the last good break that is not near its beginning. */
export function endOf(text: string, most: number): number {
  if (text.length <= most) return text.length;
  const head = text.slice(0, most + 1);
  for (const [quality, pattern] of breaks.entries()) {
    const least = quality < pauses ? most / 3 : 1;
    const ends = [...head.matchAll(pattern)].map((match) => match.index + match[0].length);
    const end = ends.findLast((position) => position >= least && position <= most);
    if (end !== undefined) return end;
  }
  // A word without an end is cut, but not through a character.
  return /[\ud800-\udbff]/.test(text[most - 1] ?? "") && most > 1 ? most - 1 : most;
}

function firstEnd(text: string, { first, most }: { first: number; most: number }): number {
  if (text.length <= first * 1.5) return endOf(text, most);
  const head = text.slice(0, most);
  const ends = breaks
    .slice(0, pauses)
    .flatMap((pattern) => [...head.matchAll(pattern)].map((match) => match.index + match[0].length))
    .filter((position) => position >= first / 3);
  const soon = ends.filter((position) => position <= first);
  const end = soon.length > 0 ? Math.max(...soon) : Math.min(...ends);
  // What is left must be worth a part of its own.
  return Number.isFinite(end) && text.length - end > 10 ? end : endOf(text, most);
}
