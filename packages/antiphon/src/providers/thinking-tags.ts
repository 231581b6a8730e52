const open = "<think>";
const close = "</think>";

export interface ThinkingSplit {
  text: string;
  thinking: string;
}

/**
 * Separates `<think>…</think>` at the start of a message, as reasoning models write it when their server
 * does not. Tags may be cut anywhere; text elsewhere passes at once.
 */
export class ThinkingTags {
  #state: "start" | "thinking" | "after" | "text" = "start";
  #held = "";

  add(chunk: string): ThinkingSplit {
    if (this.#state === "text") return { text: chunk, thinking: "" };
    if (this.#state === "after") return { text: this.#afterThinking(chunk), thinking: "" };
    this.#held += chunk;
    if (this.#state === "start") {
      const trimmed = this.#held.trimStart();
      if (open.startsWith(trimmed) && trimmed !== open) return nothing();
      if (!trimmed.startsWith(open)) return this.#release();
      this.#state = "thinking";
      this.#held = trimmed.slice(open.length);
    }
    const end = this.#held.indexOf(close);
    if (end === -1) return this.#thinkingSoFar();
    const thinking = this.#held.slice(0, end);
    const rest = this.#held.slice(end + close.length);
    this.#state = "after";
    this.#held = "";
    return { text: this.#afterThinking(rest), thinking };
  }

  /** What was held back when the message ended. */
  end(): ThinkingSplit {
    const rest = this.#held;
    this.#held = "";
    return this.#state === "thinking" ? { text: "", thinking: rest } : { text: rest, thinking: "" };
  }

  /** The blank lines between thinking and answer belong to neither. */
  #afterThinking(chunk: string): string {
    const text = chunk.trimStart();
    if (text !== "") this.#state = "text";
    return text;
  }

  #release(): ThinkingSplit {
    this.#state = "text";
    const text = this.#held;
    this.#held = "";
    return { text, thinking: "" };
  }

  /** Everything but what may be the start of the closing tag. */
  #thinkingSoFar(): ThinkingSplit {
    const keep =
      Array.from({ length: close.length - 1 }, (_, i) => close.length - 1 - i).find((size) =>
        this.#held.endsWith(close.slice(0, size)),
      ) ?? 0;
    const thinking = this.#held.slice(0, this.#held.length - keep);
    this.#held = this.#held.slice(this.#held.length - keep);
    return { text: "", thinking };
  }
}

function nothing(): ThinkingSplit {
  return { text: "", thinking: "" };
}
