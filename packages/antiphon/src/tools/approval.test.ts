import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { plainTool } from "../testing/plain-tool.ts";
import { RecordingLogger } from "../testing/recording-logger.ts";
import type { Approve } from "./approval.ts";
import { ToolExecutor, type ToolExecutorOptions } from "./tool-executor.ts";
import { ToolManager } from "./tool-manager.ts";

const destructive = { annotations: { destructiveHint: true } };
const batch = [
  { id: "a", name: "read", args: {} },
  { id: "b", name: "delete", args: { path: "/tmp/x" } },
  { id: "c", name: "delete", args: { path: "/tmp/y" } },
];

function setup(options: ToolExecutorOptions = {}) {
  const ran: string[] = [];
  const logger = new RecordingLogger();
  const manager = new ToolManager({ logger }).add(
    plainTool((_args, { toolCallId }) => ran.push(toolCallId), { name: "read" }),
    plainTool((_args, { toolCallId }) => ran.push(toolCallId), {
      name: "delete",
      lc_name: "Delete",
      metadata: destructive,
    }),
  );
  return { ran, logger, executor: new ToolExecutor(manager, { logger, ...options }) };
}

async function contents(executor: ToolExecutor, options = {}): Promise<unknown[]> {
  const messages = await Promise.all(executor.start(batch, options).results);
  expect(messages.map(({ tool_call_id }) => tool_call_id)).toEqual(["a", "b", "c"]);
  return messages.map(({ status, content }) => (status === "error" ? content : status));
}

test("the approver sees the whole batch, and nothing runs before it has decided [E13]", async () => {
  let decide: (decisions: boolean[]) => void = () => {};
  const approve = vi.fn<Approve>(
    () =>
      new Promise((resolve) => {
        decide = resolve;
      }),
  );
  const { ran, executor } = setup({ approve });
  const context = { user: "Ada" };
  const done = contents(executor, { context });
  await vi.waitFor(() => expect(approve).toHaveBeenCalledOnce());
  expect(approve.mock.calls[0]?.[0]).toEqual([
    { ...batch[0], needsApproval: false },
    { ...batch[1], needsApproval: true },
    { ...batch[2], needsApproval: true },
  ]);
  expect(approve.mock.calls[0]?.[1].context).toBe(context);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ran).toEqual([]);

  decide([true, true, false]);
  expect(await done).toEqual(["success", "success", "Error: The call was not approved."]);
  expect(ran).toEqual(["a", "b"]);
});

test("a refusal is a result with its reason [E13]", async () => {
  const { ran, executor } = setup({
    approve: () => [{ allowed: true }, { allowed: false, reason: "Not at night." }, { allowed: true }],
  });
  expect(await contents(executor)).toEqual(["success", "Error: Not at night.", "success"]);
  expect(ran).toEqual(["a", "c"]);
});

const hostile = {
  get allowed(): boolean {
    throw new Error("trap");
  },
};
test.each<[string, unknown]>([
  [
    "throws",
    () => {
      throw new Error("no terminal");
    },
  ],
  ["rejects", () => Promise.reject(new Error("no terminal"))],
  ["answers nothing", () => undefined],
  ["answers no list", () => ({ 0: true, 1: true, 2: true, length: 3 })],
  ["answers too little", () => [true, true]],
  ["answers too much", () => [true, true, true, true]],
  ["answers with an object that throws", () => [true, hostile, true]],
])("when the approver %s, what needs approval is refused and the rest runs [E13]", async (_how, approve) => {
  const { ran, logger, executor } = setup({ approve: approve as Approve });
  const refused = "Error: The approval could not be obtained.";
  expect(await contents(executor)).toEqual(["success", refused, refused]);
  expect(ran).toEqual(["a"]);
  expect(logger.saying("Approval failed")).toMatchObject([
    { level: "error", fields: { calls: ["read(a)", "delete(b)", "delete(c)"] } },
  ]);
});

