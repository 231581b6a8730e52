/**
 * Where a spoken sentence stands in the text that is shown. Its words count, not what is between them:
 * the text has punctuation, lines and marks that nobody says. The last place when there are several.
 */
export function findSentence(text: string, sentence: string): { start: number; end: number } | undefined {
  const words = sentence.match(/[\p{L}\p{N}]+/gu);
  if (!words) return undefined;
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}])${words.join(String.raw`[^\p{L}\p{N}]+`)}(?![\p{L}\p{N}])[.!?…]*`,
    "giu",
  );
  const match = [...text.matchAll(pattern)].at(-1);
  return match && { start: match.index, end: match.index + match[0].length };
}
