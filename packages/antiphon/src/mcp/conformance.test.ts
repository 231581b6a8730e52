import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { fixture, temporaryFolder } from "./fixtures/setup.ts";

const require = createRequire(import.meta.url);
const suite = join(
  dirname(require.resolve("@modelcontextprotocol/conformance/package.json")),
  "dist/index.js",
);

// The suite's other client scenarios ask for OAuth (auth/…) or elicitation, which this client does not offer.
test.each(["initialize", "tools_call", "sse-retry"])(
  "the conformance suite's client scenario %s passes",
  { timeout: 60_000 },
  async (scenario) => {
    const command = `${process.execPath} --import tsx ${fixture("conformance-client.mjs")}`;
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [suite, "client", "--command", command, "--scenario", scenario, "-o", temporaryFolder()],
      { cwd: dirname(fixture("conformance-client.mjs")) },
    );
    expect(`${stdout}${stderr}`).toContain("OVERALL: PASSED");
  },
);
