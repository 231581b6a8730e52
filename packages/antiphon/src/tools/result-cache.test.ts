import { ToolMessage } from "@langchain/core/messages";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLogger } from "../logger.ts";
import { plainTool, type PlainInvoke } from "../testing/plain-tool.ts";
import { callKey, ResultCache } from "./result-cache.ts";
import { ToolExecutor } from "./tool-executor.ts";
import { ToolManager } from "./tool-manager.ts";
import type { ToolPolicy } from "./tool.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function setup(invoke: PlainInvoke, policy: ToolPolicy = { cacheMs: 1_000 }) {
  const counted = vi.fn(invoke);
  const executor = new ToolExecutor(new ToolManager().add(plainTool(counted)), {
    logger: silentLogger,
    policies: { work: policy },
  });
  let calls = 0;
  const execute = (args: Record<string, unknown>) =>
    executor.execute({ id: `call_${++calls}`, name: "work", args });
  return { execute, invoke: counted };
}

test("a repeated call with the same arguments is answered from the cache, with its own id [E13]", async () => {
  const { execute, invoke } = setup(() => [`at ${Date.now()}`, [{ type: "image", data: "A" }]]);
  const first = await execute({ city: "Bern", days: { from: 1, to: 2 } });
  const second = await execute({ days: { to: 2, from: 1 }, city: "Bern" });
  expect(invoke).toHaveBeenCalledOnce();
  expect([first.tool_call_id, second.tool_call_id]).toEqual(["call_1", "call_2"]);
  expect(second.content).toBe(first.content);
  expect(second.artifact).toEqual(first.artifact);
});

test("other arguments, or the same ones too late, are a new call [E13]", async () => {
  const { execute, invoke } = setup(() => "ok");
  await execute({ city: "Bern" });
  await execute({ city: "Basel" });
  await execute({ city: ["Bern"] });
  expect(invoke).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(999);
  await execute({ city: "Bern" });
  expect(invoke).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1);
  await execute({ city: "Bern" });
  expect(invoke).toHaveBeenCalledTimes(4);
});

test("failures are not kept [E13]", async () => {
  let attempts = 0;
  const { execute } = setup(() => {
    if (attempts++ === 0) throw new Error("broken");
    return "ok";
  });
  expect((await execute({})).content).toBe("Error: broken");
  expect((await execute({})).content).toBe("ok");
});

test("neither is a result by which the tool itself says that it failed [E13]", async () => {
  const failed = new ToolMessage({ content: "no bulb", tool_call_id: "", status: "error" });
  const { execute, invoke } = setup(() => failed);
  expect(await execute({})).toMatchObject({ content: "no bulb", status: "error" });
  await execute({});
  expect(invoke).toHaveBeenCalledTimes(2);
});

test.each<[ToolPolicy]>([[{}], [{ cacheMs: 0 }], [{ idempotent: true }]])(
  "with the policy %j nothing is kept [E13]",
  async (policy) => {
    const { execute, invoke } = setup(() => "ok", policy);
    await execute({});
    await execute({});
    expect(invoke).toHaveBeenCalledTimes(2);
  },
);

test("the oldest result makes room: a cache of a thousand does not grow [E13]", () => {
  const cache = new ResultCache();
  const result = { content: "ok", failed: false };
  for (let i = 0; i <= 1_000; i++) cache.set(`key ${i}`, result, 1_000);
  expect(cache.get("key 0")).toBeUndefined();
  expect(cache.get("key 1")).toBe(result);
  expect(cache.get("key 1000")).toBe(result);
});

test("a key tells tools, values and odd names apart [E13]", () => {
  const keys = [
    callKey("a", {}),
    callKey("b", {}),
    callKey("a", { x: 1 }),
    callKey("a", { x: "1" }),
    callKey("a", { x: [1, 2] }),
    callKey("a", { x: [2, 1] }),
    callKey("a", JSON.parse('{"__proto__":1}')),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});
