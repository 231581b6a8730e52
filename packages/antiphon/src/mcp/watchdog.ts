import type { spawn as nodeSpawn } from "node:child_process";
import type { Logger } from "../logger.ts";

export interface WatchdogOptions {
  spawn: typeof nodeSpawn;
  logger: Logger;
}

export interface Watchdog {
  /** The group has ended by itself: there is nothing left to watch. */
  release(): void;
}

// Reads the group, then waits for a second line. The end of input instead of it means that we are gone,
// by whatever way a process can go: the kernel closes the pipe for us.
const script = `
read -r group || exit 0
read -r released && exit 0
kill -s TERM -- "-$group" || exit 0
sleep 1
kill -s KILL -- "-$group"
`;

/**
 * Ends a process group when our own process is gone, be it by SIGKILL: nothing in us can run then. A shell
 * does it, because it starts in a millisecond and takes hardly any memory.
 */
export function watchGroup(leader: number, { spawn, logger }: WatchdogOptions): Watchdog {
  if (process.platform === "win32") return { release: () => {} };
  const shell = spawn("/bin/sh", ["-c", script], {
    // A group of its own: a Ctrl-C in the terminal must not end the watchdog before its work.
    detached: true,
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  const { stdin } = shell;
  shell.on("error", (error) =>
    logger.warn({ error, group: leader }, "No watchdog for an MCP server: it may outlive a killed parent"),
  );
  stdin?.on("error", () => {});
  stdin?.write(`${leader}\n`);
  shell.unref();
  if (stdin && "unref" in stdin && typeof stdin.unref === "function") stdin.unref();
  return { release: () => stdin?.end("released\n") };
}
