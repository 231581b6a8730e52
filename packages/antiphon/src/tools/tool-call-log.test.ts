import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { plainTool, type PlainInvoke } from "../testing/plain-tool.ts";
import { RecordingLogger } from "../testing/recording-logger.ts";
import { ToolExecutor, type ToolExecutorOptions } from "./tool-executor.ts";
import { ToolManager } from "./tool-manager.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const call = { id: "call_1", name: "work", args: { city: "Bern" } };
const after = (ms: number): Promise<string> =>
  new Promise((resolve) => {
    setTimeout(() => resolve("done"), ms);
  });

function logged(invoke: PlainInvoke, options: ToolExecutorOptions = {}) {
  const logger = new RecordingLogger();
  const executor = new ToolExecutor(new ToolManager().add(plainTool(invoke)), { logger, ...options });
  return { logger, executor };
}

test("every execution is one line with tool, call id, arguments, duration and result [E2] [L1]", async () => {
  const { logger, executor } = logged(() => after(40));
  const result = executor.execute(call);
  await vi.advanceTimersByTimeAsync(40);
  await result;
  expect(logger.lines).toEqual([
    {
      level: "info",
      message: "Tool executed",
      fields: { tool: "work", callId: "call_1", args: { city: "Bern" }, durationMs: 40, result: "done" },
    },
  ]);
});

test("secrets are redacted at any depth, in arguments, results and errors [E2]", async () => {
  const { logger, executor } = logged(({ fail }) => {
    if (fail) throw new Error("GET https://me:hunter2@host failed with Bearer hunter2hunter2");
    return "your token: hunter2hunter2";
  });
  const args = {
    list: [{ deep: { apiKey: "hunter2", user_password: "hunter2" } }],
    note: "password=hunter2",
  };
  await executor.execute({ ...call, args });
  await executor.execute({ ...call, args: { ...args, fail: true } });
  await executor.execute({ ...call, args: '{"password":"hunter2' });
  await executor.execute({ ...call, name: "unknown", args });
  expect(logger.lines).toHaveLength(4);
  expect(JSON.stringify(logger.lines)).not.toContain("hunter2");
  expect(logger.lines[0]?.fields).toMatchObject({
    args: { list: [{ deep: { apiKey: "[redacted]", user_password: "[redacted]" } }] },
  });
});

test("redaction is for the log: the tool gets the secrets [E2]", async () => {
  const { executor } = logged(({ apiKey }) => apiKey);
  expect((await executor.execute({ ...call, args: { apiKey: "hunter2" } })).content).toBe("hunter2");
});

test.each([
  [1_000, "info"],
  [1_001, "warn"],
])("a call of %d ms is logged as %s: above 1000 ms is slow [E2]", async (ms, level) => {
  const { logger, executor } = logged(() => after(ms));
  const result = executor.execute(call);
  await vi.advanceTimersByTimeAsync(ms);
  await result;
  expect(logger.lines).toMatchObject([{ level, fields: { tool: "work", durationMs: ms } }]);
});

test("what is slow can be set, and a slow failure warns too [E2]", async () => {
  const { logger, executor } = logged(() => new Promise(() => {}), { slowMs: 10, timeoutMs: 50 });
  const result = executor.execute(call);
  await vi.advanceTimersByTimeAsync(50);
  await result;
  expect(logger.saying("Slow tool")).toMatchObject([
    { level: "warn", fields: { tool: "work", callId: "call_1", durationMs: 50 } },
  ]);
});

test("a failure is logged with its context [E5]", async () => {
  const { logger, executor } = logged(() => {
    throw new Error("The lamp is broken");
  });
  await executor.execute(call);
  expect(logger.lines).toEqual([
    {
      level: "error",
      message: "Tool failed",
      fields: {
        tool: "work",
        callId: "call_1",
        args: { city: "Bern" },
        durationMs: 0,
        kind: "other",
        error: "The lamp is broken",
      },
    },
  ]);
});

test("an unknown tool is a warning with the tools that are known [E4]", async () => {
  const { logger, executor } = logged(() => "ok");
  await executor.execute({ ...call, name: "nothing" });
  expect(logger.lines).toMatchObject([
    {
      level: "warn",
      message: "Unknown tool",
      fields: { tool: "nothing", callId: "call_1", known: ["work"] },
    },
  ]);
});

test("a cancelled or refused call is no error of the tool's [E5]", async () => {
  const { logger, executor } = logged(() => "ok", { policies: { work: { approval: true } } });
  await executor.execute(call);
  await executor.execute(call, { signal: AbortSignal.abort() });
  expect(logger.lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
    "info Tool call refused",
    "info Tool call cancelled",
  ]);
});

test("a call can be followed by its id through everything that is logged about it [L1]", async () => {
  const logger = new RecordingLogger();
  let attempts = 0;
  const flaky = plainTool(
    () => {
      if (attempts++ === 0) throw Object.assign(new Error("gone"), { code: "ECONNRESET" });
      return "ok";
    },
    { metadata: { mcp: { server: "home" }, annotations: { idempotentHint: true } } },
  );
  const executor = new ToolExecutor(new ToolManager().add(flaky), { logger });
  const result = executor.execute({ ...call, args: { device_name: "Lamp" } });
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2));
  await vi.advanceTimersByTimeAsync(500);
  expect((await result).content).toBe("ok");
  expect(logger.lines.map(({ message }) => message)).toEqual([
    "Parameter names normalised",
    "Network failure, trying the idempotent tool again",
    "Tool executed",
  ]);
  expect(logger.lines.map(({ fields }) => fields["callId"])).toEqual(["call_1", "call_1", "call_1"]);
});

test("nothing is made for a log that nobody reads [L1]", async () => {
  const info = vi.fn();
  const logger = { debug: info, info, warn: info, error: info, isLevelEnabled: () => false };
  const executor = new ToolExecutor(new ToolManager().add(plainTool()), { logger });
  const read = vi.fn(() => "x");
  await executor.execute({
    ...call,
    args: Object.defineProperty({}, "city", { get: read, enumerable: true }),
  });
  expect(info).not.toHaveBeenCalled();
  expect(read.mock.calls.length).toBeLessThan(2);
});

test("a logger that throws changes no result [E1]", async () => {
  const fail = (): never => {
    throw new Error("disk full");
  };
  const logger = { debug: fail, info: fail, warn: fail, error: fail, isLevelEnabled: fail };
  const manager = new ToolManager({ logger }).add(
    plainTool(() => "ok"),
    plainTool(fail, { name: "broken" }),
  );
  const policies = { guarded: { approval: true } };
  const executor = new ToolExecutor(manager, { logger, approve: fail, policies });
  expect((await executor.execute(call)).content).toBe("ok");
  expect((await executor.execute({ ...call, name: "broken" })).content).toBe("Error: disk full");
  expect((await executor.execute({ ...call, name: "missing" })).content).toContain("Unknown tool");
  expect((await executor.execute({ ...call, name: "guarded" })).content).toContain("approval");
});
