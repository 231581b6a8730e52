import { join } from "node:path";
import { tool } from "@langchain/core/tools";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { silentLogger } from "../logger.ts";
import { ToolManager } from "../tools/tool-manager.ts";
import { mcpMark, type ToolProgress } from "../tools/tool.ts";
import { faulty, setup, temporaryFolder } from "./fixtures/setup.ts";

const patience = { timeout: 10_000, interval: 20 };

test("tools carry the mark of their server and keep its annotations", async () => {
  const { mcp, manager } = setup({ zwave: faulty() });
  await mcp.connect();
  const pid = manager.find("pid");
  expect(pid && mcpMark(pid)).toEqual({ server: "zwave" });
  expect(pid?.metadata?.["annotations"]).toEqual({ readOnlyHint: true });
});

test("names that a model wrote in snake_case reach the server as it declares them [N3]", async () => {
  const { mcp, call } = setup({ zwave: faulty() });
  await mcp.connect();
  expect(await call("echo", { device_name: "Lamp" })).toBe('{"deviceName":"Lamp"}');
});

test("a result marked as error is a failure in the server's own words [E6]", async () => {
  const { mcp, executor } = setup({ zwave: faulty() });
  await mcp.connect();
  const message = await executor.execute({ id: "1", name: "fail", args: {} });
  expect(message).toMatchObject({ status: "error", content: "Error: the dimmer said no" });
});

test("a refusal by the protocol is told in the server's own words [N4]", async () => {
  const { mcp, call } = setup({ zwave: faulty() });
  await mcp.connect();
  expect(await call("refuse")).toBe("Error: no such device: Lamp");
});

test("images, links and structured content are artifacts, and the model reads that they are there [E8]", async () => {
  const { mcp, executor } = setup({ zwave: faulty() });
  await mcp.connect();
  const { content, artifact } = await executor.execute({ id: "1", name: "blocks", args: {} });
  expect(content).toBe(
    "two things\n[image image/png]\n[resource_link manual text/plain demo://manual]\n[hologram]",
  );
  expect(artifact).toEqual([
    { type: "image", data: "aGk=", mimeType: "image/png" },
    { type: "resource_link", uri: "demo://manual", name: "manual", mimeType: "text/plain" },
    { type: "hologram", shape: "cube" },
    { type: "mcp_structured_content", data: { temperature: 21 } },
  ]);
});

test("progress of a call reaches the one who made it, to the last step", async () => {
  const { mcp, call } = setup({ zwave: faulty() });
  await mcp.connect();
  const seen: ToolProgress[] = [];
  const other: ToolProgress[] = [];
  await Promise.all([
    call("progress", {}, { onProgress: (progress) => seen.push(progress) }),
    call("echo", {}, { onProgress: (progress) => other.push(progress) }),
  ]);
  expect(seen.map(({ message }) => message)).toEqual(["step 1", "step 2", "step 3"]);
  expect(other).toEqual([]);
});

test("an aborted call is cancelled on the server [E3]", async () => {
  const { mcp, call } = setup({ zwave: faulty() });
  await mcp.connect();
  const controller = new AbortController();
  const waiting = call("wait", {}, { signal: controller.signal });
  await call("echo");
  controller.abort();
  expect(await waiting).toContain("was cancelled");
  await vi.waitFor(async () => expect(await call("cancelled")).toContain("cancelled"), patience);
});

test("a signal that fires after the answer cancels nothing", async () => {
  const { mcp, manager, call } = setup({ zwave: faulty() });
  await mcp.connect();
  const controller = new AbortController();
  const echo = manager.find("echo") as unknown as { invoke(args: object, config: object): Promise<unknown> };
  await echo.invoke({ text: "hi" }, { signal: controller.signal });
  controller.abort();
  expect(await call("cancelled")).toBe("[]");
});

test("list_changed adds, removes and keeps tools [M4]", async () => {
  const { mcp, manager, call } = setup({ zwave: faulty("none", "tools=set_tools,old") });
  await mcp.connect();
  const kept = manager.find("set_tools");
  await call("set_tools", { names: "set_tools,new" });
  await vi.waitFor(
    () => expect(manager.tools.map(({ name }) => name)).toEqual(["set_tools", "new"]),
    patience,
  );
  expect(manager.find("set_tools")).toBe(kept);
  expect(await call("new")).toBe("called new");
  expect(mcp.status()[0]?.tools).toBe(2);
});

test("a name that several servers want is prefixed for the later ones, with a warning, in the order of the configuration", async () => {
  const { mcp, call, manager, entries } = setup({
    // Comes after the other one, and counts before it all the same.
    alpha: faulty("dies-once", `marker=${join(temporaryFolder(), "marker")}`, "tools=echo,pid"),
    beta: faulty("none", "tools=echo"),
  });
  await mcp.connect();
  expect(manager.tools.map(({ name }) => name).sort()).toEqual(["beta__echo", "echo", "pid"]);
  expect(mcpMark(manager.find("beta__echo") as never)).toEqual({ server: "beta" });
  expect(await call("beta__echo", { text: "b" })).toBe('{"text":"b"}');
  expect(entries).toContainEqual(
    expect.objectContaining({ level: "warn", fields: { server: "beta", tool: "echo", name: "beta__echo" } }),
  );
});

test("a tool of ours is never replaced by a server's", async () => {
  const manager = new ToolManager({ logger: silentLogger });
  manager.add(tool(() => "ours", { name: "echo", description: "Ours", schema: z.object({}) }));
  const { mcp, call } = setup({ zwave: faulty("none", "tools=echo") }, { manager });
  await mcp.connect();
  expect(await call("echo")).toBe("ours");
  expect(await call("zwave__echo", { text: "theirs" })).toBe('{"text":"theirs"}');
});

test("after close() a tool that somebody still holds says that its server is closed", async () => {
  const { mcp, manager } = setup({ zwave: faulty() });
  await mcp.connect();
  const echo = manager.find("echo") as unknown as { invoke(args: object): Promise<unknown> };
  await mcp.close();
  await expect(echo.invoke({ text: "hi" })).rejects.toThrow('MCP server "zwave" is closed');
});

test("a server that ignores pings costs one wait, not one per call", async () => {
  const { mcp, call } = setup({ zwave: faulty("ignores-pings") });
  await mcp.connect();
  await call("echo");
  const started = performance.now();
  for (let i = 0; i < 5; i++) expect(await call("echo", { text: "hi" })).toBe('{"text":"hi"}');
  expect(performance.now() - started).toBeLessThan(1_000);
});

test("a thousand calls in flight all get their own answer", async () => {
  const { mcp, call } = setup({ zwave: faulty() });
  await mcp.connect();
  const texts = Array.from({ length: 1_000 }, (_, i) => `call ${i}`);
  const answers = await Promise.all(texts.map((text) => call("echo", { text })));
  expect(answers).toEqual(texts.map((text) => JSON.stringify({ text })));
});
