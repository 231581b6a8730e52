/** "a | b", over as many lines as it takes. */
export function phrasesIn(text: string): string[] {
  return text
    .split(/[|\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "");
}