test.each<[unknown]>([["yes"], [1], [{}], [{ allowed: "true" }], [null], [undefined], [[true]]])(
  "%j is not a yes [E13]",
  async (answer) => {
    const { ran, executor } = setup({ approve: (() => [true, answer, answer]) as unknown as Approve });
    const refused = "Error: The call was not approved.";
    expect(await contents(executor)).toEqual(["success", refused, refused]);
    expect(ran).toEqual(["a"]);
  },
);

test("a list with holes is not a yes either, and a reason must be text [E13]", async () => {
  const holes = [true, , { allowed: false, reason: {} }]; // oxlint-disable-line no-sparse-arrays
  const { ran, executor } = setup({ approve: (() => holes) as unknown as Approve });
  const refused = "Error: The call was not approved.";
  expect(await contents(executor)).toEqual(["success", refused, refused]);
  expect(ran).toEqual(["a"]);
});

test("an approver that hangs is left when the caller aborts; nothing runs [E13]", async () => {
  const controller = new AbortController();
  const approve = vi.fn<Approve>(() => new Promise(() => {}));
  const { ran, executor } = setup({ approve });
  const done = contents(executor, { signal: controller.signal });
  await vi.waitFor(() => expect(approve).toHaveBeenCalledOnce());
  expect(approve.mock.calls[0]?.[1].signal).toBe(controller.signal);
  controller.abort();
  const cancelled = (name: string): string => `Error: Tool "${name}" was cancelled before it started.`;
  expect(await done).toEqual([cancelled("read"), cancelled("delete"), cancelled("delete")]);
  expect(ran).toEqual([]);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

test("approval that was set by hand refuses when there is nobody to ask [E13]", async () => {
  const { ran, executor } = setup({ policies: { read: { approval: true } } });
  const refused = "Error: The call needs approval, and there is nobody to ask.";
  expect(await contents(executor)).toEqual([refused, "success", "success"]);
  expect(ran).toEqual(["b", "c"]);
});

test("approval that was switched off by hand is not asked for [E13]", async () => {
  const approve = vi.fn<Approve>();
  const { ran, executor } = setup({ approve, policies: { delete: { approval: false } } });
  expect(await contents(executor)).toEqual(["success", "success", "success"]);
  expect(approve).not.toHaveBeenCalled();
  expect(ran).toEqual(["a", "b", "c"]);
});

test("a batch without a destructive call is not shown to the approver [E13]", async () => {
  const approve = vi.fn<Approve>();
  const { ran, executor } = setup({ approve });
  await executor.execute({ id: "a", name: "read", args: {} });
  expect(approve).not.toHaveBeenCalled();
  expect(ran).toEqual(["a"]);
});

test("a tool called by its second name needs the same approval [E13]", async () => {
  const alias = { id: "b", name: "Delete", args: {} };
  const unannotated = setup({ policies: { delete: { approval: true } } });
  expect((await unannotated.executor.execute(alias)).content).toContain("needs approval");
  const approve = vi.fn<Approve>(() => [false]);
  const annotated = setup({ approve });
  expect((await annotated.executor.execute(alias)).content).toBe("Error: The call was not approved.");
  expect([...unannotated.ran, ...annotated.ran]).toEqual([]);
});

test.each([
  [{ destructiveHint: true }, true],
  [{ destructiveHint: true, readOnlyHint: true }, false],
  [{ destructiveHint: false }, false],
  [{}, false],
])("annotations %j ask for approval: %s [E13]", async (annotations, asked) => {
  const approve = vi.fn<Approve>(() => [true]);
  const manager = new ToolManager().add(plainTool(undefined, { metadata: { annotations } }));
  await new ToolExecutor(manager, { approve, logger: new RecordingLogger() }).execute({
    id: "a",
    name: "work",
    args: {},
  });
  expect(approve).toHaveBeenCalledTimes(asked ? 1 : 0);
});
