import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { anthropic, contractProviders, openAI, type ContractProvider } from "./contract/contract-provider.ts";
import { open } from "./contract/stage.ts";

const packages = new Map([
  ["openai", "openai"],
  ["anthropic", "anthropic"],
  ["google", "google-genai"],
  ["ollama", "ollama"],
  ["cohere", "openai"],
  ["mistral", "mistralai"],
]);
const source = fileURLToPath(new URL("..", import.meta.url));
const modules = resolve(dirname(createRequire(import.meta.url).resolve("zod/package.json")), "..");

/** Our sources with everything they need but the providers' packages, of which only one is there. */
function install(langChainPackage: string): string {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-one-package-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(source, join(folder, "src"), {
    recursive: true,
    filter: (path) => !/\.test\.ts$|contract$/.test(path),
  });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  mkdirSync(join(folder, "node_modules", "@langchain"), { recursive: true });
  const link = (name: string): void => symlinkSync(join(modules, name), join(folder, "node_modules", name));
  for (const name of readdirSync(modules)) if (!/^\.|^@langchain$|^antiphon$/.test(name)) link(name);
  for (const name of ["core", langChainPackage]) link(`@langchain/${name}`);
  return folder;
}

async function run(provider: ContractProvider, absent: ContractProvider): Promise<unknown> {
  const { server } = await open(provider, { turns: [{ steps: ["Hello"] }] });
  const folder = install(packages.get(provider.name) ?? "");
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--import",
    import.meta.resolve("tsx"),
    fileURLToPath(new URL("contract/one-package.mjs", import.meta.url)),
    pathToFileURL(join(folder, "src/index.ts")).href,
    provider.name,
    server.url,
    absent.name,
  ]);
  return JSON.parse(stdout) as unknown;
}

test.each(contractProviders)(
  "$label works where no other provider's package is installed, and another says what to install",
  { timeout: 60_000 },
  async (provider) => {
    const absent = provider === anthropic ? openAI : anthropic;
    const needed = `@langchain/${absent.name}`;
    expect(await run(provider, absent)).toEqual({
      output: "Hello",
      failure: `This model needs the package ${needed}. Run: npm install ${needed}`,
    });
  },
);
