import { spawn, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { onTestFinished, vi } from "vitest";

const require = createRequire(import.meta.url);

/** How the command is run from its sources. */
export const commandLine: readonly string[] = [
  process.execPath,
  "--conditions=antiphon-source",
  "--import",
  pathToFileURL(require.resolve("tsx")).href,
  fileURLToPath(new URL("../src/cli.ts", import.meta.url)),
];

export interface CommandOptions {
  /** Added to the basics; nothing else of ours comes through. */
  env?: Record<string, string>;
  /** In a pseudo-terminal, as a person would. @default false */
  terminal?: boolean;
  /** Written to its input, which is then closed. */
  input?: string;
}

/** A running `antiphon`. It is ended with the test. */
export class RunningCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output = "";
  errors = "";

  constructor(args: readonly string[], { env = {}, terminal = false, input }: CommandOptions = {}) {
    const words = [...commandLine, ...args];
    const [program = "", ...rest] = terminal
      ? ["script", "-qfec", words.map(quote).join(" "), "/dev/null"]
      : words;
    const { PATH = "", HOME = "" } = process.env;
    this.child = spawn(program, rest, {
      cwd: "/tmp",
      env: { PATH, HOME, TERM: "xterm", SHELL: "/bin/sh", ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.child.stdout?.on("data", (bytes: Buffer) => (this.output += bytes.toString("utf8")));
    this.child.stderr?.on("data", (bytes: Buffer) => (this.errors += bytes.toString("utf8")));
    this.child.stdin?.on("error", () => {});
    if (input !== undefined) this.child.stdin?.end(input);
    this.ended = new Promise((resolve) => this.child.once("close", resolve));
    onTestFinished(() => void this.child.kill("SIGKILL"));
  }

  /** What was written so far, without a terminal's colours and cursor movements. */
  get text(): string {
    // oxlint-disable-next-line no-control-regex
    return this.output.replaceAll(/\u001b\[[\d;?]*[A-Za-z]/g, "").replaceAll("\r", "");
  }

  type(text: string): void {
    this.child.stdin?.write(text);
  }

  /** Waits until this was written. */
  async shows(text: RegExp, timeout = 30_000): Promise<void> {
    const written = (): string => `${this.text}\n${this.errors}`;
    const look = (): void => {
      if (!text.test(written())) throw new Error(`${String(text)} was not written, but:\n${written()}`);
    };
    await vi.waitFor(look, { timeout, interval: 50 });
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
