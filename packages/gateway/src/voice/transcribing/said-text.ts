/** What the recogniser makes of "hey computer" when a command follows it. */
const wakePhrase =
  /^\s*(?:(?:hey|hay|hi|a|eh|he|they)[\s,.!-]+)?(?:computers?|compute her|commuter)\b[\s,.!?:-]*/i;

/** The command without the phrase that woke us. */
export function withoutPhrase(text: string): string {
  return text.replace(wakePhrase, "").trim();
}

/** "Turn" and "turned" sound alike before a vowel, and nobody tells a home what they turned off. */
export function asCommand(text: string): string {
  return text.replace(/^turned (?=(?:on|off|up|down)\b)/i, (word) => `${word.slice(0, 4)} `);
}

const openEnd =
  /(?:^|\s)(?:the|a|an|my|our|and|or|to|of|in|at|for|with|from|by|set|turn|switch|dim|make|is|are|what|how|then|but|because|if|when)[\s,-]*(?:\.\.\.|…)?$/i;

/** Whether somebody who said this has more to say: "turn on the". */
export function soundsUnfinished(text: string): boolean {
  return openEnd.test(text.trim());
}

/** Whether there is a word in it; recognisers write "..." or "?" for a breath. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
