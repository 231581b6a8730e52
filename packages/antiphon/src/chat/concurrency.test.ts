import { tool } from "@langchain/core/tools";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { silentLogger } from "../logger.ts";
import { ScriptedModel } from "../testing/scripted-model.ts";
import { ToolExecutor } from "../tools/tool-executor.ts";
import { ToolManager } from "../tools/tool-manager.ts";
import { ChatClient } from "./chat-client.ts";

test("1,000 runs of one client at once do not touch each other, and nothing is left over [S3]", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const timersBefore = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

  const echo = tool(
    async ({ text }, { signal }) => {
      await new Promise<void>((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      return `echo ${text}`;
    },
    { name: "echo", description: "Says it back.", schema: z.object({ text: z.string() }) },
  );

  const model = new ScriptedModel({
    repeat: true,
    turns: [
      ({ messages }) => {
        const last = messages.at(-1);
        const text = last?.text ?? "";
        return last?.type === "human"
          ? [
              `Asked ${text}. `,
              { toolCalls: [{ id: "same-id", name: "echo", args: JSON.stringify({ text }) }] },
            ]
          : ["Heard ", text];
      },
    ],
  });
  const executor = new ToolExecutor(new ToolManager().add(echo), { logger: silentLogger });
  const client = new ChatClient({ model, executor, logger: silentLogger });

  const answers = await Promise.all(Array.from({ length: 1_000 }, (_, i) => client.invoke([`q${i}`])));
  answers.forEach(({ output, messages }, i) => {
    expect(output).toBe(`Asked q${i}. \nHeard echo q${i}`);
    expect(messages).toHaveLength(3);
  });

  expect(model.open).toBe(0);
  await new Promise((resolve) => setImmediate(resolve));
  const timersAfter = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  expect(timersAfter).toBeLessThanOrEqual(timersBefore);
  expect(unhandled).not.toHaveBeenCalled();
  process.off("unhandledRejection", unhandled);
});
