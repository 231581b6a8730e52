/**
 * Tells whether a JSON object that arrives in pieces is closed yet. Reads each character once, and only
 * when asked, so that asking often costs no more than asking once.
 */
export class JsonProgress {
  #next = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  isClosed(pieces: readonly string[]): boolean {
    for (; this.#next < pieces.length; this.#next++) this.#read(pieces[this.#next] ?? "");
    return pieces.length > 0 && this.#depth === 0 && !this.#inString;
  }

  #read(piece: string): void {
    for (const character of piece) {
      if (this.#escaped) this.#escaped = false;
      else if (character === "\\") this.#escaped = this.#inString;
      else if (character === '"') this.#inString = !this.#inString;
      else if (!this.#inString && (character === "{" || character === "[")) this.#depth++;
      else if (!this.#inString && (character === "}" || character === "]")) this.#depth--;
    }
  }
}
