/** The known name nearest to a wrong one, when it is near enough to be meant. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const wanted = simplify(name);
  if (wanted.length === 0 || wanted.length > 100) return undefined;
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(wanted, simplify(candidate)) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(1, wanted.length / 3) ? best.candidate : undefined;
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, "");
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
