/** Notes that recognisers write about sounds: [BLANK_AUDIO], (music), *coughs*. */
const note = /\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|♪/g;

/** What was said, in one line; "" when there is no word in it, as engines write "." for a breath. */
export function tidyText(text: string): string {
  const said = text.replace(note, " ").replace(/\s+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(said) ? said : "";
}
