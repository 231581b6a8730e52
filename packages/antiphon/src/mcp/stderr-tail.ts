import { hidden, isSecretName, redactText } from "../redaction.ts";

export interface StderrTailOptions {
  /** Words that must never be shown, such as passwords from the server's own configuration. */
  secrets?: readonly string[];
  /** @default 8_192 */
  maxChars?: number;
  /** Called with each complete line, redacted. */
  onLine?: ((line: string) => void) | undefined;
}

const maxLineChars = 2_000;

/** The last things a server said on stderr: bounded, line by line, secrets replaced. */
export class StderrTail {
  #lines: string[] = [];
  #length = 0;
  #pending = "";
  readonly #decoder = new TextDecoder();
  readonly #secrets: readonly string[];
  readonly #maxChars: number;
  readonly #onLine: ((line: string) => void) | undefined;

  constructor({ secrets = [], maxChars = 8_192, onLine }: StderrTailOptions = {}) {
    this.#secrets = secrets;
    this.#maxChars = maxChars;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    const pieces = this.#decoder.decode(chunk, { stream: true }).split("\n");
    const last = pieces.pop() ?? "";
    for (const piece of pieces) {
      this.#add(this.#pending + piece);
      this.#pending = "";
    }
    // A line without end keeps its start only; that is where it says what it is about.
    if (this.#pending.length < maxLineChars) this.#pending += last.slice(0, maxLineChars);
  }

  get text(): string {
    return [...this.#lines, this.#clean(this.#pending)].filter(Boolean).join("\n");
  }

  /** The most recent line that says something. */
  get lastLine(): string {
    return this.#clean(this.#pending) || (this.#lines.at(-1) ?? "");
  }

  #add(raw: string): void {
    const line = this.#clean(raw);
    if (line === "") return;
    this.#onLine?.(line);
    this.#lines.push(line);
    this.#length += line.length + 1;
    while (this.#length > this.#maxChars && this.#lines.length > 1) {
      this.#length -= (this.#lines.shift()?.length ?? 0) + 1;
    }
  }

  #clean(raw: string): string {
    let line = raw.trimEnd();
    for (const secret of this.#secrets) line = line.replaceAll(secret, hidden);
    const short = line.length > maxLineChars ? `${line.slice(0, maxLineChars)}…` : line;
    return redactText(short);
  }
}

const shortestSecret = 4;

/** The values among settings that are secrets, judged by their names. */
export function secretValues(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings)
    .filter(([name, value]) => value.length >= shortestSecret && isSecretName(name))
    .map(([, value]) => value);
}
