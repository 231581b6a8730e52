import type { VoiceEvent } from "../voice/session/voice-event.ts";
import type { VoicePhase } from "../voice/session/voice-state.ts";
import { hasWords } from "../voice/transcribing/said-text.ts";
import type { Output } from "./output.ts";

export interface VoiceWriterOptions extends Output {
  /** Whether somebody watches: then one line shows what is going on. */
  terminal: boolean;
  /** What somebody can do who is waited for. Without it nobody is. */
  waiting?: ((phrase: string | null) => string) | undefined;
}

const clearLine = "\r\u001b[K";
const meterSteps = 10;

/** Writes a talk as it happens: what was said and answered as results, troubles as notes. */
export class VoiceWriter {
  readonly #options: VoiceWriterOptions;
  #phrase: string | null = null;
  #ready = false;
  #phase: VoicePhase = "waiting";
  #level = 0;
  /** The line that the next one takes the place of. */
  #status = "";
  readonly #questions: string[] = [];
  #asked = false;
  /** An answer is being written: its next sentence stands on the same line. */
  #answering = false;

  constructor(options: VoiceWriterOptions) {
    this.#options = options;
  }

  write(event: VoiceEvent): void {
    switch (event.type) {
      case "loading":
        this.note(`${event.message}\n`);
        return;
      case "ready":
        this.#phrase = event.phrase;
        if (this.#options.waiting)
          this.note(`Ready: ${this.#options.waiting(event.phrase)}. Ctrl-C leaves.\n`);
        this.#ready = true;
        this.#showStatus();
        return;
      case "state":
        this.#phase = event.state;
        if (event.state === "waiting" || event.state === "idle" || event.state === "listening")
          this.#endLine();
        this.#showStatus();
        return;
      case "level":
        this.#level = Math.round(event.level * meterSteps);
        this.#showStatus();
        return;
      case "transcription":
        if (hasWords(event.text)) this.#questions.push(event.text);
        else this.note("(not understood)\n");
        return;
      case "run":
        this.#question();
        return;
      case "sentence":
        if (!this.#asked) this.#question();
        this.#sentence(event.text);
        return;
      case "response":
        this.#asked = false;
        this.#endLine();
        if (event.interrupted) this.note("(interrupted)\n");
        return;
      case "problem":
        this.note(`Error: ${event.message}\n`);
        return;
      case "silence":
        this.#endLine();
        return;
      case "wake":
      case "first-token":
      case "sentence-end":
      case "volume":
        return;
      default:
        event satisfies never;
    }
  }

  /** Something that is not part of the talk, on a line of its own. */
  note(text: string): void {
    this.#endLine();
    this.#clearStatus();
    this.#options.note(text);
    this.#showStatus();
  }

  /** Leaves nothing half written. */
  end(): void {
    this.#endLine();
    this.#clearStatus();
    this.#ready = false;
  }

  /** Recordings are heard faster than they are answered: a question is shown when its answer begins. */
  #question(): void {
    const question = this.#questions.shift();
    if (question === undefined) return;
    this.#asked = true;
    this.#result(`you: ${question}\n`);
  }

  #sentence(text: string): void {
    this.#clearStatus();
    this.#options.out(this.#answering ? ` ${text}` : `home: ${text}`);
    this.#answering = true;
  }

  #result(text: string): void {
    this.#endLine();
    this.#clearStatus();
    this.#options.out(text);
    this.#showStatus();
  }

  #endLine(): void {
    if (this.#answering) this.#options.out("\n");
    this.#answering = false;
  }

  #showStatus(): void {
    const { terminal, waiting } = this.#options;
    if (!terminal || !waiting || !this.#ready || this.#answering) return;
    const status = `${"▮".repeat(this.#level).padEnd(meterSteps)} ${this.#words()}`;
    if (status === this.#status) return;
    this.#status = status;
    this.#options.out(`${clearLine}${status}`);
  }

  #words(): string {
    switch (this.#phase) {
      case "waiting":
      case "idle":
        return this.#options.waiting?.(this.#phrase) ?? "";
      case "listening":
        return "listening";
      case "transcribing":
      case "thinking":
        return "thinking";
      case "speaking":
        return "speaking";
      default:
        return this.#phase satisfies never;
    }
  }

  #clearStatus(): void {
    if (this.#status !== "") this.#options.out(clearLine);
    this.#status = "";
  }
}
