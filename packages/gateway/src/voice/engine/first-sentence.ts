/** What somebody else says, as far as a person wants to read it: its first line, ended as a sentence. */
export function firstSentence(text: string): string {
  const [line = ""] = text.trim().split(/[\r\n]/);
  const said = line
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 200);
  return said === "" || /[.?!]$/.test(said) ? said : `${said}.`;
}
