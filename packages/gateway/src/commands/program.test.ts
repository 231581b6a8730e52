import { expect, test } from "vitest";
import { runProgram } from "./program.ts";

async function run(...args: string[]): Promise<{ code: number; out: string; note: string }> {
  let out = "";
  let note = "";
  const output = { out: (text: string) => (out += text), note: (text: string) => (note += text) };
  const code = await runProgram(args, { output });
  return { code, out, note };
}

test("help shows every command, examples and exit codes", async () => {
  for (const args of [["--help"], ["-h"], []]) {
    const { code, out } = await run(...args);
    expect(code).toBe(0);
    for (const word of [
      "start",
      "chat",
      "listen",
      "tools",
      "call",
      "doctor",
      "--model",
      "Examples:",
      "Exit codes:",
    ])
      expect(out).toContain(word);
  }
});

test.each(["start", "chat", "listen", "tools", "call", "doctor"])(
  "%s has a help of its own with examples",
  async (command) => {
    const { code, out } = await run(command, "--help");
    expect(code).toBe(0);
    expect(out).toContain(`antiphon ${command}`);
  },
);

test("the version is that of the package", async () => {
  expect(await run("--version")).toEqual({ code: 0, out: "0.1.0\n", note: "" });
});

test.each([
  [["strat"], /unknown command 'strat'/],
  [["start", "--prot", "1"], /unknown option '--prot'/],
  [["call"], /missing required argument 'tool'/],
  [["call", "datetime", "{"], /The arguments are not JSON/],
  [["call", "datetime", "[]"], /must be a JSON object/],
  [["start", "--port", "x"], /port \(from --port\)/],
  [["start", "--config", "/nowhere/x.json"], /does not exist/],
  [["chat", "--model", "olama:x", "hi"], /No provider "olama"/],
])("a wrong command line ends with 2 and says what is wrong: %j", async (args, message) => {
  const { code, out, note } = await run(...args);
  expect([code, out]).toEqual([2, ""]);
  expect(note).toMatch(message);
  expect(note).not.toMatch(/\bat .*\.ts:/);
});
