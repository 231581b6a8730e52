import type { AIMessage } from "@langchain/core/messages";
import type { ContentFragment } from "./raw-stream.ts";

type Part = { type: string; [key: string]: unknown };

/** Fields of a block that arrive in pieces; every other field is a fact and is replaced. */
const joinedFields = new Set(["text", "thinking", "reasoning", "signature", "data"]);

/** Text and blocks in the order they began. Plain text stays a string. */
export class ContentAssembly {
  readonly #parts: Part[] = [];
  readonly #open = new Map<string, Part>();
  #text: { type: "text"; text: string } | undefined;
  hasText = false;

  addText(text: string): void {
    this.hasText = true;
    if (this.#text) {
      this.#text.text += text;
    } else {
      this.#text = { type: "text", text };
      this.#parts.push(this.#text);
    }
  }

  addBlock({ index, ...fragment }: ContentFragment): void {
    const key = `${fragment.type} ${index ?? ""}`;
    const known = index === undefined ? undefined : this.#open.get(key);
    if (known) {
      mergeBlock(known, fragment);
      return;
    }
    const part: Part = { ...fragment };
    this.#open.set(key, part);
    this.#parts.push(part);
    // Text after a block is another text.
    this.#text = undefined;
  }

  content(): AIMessage["content"] {
    if (this.#parts.every(({ type }) => type === "text"))
      return this.#parts.map(({ text }) => text as string).join("");
    return this.#parts;
  }
}

function mergeBlock(part: Part, fragment: Part): void {
  for (const [key, value] of Object.entries(fragment)) {
    const old = part[key];
    part[key] =
      joinedFields.has(key) && typeof old === "string" && typeof value === "string" ? old + value : value;
  }
}

/** Merges in place: texts are joined, lists and objects grow, everything else is replaced. */
export function mergeExtras(target: Record<string, unknown>, source: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(source)) {
    const old = target[key];
    if (typeof old === "string" && typeof value === "string") target[key] = old + value;
    else if (Array.isArray(old) && Array.isArray(value)) old.push(...(value as unknown[]));
    else if (isPlain(old) && isPlain(value)) mergeExtras(old, value);
    else if (value !== undefined && value !== null)
      target[key] = isPlain(value) ? { ...value } : Array.isArray(value) ? [...(value as unknown[])] : value;
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
