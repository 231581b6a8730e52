import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { z as z3 } from "zod/v3";
import { silentLogger } from "../logger.ts";
import { plainTool } from "../testing/plain-tool.ts";
import { ToolExecutor, type ToolExecutorOptions } from "./tool-executor.ts";
import { Failure } from "./tool-failure.ts";
import { ToolManager } from "./tool-manager.ts";
import type { Tool, ToolInvocation } from "./tool.ts";

afterEach(() => {
  vi.useRealTimers();
});

const call = { id: "call_1", name: "work", args: {} };

function executorOf(tools: Tool | readonly Tool[], options: ToolExecutorOptions = {}): ToolExecutor {
  const manager = new ToolManager({ logger: silentLogger }).add(...[tools].flat());
  return new ToolExecutor(manager, { logger: silentLogger, ...options });
}

test("the tool gets the arguments themselves, and the result carries the call's id and name [E1]", async () => {
  const invoke = vi.fn(() => "sunny");
  const message = await executorOf(plainTool(invoke)).execute({ ...call, args: { city: "Bern" } });
  expect(invoke).toHaveBeenCalledExactlyOnceWith({ city: "Bern" }, expect.anything());
  expect(message).toBeInstanceOf(ToolMessage);
  expect(message).toMatchObject({
    content: "sunny",
    tool_call_id: "call_1",
    name: "work",
    status: "success",
  });
});

test("arguments that arrive as text are read [E1]", async () => {
  const invoke = vi.fn(() => "sunny");
  await executorOf(plainTool(invoke)).execute({ ...call, args: '{"city":"Bern"}' });
  expect(invoke).toHaveBeenCalledExactlyOnceWith({ city: "Bern" }, expect.anything());
});

test.each([
  ["zod 4", z.object({ city: z.string() })],
  ["zod 3", z3.object({ city: z3.string() })],
  ["JSON Schema", { type: "object", properties: { city: { type: "string" } }, required: ["city"] }],
])("a LangChain tool with %s runs, and is not run with wrong arguments [E1]", async (_kind, schema) => {
  const func = vi.fn(({ city }: { city: string }) => `sunny in ${city}`);
  const weather = tool(func as never, { name: "work", description: "The weather", schema: schema as never });
  const executor = executorOf(weather);
  expect((await executor.execute({ ...call, args: { city: "Bern" } })).content).toBe("sunny in Bern");

  const refused = await executor.execute({ ...call, args: { city: 3 } });
  expect(refused.status).toBe("error");
  expect(refused.content).toMatch(/^Error: Invalid arguments for "work": .*city \(string, required\)/s);
  expect(func).toHaveBeenCalledOnce();
});

const circular: Record<string, unknown> = { name: "ring" };
circular["self"] = circular;
test.each([
  ["undefined", undefined, "Done."],
  ["a bigint inside", { count: 10n }, '{"count":"10"}'],
  ["a map", new Map([["a", 1]]), '[["a",1]]'],
  ["a circular object", circular, expect.stringContaining("ring")],
])(
  "a LangChain tool that returns %s has the same result as a plain one [E8]",
  async (_kind, value, content) => {
    const options = { name: "work", description: "Returns it", schema: z.object({}) };
    const message = await executorOf(tool(() => value as never, options)).execute(call);
    expect(message.content).toEqual(content);
    expect((await executorOf(plainTool(() => value)).execute(call)).content).toBe(message.content);
  },
);

test("a LangChain tool's artifact is kept as artifact [E8]", async () => {
  const chart = tool(() => ["a chart", { bytes: 3 }], {
    name: "work",
    description: "Draws",
    schema: z.object({}),
    responseFormat: "content_and_artifact",
  });
  expect(await executorOf(chart).execute(call)).toMatchObject({ content: "a chart", artifact: { bytes: 3 } });
});

test("an MCP tool's pair is content and artifact, whatever the artifact [E8]", async () => {
  const mcp = plainTool(() => ["three rows", { rows: 3 }], { metadata: { mcp: { server: "home" } } });
  expect(await executorOf(mcp).execute(call)).toMatchObject({ content: "three rows", artifact: { rows: 3 } });
});

test("a result over the cap keeps head and tail, and the whole as artifact [E10]", async () => {
  const message = await executorOf(
    plainTool(() => "x".repeat(200)),
    { maxResultChars: 100 },
  ).execute(call);
  expect(message.content).toContain("100 of 200 characters left out");
  expect(message.artifact).toBe("x".repeat(200));
});

test("the default cap is 50,000 characters [E10]", async () => {
  const message = await executorOf(plainTool(() => "x".repeat(50_001))).execute(call);
  expect(message.content).toContain("1 of 50001 characters left out");
});

