import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "./load-config.ts";

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "antiphon-config-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

const nothing = { env: {}, cwd: "/nowhere" };

test("without any settings everything has a default, on this machine only", async () => {
  expect(await loadConfig(nothing)).toMatchObject({
    model: "offline",
    host: "127.0.0.1",
    port: 4410,
    home: "auto",
  });
});

test("the environment wins over the file, a flag over both", async () => {
  const cwd = await folderWith({ "antiphon.json": '{"port": 1, "host": "::1", "model": "ollama:a:b"}' });
  const env = { ANTIPHON_PORT: "2", ANTIPHON_HOST: "localhost" };
  expect(await loadConfig({ cwd, env: {} })).toMatchObject({ port: 1, host: "::1", model: "ollama:a:b" });
  expect(await loadConfig({ cwd, env })).toMatchObject({ port: 2, host: "localhost", model: "ollama:a:b" });
  expect(await loadConfig({ cwd, env, flags: { port: "3" } })).toMatchObject({ port: 3, host: "localhost" });
});

test("lists, numbers and switches can be written as text", async () => {
  const env = {
    ANTIPHON_ALLOWED_HOSTS: "a.example, b.example",
    ANTIPHON_YES: "true",
    ANTIPHON_MAX_RUNS: "7",
  };
  expect(await loadConfig({ ...nothing, env })).toMatchObject({
    allowedHosts: ["a.example", "b.example"],
    yes: true,
    maxRuns: 7,
  });
});

test.each([
  [{ flags: { port: "abc" } }, /port \(from --port\) must be a whole number/],
  [{ env: { ANTIPHON_PORT: "70000" } }, /port \(from ANTIPHON_PORT\) must be a whole number/],
  [{ env: { ANTIPHON_MAX_BODY_BYTES: "1.5" } }, /maxBodyBytes \(from ANTIPHON_MAX_BODY_BYTES\)/],
  [{ flags: { logLevel: "loud" } }, /logLevel \(from --log-level\) must be silent/],
  [{ flags: { broker: "localhost" } }, /broker \(from --broker\) must be a broker address/],
  [{ flags: { model: "olama:x" } }, /model \(from --model\): No provider "olama"\. Known: ollama/],
  [{ flags: { host: "0.0.0.0" } }, /host \(from --host\) .* set a token/],
  [{ flags: { token: "short" } }, /token \(from --token\) must have at least 16/],
  [{ flags: { home: "own" } }, /home \(from --home\) is "own", which needs a broker/],
  [{ env: { ANTIPHON_SEARCH: "brave" } }, /search \(from ANTIPHON_SEARCH\) .* needs searchKey/],
  [{ env: { ANTIPHON_TIME_ZONE: "Mars/North" } }, /timeZone \(from ANTIPHON_TIME_ZONE\) must be a time zone/],
  [{ file: "missing.json" }, /missing\.json does not exist/],
])("a wrong setting is named with where it came from: %j", async (options, message) => {
  await expect(loadConfig({ ...nothing, ...options })).rejects.toThrow(message);
});

test("a token lets others in", async () => {
  const flags = { host: "0.0.0.0", token: "a-long-enough-token" };
  expect(await loadConfig({ ...nothing, flags })).toMatchObject(flags);
});

test("a misspelt key in the file is named, with the one that was meant", async () => {
  const cwd = await folderWith({ "antiphon.json": '{"prot": 1, "constructor": 2}' });
  const loading = loadConfig({ cwd, env: {} });
  await expect(loading).rejects.toThrow(/prot \(from antiphon\.json\) is not a setting; did you mean port\?/);
  await expect(loading).rejects.toThrow(/constructor \(from antiphon\.json\) is not a setting/);
});

test.each([
  ["{", /broken\.json is not JSON/],
  ["[]", /broken\.json must hold one JSON object/],
  ["null", /broken\.json must hold one JSON object/],
])("a file that holds %s is refused", async (content, message) => {
  const cwd = await folderWith({ "broken.json": content });
  await expect(loadConfig({ cwd, env: { ANTIPHON_CONFIG: "broken.json" } })).rejects.toThrow(message);
});
