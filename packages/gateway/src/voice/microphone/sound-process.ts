import { spawn as nodeSpawn, type ChildProcess } from "node:child_process";

/** A program with its arguments. */
export interface SoundProgram {
  readonly program: string;
  readonly args: readonly string[];
}

export interface Ended {
  /** It is not installed. */
  readonly missing: boolean;
  /** 0 when it did what it should; undefined when it was ended by a signal or never began. */
  readonly code: number | undefined;
  /** Why, in its own words where it had some. */
  readonly reason: string;
}

export interface SoundProcess {
  readonly child: ChildProcess;
  /** Resolves when nothing of it is left. Never rejects. */
  readonly ended: Promise<Ended>;
  /** Whether nothing of it is left. */
  isOver: () => boolean;
  /** At once: sound that is on its way is dropped. Idempotent. */
  kill: () => void;
}

export type Spawn = typeof nodeSpawn;

const longestReason = 300;
const drainMs = 200;

/** Starts a recorder or a player. */
export function startSoundProcess(
  { program, args }: SoundProgram,
  { spawn = nodeSpawn }: { spawn?: Spawn | undefined } = {},
): SoundProcess {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
  let words = "";
  let over = false;
  child.stderr.on("data", (bytes: Buffer) => {
    words = `${words}${bytes.toString("utf8")}`.slice(-2_000);
  });
  // A program that ends early does not read what it is given.
  child.stdin.on("error", () => {});
  child.stdout.on("error", () => {});
  child.once("exit", () => {
    child.stdin.destroy();
    // What a wrapper's own child still holds is not waited for.
    const timer = setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    }, drainMs);
    child.once("close", () => clearTimeout(timer));
  });
  const ended = new Promise<Ended>((resolve) => {
    const end = (how: Ended): void => {
      over = true;
      resolve(how);
    };
    child.once("error", (error: NodeJS.ErrnoException) => {
      // What was never started is never closed.
      if (child.pid === undefined)
        end({ missing: error.code === "ENOENT", code: undefined, reason: error.message });
    });
    child.once("close", (code, signal) => {
      const reason = lastLine(words) ?? (signal ? `ended by ${signal}` : `ended with ${code}`);
      end({ missing: false, code: code ?? undefined, reason });
    });
  });
  return { child, ended, isOver: () => over, kill: () => void child.kill("SIGKILL") };
}

/** Programs complain at length and end with what matters. */
function lastLine(words: string): string | undefined {
  const line = words.trim().split("\n").at(-1)?.trim();
  return line === undefined || line === "" ? undefined : line.slice(0, longestReason);
}
