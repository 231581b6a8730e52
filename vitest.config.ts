import { defineConfig } from "vitest/config";

// Tests read the sources of our own packages, so that no build step stands before them.
const conditions = ["antiphon-source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "examples/*.test.ts"],
    pool: "forks",
    // Most of the time goes by in child processes and drivers; one worker per core would wait with them.
    maxWorkers: 3,
    testTimeout: 20_000,
    // On a shared machine a child process may be starved once; what is broken fails twice.
    retry: process.env["CI"] ? 1 : 0,
    execArgv: ["--expose-gc"],
  },
});
