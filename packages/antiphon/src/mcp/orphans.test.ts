import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { fixture, isRunning, temporaryFolder } from "./fixtures/setup.ts";

test(
  "after SIGKILL of our own process no server remains, not even one that ignores everything [M5]",
  { timeout: 60_000 },
  async () => {
    const pidfile = join(temporaryFolder(), "pids");
    const parent = spawn(
      process.execPath,
      ["--import", "tsx", fixture("doomed-parent.mjs"), fixture("faulty-server.mjs"), pidfile],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    onTestFinished(() => void parent.kill("SIGKILL"));
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    expect(String(line)).toBe("ready\n");
    const server = Number(readFileSync(pidfile, "utf8"));
    expect(isRunning(server)).toBe(true);

    parent.kill("SIGKILL");
    await once(parent, "exit");
    await vi.waitFor(() => expect(isRunning(server)).toBe(false), { timeout: 10_000, interval: 20 });
  },
);
