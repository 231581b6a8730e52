// A tool that hangs for ever and ignores its signal: the deadline answers for it, and an abort ends it at once.
import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { tool } from "@langchain/core/tools";
import { ChatClient, silentLogger, ToolExecutor, ToolManager } from "antiphon";
import { ScriptedModel } from "antiphon/testing";
import { z } from "zod";

const hang = tool(() => new Promise<string>(() => {}), {
  name: "hang",
  description: "Never returns.",
  schema: z.object({}),
});
const quick = tool(() => "done", { name: "quick", description: "Returns.", schema: z.object({}) });
const manager = new ToolManager().add(hang, quick);

// Garbage collection is forced all the while: a deadline must not be lost to it.
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const collecting = setInterval(collectGarbage, 5);

const executor = new ToolExecutor(manager, { timeoutMs: 50, logger: silentLogger });
const started = performance.now();
const result = await executor.execute({ id: "call_1", name: "hang", args: {} });
const elapsed = performance.now() - started;
clearInterval(collecting);
console.log(`${result.text} (after ${Math.round(elapsed)} ms)`);
assert.match(result.text, /^Error: Tool "hang" timed out after 50 ms/);
assert.equal(result.status, "error");

// Cancellation: the finished sibling keeps its result, the other says that it may still be running.
const model = new ScriptedModel({
  turns: [
    [
      {
        toolCalls: [
          { index: 0, id: "call_2", name: "quick", args: "{}" },
          { index: 1, id: "call_3", name: "hang", args: "{}" },
        ],
      },
    ],
  ],
});
const patient = new ToolExecutor(manager, { logger: silentLogger });
const controller = new AbortController();
const stream = new ChatClient({ model, executor: patient }).run(["Go."], { signal: controller.signal });
for await (const event of stream) {
  if (event.type === "tool-end" && event.call.name === "quick") controller.abort();
  if (event.type === "end") assert.equal(event.stopReason, "aborted");
}
const [, first, second] = stream.messages;
console.log(first?.content, "/", second?.content);
assert.equal(first?.content, "done");
assert.match(second?.text ?? "", /may still be running/);
