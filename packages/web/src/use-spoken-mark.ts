import { useEffect, type RefObject } from "react";
import { findSentence } from "./voice/find-sentence.ts";

const name = "spoken";

/**
 * Marks the sentence that is being read aloud, in the last answers within `container`. The browser paints
 * the mark; the text stays as it is. `version` changes whenever the text may have changed.
 */
export function useSpokenMark(
  container: RefObject<HTMLElement | null>,
  { sentence, version }: { readonly sentence: string; readonly version: unknown },
): void {
  useEffect(() => {
    // Older browsers have no such marks.
    const marks = CSS.highlights as HighlightRegistry | undefined;
    if (!marks || !sentence) return undefined;
    const answers = container.current?.querySelectorAll('[data-role="user"] ~ [data-role="assistant"]') ?? [];
    for (const answer of [...answers].toReversed()) {
      const range = rangeOf(answer, sentence);
      if (!range) continue;
      marks.set(name, new Highlight(range));
      break;
    }
    return () => void marks.delete(name);
  }, [container, sentence, version]);
}

function rangeOf(element: Element, sentence: string): Range | undefined {
  const found = findSentence(element.textContent ?? "", sentence);
  if (!found) return undefined;
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let offset = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    const { start, end } = found;
    if (start >= offset && start < offset + length) range.setStart(node, start - offset);
    if (end > offset && end <= offset + length) {
      range.setEnd(node, end - offset);
      return range;
    }
    offset += length;
  }
  return undefined;
}
