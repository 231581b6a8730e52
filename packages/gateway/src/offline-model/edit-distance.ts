/** Words that differ by a slip of the hand or the ear: same first letter, at most one or two edits. */
export function isSlip(word: string, meant: string): boolean {
  if (word === meant) return true;
  const shorter = Math.min(word.length, meant.length);
  if (shorter < 4 || word[0] !== meant[0] || /\d/.test(word + meant)) return false;
  const allowed = shorter < 7 ? 1 : 2;
  return Math.abs(word.length - meant.length) <= allowed && editDistance(word, meant) <= allowed;
}

/** Insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replace, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