test.each(["constructor", "__proto__", "toString"])(
  "a tool may be called %s, a missing one is unknown [E4]",
  async (name) => {
    const odd = { ...call, name };
    expect((await executorOf(plainTool()).execute(odd)).content).toBe(`Error: Unknown tool "${name}"`);
    const executor = executorOf(
      plainTool(() => "ran", { name }),
      { policies: { [name]: { sequential: true } } },
    );
    expect((await executor.execute(odd)).content).toBe("ran");
  },
);

test("an unknown tool is answered as such; a close name is suggested after it [E4]", async () => {
  const executor = executorOf(plainTool(undefined, { name: "get_weather" }));
  const far = await executor.execute({ ...call, name: "launch_rocket" });
  expect(far).toMatchObject({
    content: 'Error: Unknown tool "launch_rocket"',
    name: "launch_rocket",
    tool_call_id: "call_1",
    status: "error",
  });
  const near = await executor.execute({ ...call, name: "getWether" });
  expect(near.content).toBe('Error: Unknown tool "getWether". Did you mean "get_weather"?');
});

test("a thrown error becomes the content `Error: MESSAGE` with status error [E5]", async () => {
  const broken = plainTool(() => {
    throw new Error("The lamp is broken");
  });
  const message = await executorOf(broken).execute(call);
  expect(message).toMatchObject({ content: "Error: The lamp is broken", status: "error", name: "work" });
});

test('with the json format a failure is `{"error":"MESSAGE"}` [E7]', async () => {
  const broken = plainTool(() => Promise.reject(new Error("The lamp is broken")));
  const message = await executorOf(broken, { errorFormat: "json" }).execute(call);
  expect(message).toMatchObject({ content: '{"error":"The lamp is broken"}', status: "error" });
});

test("truncated arguments are an error result, the tool is not run, the others run [E11]", async () => {
  const invoke = vi.fn(({ path }: Record<string, unknown>) => `removed ${String(path)}`);
  const { results } = executorOf(plainTool(invoke)).start([
    { id: "a", name: "work", args: '{"path":"/home/user/old_ba' },
    { id: "b", name: "work", args: { path: "/tmp/x" } },
    { id: "c", name: "work", args: "[]" },
    { id: "d", name: "work", args: "" },
    { id: "e", name: "work", args: null },
  ]);
  const messages = await Promise.all(results);
  expect(messages.map(({ status }) => status)).toEqual(["error", "success", "error", "success", "success"]);
  expect(messages[0]?.content).toContain("not valid JSON");
  expect(messages[2]?.content).toContain("must be a JSON object, but are an array");
  expect(invoke.mock.calls.map(([args]) => args)).toEqual([{ path: "/tmp/x" }, {}, {}]);
});

test("a call that was decided before execution is not run; its failure is the answer [E11]", async () => {
  const invoke = vi.fn();
  const failure = new Failure("invalid-arguments", "The arguments were cut off.");
  const message = await executorOf(plainTool(invoke)).execute({ ...call, failure });
  expect(message).toMatchObject({ content: "Error: The arguments were cut off.", status: "error" });
  expect(invoke).not.toHaveBeenCalled();
});

test("arguments with `__proto__` reach no prototype on their way to the tool [E11]", async () => {
  const args = '{"__proto__":{"admin":true},"device_name":"Lamp"}';
  const received = vi.fn((given: Record<string, unknown>) => String(given["admin"]));
  const mcp = plainTool(received, { metadata: { mcp: { server: "home" } } });
  expect((await executorOf(mcp).execute({ ...call, args })).content).toBe("undefined");
  expect(received.mock.calls[0]?.[0]).toHaveProperty("deviceName", "Lamp");
  expect(({} as { admin?: unknown }).admin).toBeUndefined();
});

test.each<[string, (work: (args: unknown, config: ToolInvocation) => string) => Tool]>([
  ["plain", (work) => plainTool(work)],
  [
    "LangChain",
    (work) =>
      tool((args, config) => work(args, config as unknown as ToolInvocation), {
        name: "work",
        description: "Looks around",
        schema: z.object({}),
      }),
  ],
])(
  "a %s tool sees the caller's value, the call id, the messages so far and a signal [E12]",
  async (_kind, make) => {
    const seen = vi.fn((_args: unknown, _config: ToolInvocation) => "ok");
    const messages = [new HumanMessage("hello")];
    const context = { user: "Ada" };
    const onProgress = vi.fn();
    await executorOf(make(seen)).execute(call, { context, messages, onProgress });
    const config = seen.mock.calls[0]?.[1];
    expect(config).toMatchObject({
      toolCallId: "call_1",
      toolCall: { type: "tool_call", name: "work", args: {} },
    });
    expect(config?.context).toBe(context);
    expect(config?.messages).toBe(messages);
    expect(config?.signal).toBeInstanceOf(AbortSignal);
    config?.onProgress({ progress: 1, total: 2 });
    expect(onProgress).toHaveBeenCalledExactlyOnceWith({ progress: 1, total: 2 });
  },
);
