import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const manifest = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};

let consumer = "";
let tarball = "";

// A project of somebody else: our packed files, our dependencies, and of LangChain only the core.
beforeAll(async () => {
  consumer = await mkdtemp(join(tmpdir(), "antiphon-consumer-"));
  await run(process.execPath, [join(modules, "typescript/bin/tsc"), "-b", packageFolder]);
  const { stdout } = await run(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", consumer],
    { cwd: packageFolder },
  );
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
  tarball = join(consumer, packed?.filename ?? "");
  const installed = join(consumer, "node_modules/antiphon");
  await mkdir(installed, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
  for (const name of [
    ...Object.keys(manifest.dependencies),
    "@langchain/core",
    "@types/node",
    "undici-types",
  ]) {
    await mkdir(dirname(join(consumer, "node_modules", name)), { recursive: true });
    await symlink(join(modules, name), join(consumer, "node_modules", name));
  }
  await writeFile(join(consumer, "package.json"), JSON.stringify({ type: "module" }));
}, 120_000);

afterAll(() => rm(consumer, { recursive: true, force: true }));

test("the packed package loads with only @langchain/core installed, and says what else to install", async () => {
  const script = `
    const { ToolManager, ChatClient, createClient, McpIntegration } = await import("antiphon");
    const { ScriptedModel } = await import("antiphon/testing");
    const { output } = await new ChatClient({ model: new ScriptedModel({ turns: [["hello"]] }) }).invoke(["hi"]);
    const missing = await (await createClient("openai", { apiKey: "x" })).invoke(["hi"]).catch((error) => error.message);
    console.log(JSON.stringify([output, typeof ToolManager, typeof McpIntegration, missing]));
  `;
  await writeFile(join(consumer, "load.mjs"), script);
  const { stdout, stderr } = await run(process.execPath, ["load.mjs"], { cwd: consumer });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual([
    "hello",
    "function",
    "function",
    "This model needs the package @langchain/openai. Run: npm install @langchain/openai",
  ]);
});

test("the packed package type-checks in a strict consumer", async () => {
  await writeFile(
    join(consumer, "use.ts"),
    `
    import { tool } from "@langchain/core/tools";
    import { z } from "zod";
    import { ChatClient, OllamaClient, ToolExecutor, ToolManager, createClient, repairHistory, toQwenTools, type RunEvent, type StopReason, type Tool } from "antiphon";
    import { ScriptedModel } from "antiphon/testing";

    const own: Tool = { name: "own", description: "Own.", schema: { type: "object" }, invoke: (args: { x: number }) => args.x };
    const manager = new ToolManager().add(tool(({ city }) => city, { name: "a", description: "b", schema: z.object({ city: z.string() }) }), own);
    const executor = new ToolExecutor(manager, { timeoutMs: 5, policies: { own: { sequential: true } }, approve: (calls) => calls.map(() => true) });
    const client = new ChatClient({ model: new ScriptedModel({ turns: [["x"]] }), executor });
    for await (const { output, messages } of client.stream(["hi"], { context: 1 })) { const text: string = output; void [text, messages.length]; }
    const { output, stopReason, usage } = await client.invoke(repairHistory(["hi"]));
    const reason: StopReason = stopReason;
    const events: RunEvent[] = [];
    for await (const event of client.run(["hi"])) events.push(event);
    const other: ChatClient = await createClient("ollama:qwen3:0.6b", { executor });
    export const all = [output, reason, usage.total_tokens, new OllamaClient({ model: "m" }), other, toQwenTools(manager.tools)];
  `,
  );
  const options = {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: "nodenext",
    target: "es2023",
    skipLibCheck: true,
    noEmit: true,
    types: ["node"],
  };
  await writeFile(
    join(consumer, "tsconfig.json"),
    JSON.stringify({ compilerOptions: options, files: ["use.ts"] }),
  );
  const { stdout } = await run(process.execPath, [join(modules, "typescript/bin/tsc"), "-p", consumer]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe("");
}, 60_000);

test("publint finds nothing to mend", async () => {
  const { messages, pkg } = await publint({ pkgDir: packageFolder, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg as Record<string, unknown>))).toEqual([]);
}, 60_000);

test("the types resolve as the code does (attw)", async () => {
  const attw = join(modules, "@arethetypeswrong/cli/dist/index.js");
  // Rejects, with the table of what is wrong, unless all is well.
  const { stdout } = await run(process.execPath, [
    attw,
    tarball,
    "--profile",
    "esm-only",
    "--format",
    "ascii",
  ]);
  expect(stdout).toMatch(/node16 \(from ESM\): 🟢 \(ESM\)/);
}, 60_000);

test("tests and fixtures are not packed", async () => {
  const { stdout } = await run("tar", ["-tzf", tarball]);
  expect(stdout.split("\n").filter((file) => /\.test\.|fixtures|contract/.test(file))).toEqual([]);
  expect(stdout).toContain("package/dist/index.js");
});
