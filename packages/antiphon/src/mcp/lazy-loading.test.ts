import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { fixture } from "./fixtures/setup.ts";

async function loadedBy(action: string): Promise<Set<string>> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--import",
    "tsx",
    fixture("import-only.mjs"),
    action,
    fixture("faulty-server.mjs"),
  ]);
  return new Set(stdout.trim().split("\n").filter(Boolean));
}

test(
  "the SDK and the adapters are loaded when a connection is made, not before",
  { timeout: 60_000 },
  async () => {
    expect(await loadedBy("import")).toEqual(new Set());
    expect(await loadedBy("connect")).toEqual(
      new Set(["@modelcontextprotocol/sdk", "@langchain/mcp-adapters"]),
    );
  },
);
