export interface PageLimits {
  /** @default 100 */
  maxLines?: number;
  /** Of the lines on one page; a page always holds at least one. @default 12_000 */
  maxCharacters?: number;
}

/** Cuts a list into pages that fit a model's budget, between lines and never within one. */
export function paginate<T extends { line: string }>(
  items: readonly T[],
  { maxLines = 100, maxCharacters = 12_000 }: PageLimits = {},
): T[][] {
  const pages: T[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const page = pages.at(-1);
    const length = item.line.length + 1;
    if (page !== undefined && page.length < maxLines && characters + length <= maxCharacters) {
      page.push(item);
      characters += length;
    } else {
      pages.push([item]);
      characters = length;
    }
  }
  return pages;
}
