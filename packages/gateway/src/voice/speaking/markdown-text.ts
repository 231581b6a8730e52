/** The words of a text in Markdown: one line for each heading, item, row or paragraph line. */
export function withoutMarkdown(text: string): string {
  return inlineText(text.split("\n").map(lineText).join("\n"));
}

function lineText(line: string): string {
  const quoted = line.replace(/^(?:\s*>)+\s?/, "");
  // Rules, the line below a heading, and the line below the head of a table say nothing.
  if (/^[\s|:=*_-]*$/.test(quoted)) return "";
  const row = /^\s*\|(.*?)\|?\s*$/.exec(quoted);
  if (row?.[1] !== undefined) return cellsText(row[1]);
  return quoted
    .replace(/^\s*(?:[-*+•‣◦]\s+)+/, "")
    .replace(/^\s*#{1,6}\s+(.*?)\s*#*\s*$/, "$1")
    .replace(/^\s*\[[ xX]\]\s+/, "")
    .replace(/^(\s*\d{1,3})[.)](?=\s+\S)/, "$1,");
}

function cellsText(row: string): string {
  return row
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join(", ");
}

function inlineText(text: string): string {
  return text
    .replace(/^\s*\[[^\]\n]+\]:\s+\S+.*$/gm, "")
    .replace(/\[\^[^\]\n]*\]/g, "")
    .replace(/!?\[([^[\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g, "$1")
    .replace(/!?\[([^[\]\n]+)\]\[[^\]\n]*\]/g, "$1")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/(\*\*|__|~~|==)(?=\S)(.*?)\1/g, "$2");
}
