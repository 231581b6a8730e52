import { realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { ToolProgress } from "../tools/tool.ts";
import { setup, temporaryFolder } from "./fixtures/setup.ts";

const require = createRequire(import.meta.url);

/** A server that we did not write. */
function published(name: string, ...args: string[]): { command: string; args: string[] } {
  const folder = dirname(require.resolve(`@modelcontextprotocol/${name}/package.json`));
  return { command: process.execPath, args: [join(folder, "dist/index.js"), ...args] };
}

test("server-everything: text, structured content, images, links, progress and cancellation", async () => {
  const { mcp, executor, call, manager } = setup({ everything: published("server-everything") });
  expect(await mcp.connect()).toMatchObject([{ state: "ready", noise: 0 }]);
  expect(manager.tools.length).toBeGreaterThan(8);

  expect(await call("echo", { message: "hi" })).toBe("Echo: hi");
  expect(await call("get-sum", { a: 2, b: 3 })).toContain("5");

  const weather = await executor.execute({
    id: "1",
    name: "get-structured-content",
    args: { location: "Chicago" },
  });
  expect(weather.artifact).toContainEqual({
    type: "mcp_structured_content",
    data: expect.objectContaining({ temperature: expect.any(Number) }),
  });
  const image = await executor.execute({ id: "1", name: "get-tiny-image", args: {} });
  expect(image.artifact).toContainEqual(expect.objectContaining({ type: "image", mimeType: "image/png" }));
  expect(image.content).toContain("[image image/png]");
  const links = await executor.execute({ id: "1", name: "get-resource-links", args: { count: 2 } });
  expect(links.artifact).toEqual([
    expect.objectContaining({ type: "resource_link" }),
    expect.objectContaining({ type: "resource_link" }),
  ]);

  const seen: ToolProgress[] = [];
  const args = { duration: 0.2, steps: 4 };
  await call("trigger-long-running-operation", args, { onProgress: (progress) => seen.push(progress) });
  expect(seen.map(({ progress }) => progress)).toEqual([1, 2, 3, 4]);

  const controller = new AbortController();
  const long = call(
    "trigger-long-running-operation",
    { duration: 60, steps: 2 },
    { signal: controller.signal },
  );
  controller.abort();
  expect(await long).toContain("was cancelled");

  expect(await call("get-sum", { a: "two" })).toMatch(/^Error: Invalid arguments for "get-sum"/);
});

test("server-filesystem: files are read and written, refusals are in its own words", async () => {
  const folder = realpathSync(temporaryFolder());
  writeFileSync(join(folder, "note.txt"), "remember the milk");
  const { mcp, executor, call } = setup({ files: published("server-filesystem", folder) });
  expect(await mcp.connect()).toMatchObject([{ state: "ready" }]);

  expect(await call("read_text_file", { path: join(folder, "note.txt") })).toBe("remember the milk");
  expect(await call("list_directory", { path: folder })).toContain("note.txt");
  const refused = await executor.execute({
    id: "1",
    name: "read_text_file",
    args: { path: "/etc/hostname" },
  });
  expect(refused.status).toBe("error");
  expect(refused.content).toMatch(/^Error: Access denied/);
});

test("server-memory: what is stored is found again, also after the server was killed [M4]", async () => {
  const file = join(temporaryFolder(), "memory.jsonl");
  const { mcp, call } = setup({
    memory: { ...published("server-memory"), env: { MEMORY_FILE_PATH: file } },
  });
  expect(await mcp.connect()).toMatchObject([{ state: "ready" }]);
  await call("create_entities", {
    entities: [{ name: "Kitchen lamp", entityType: "device", observations: ["is a dimmer"] }],
  });
  process.kill(mcp.status()[0]?.pid ?? 0, "SIGKILL");
  expect(await call("search_nodes", { query: "lamp" })).toContain("is a dimmer");
});
