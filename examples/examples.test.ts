import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));
const examples = readdirSync(folder).filter((name) => /^\d\d-.*\.ts$/.test(name));

test("there are examples", () => {
  expect(examples.length).toBeGreaterThanOrEqual(5);
});

test.each(examples)(
  "%s runs and finds what it expects",
  async (example) => {
    const { stderr } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "--conditions=antiphon-source", "--unhandled-rejections=strict", example],
      { cwd: folder, timeout: 60_000, env: { ...process.env, NODE_OPTIONS: "" } },
    );
    expect(stderr).toBe("");
  },
  90_000,
);
