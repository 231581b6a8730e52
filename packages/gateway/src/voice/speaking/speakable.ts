import { hasWords } from "./has-words.ts";
import { withoutHtml } from "./html-text.ts";
import { withoutMarkdown } from "./markdown-text.ts";
import { withSpokenNames } from "./spoken-names.ts";
import { withSpokenNumbers } from "./spoken-numbers.ts";
import { withSpokenUnits } from "./spoken-units.ts";
import { detailsSentence, withoutCodeBlocks, withoutJson } from "./structured-data.ts";

/** One turn may uncover what the next one takes away; real texts need one. */
const mostTurns = 8;

/**
 * What a model writes as what a person can hear: one line of words, numbers and the marks that make pauses. No
 * Markdown, no JSON, no code, no emoji. What is speakable already stays as it is. "" when nothing can be said.
 */
export function speakable(text: string): string {
  let spoken = text;
  for (let turn = 0; turn < mostTurns; turn++) {
    const next = onceSpeakable(spoken);
    if (next === spoken) break;
    spoken = next;
  }
  return spoken;
}

const steps: readonly ((text: string) => string)[] = [
  withoutControls,
  withoutCodeBlocks,
  withoutJson,
  withoutHtml,
  withoutMarkdown,
  withSpokenNames,
  withSpokenNumbers,
  withSpokenUnits,
  withoutEmoji,
  withSpokenSigns,
  asOneLine,
];

function onceSpeakable(text: string): string {
  const spoken = steps.reduce((current, step) => step(current), text);
  return hasWords(spoken) ? spoken : "";
}

function withoutControls(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, "\n")
    .replace(/\p{Cs}/gu, "")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]/g, "")
    .replace(/[^\n\P{Cc}]/gu, " ");
}

function withoutEmoji(text: string): string {
  return text
    .replace(/(?<=[\d#*])\ufe0f?\u20e3/gu, "")
    .replace(/\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/gu, " ")
    .replace(/\p{Variation_Selector}|[\u{e0020}-\u{e007f}]/gu, "");
}

/** Signs that are words are said, those that are only seen are left out. */
function withSpokenSigns(text: string): string {
  return text
    .replace(/[“”„«»"]/g, "")
    .replace(/[‘’‚`´]/g, (mark) => (mark === "`" ? "" : "'"))
    .replace(/\s?<=\s?|\s?≤\s?/g, " at most ")
    .replace(/\s?>=\s?|\s?≥\s?/g, " at least ")
    .replace(/\s(?:[-=]>|[→⇒➜])\s/g, " to ")
    .replace(/(?<=[\p{L}\p{N}]\s?)<(?=\s?\p{N}|\s\p{L})/gu, " less than ")
    .replace(/(?<=[\p{L}\p{N}]\s?)>(?=\s?\p{N}|\s\p{L})/gu, " more than ")
    .replace(/(?<=\p{N}\s?)\*(?=\s?\p{N})/gu, " times ")
    .replace(/(?<=[\p{L}\p{N}]\s?)=+(?=\s?[\p{L}\p{N}])/gu, " is ")
    .replace(/(?<=[\p{L}\p{N}]\s?)&(?=\s?[\p{L}\p{N}])/gu, " and ")
    .replace(/(?<=[\p{L}\p{N}]\s?)@(?=\s?[\p{L}\p{N}])/gu, " at ")
    .replace(/(?<=\p{N})\s?\+\s?(?=\p{N})/gu, " plus ")
    .replace(/(?<=\p{L})\s?\/\s?(?=\p{L})/gu, " or ")
    .replace(/(?<!\p{N})\/|\/(?!\p{N})/gu, " ")
    .replace(/\s[–—-]+\s/g, ", ")
    .replace(/[–—]/g, ", ")
    .replace(/…|\.{2,}/g, ".")
    .replace(/[\p{Sm}\p{So}\p{Sk}\p{Sc}*_#|{}[\]<>\\~^=@&•·]/gu, " ");
}

/** Every line is a sentence; marks that belong to nothing any more are left out. */
function asOneLine(text: string): string {
  const lines = text
    .split("\n")
    .map((line) =>
      line
        .replace(/\(\s*\)/g, " ")
        .replace(/\s+/g, " ")
        .replace(/\s(?=[.,;:!?)])/g, "")
        .replace(/(?<=\()\s/g, "")
        .replace(/([,;:])(?:[,;:]|(?=[.!?]))+/g, (marks) => (/[.!?]/.test(marks) ? "" : (marks[0] as string)))
        .replace(/^[^\p{L}\p{N}('-]+|^-+(?!\d)\s*/u, "")
        .trim(),
    )
    .filter(hasWords);
  const ended = lines.map((line, position) =>
    position < lines.length - 1 ? (/[.!?:,;。！？]['")]*$/.test(line) ? line : `${line}.`) : line,
  );
  return ended.filter((line, position) => line !== detailsSentence || ended[position - 1] !== line).join(" ");
}
