/** Said instead of what only eyes can read. */
export const detailsSentence = "I have the details on the page.";
export const codeSentence = "The code is on the page.";

/** Fenced code, whether or not its end has come, as one of the sentences above. */
export function withoutCodeBlocks(text: string): string {
  return text.replace(
    /(`{3,}|~{3,})([^\n`]*)([^]*?)(?:\1|$)/g,
    (_block, _fence, language: string, rest: string) => {
      const content = `${language}\n${rest}`.trim();
      if (content === "") return "\n";
      return `\n${/^(?:jsonc?|json5|ya?ml|xml|csv)\b/i.test(content) || opensJson(content) ? detailsSentence : codeSentence}\n`;
    },
  );
}

/** Objects and lists in JSON, whether or not their end has come, as `detailsSentence`. */
export function withoutJson(text: string): string {
  let result = "";
  let position = 0;
  for (const { index } of text.matchAll(/[{[]/g)) {
    if (index < position || !opensJson(text.slice(index, index + 200))) continue;
    result += `${text.slice(position, index)}\n${detailsSentence}\n`;
    position = endOfJson(text, index);
  }
  return result + text.slice(position);
}

/** `{"`, `{}`, `[{`, `["`, `[[` and `{'` open data; `[` and a word opens a link. */
function opensJson(text: string): boolean {
  return /^(?:\{\s*["'}]|\[\s*(?:["{}]|\[\s*["{[\d]))/.test(text);
}

function endOfJson(text: string, start: number): number {
  const depth = new JsonDepth();
  for (let index = start; index < text.length; index++)
    if (depth.after(text[index] as string) === 0) return index + 1;
  return text.length;
}

/** How many brackets of a JSON text are open, character by character. */
export class JsonDepth {
  #depth = 0;
  #inString = false;
  #escaped = false;

  after(character: string): number {
    if (this.#escaped) this.#escaped = false;
    else if (this.#inString && character === "\\") this.#escaped = true;
    else if (character === '"') this.#inString = !this.#inString;
    else if (!this.#inString && (character === "{" || character === "[")) this.#depth++;
    else if (!this.#inString && (character === "}" || character === "]")) this.#depth--;
    return this.#depth;
  }
}
