import { tool } from "@langchain/core/tools";
import { ToolExecutor, ToolManager } from "antiphon";

export async function open({ schema }) {
  const manager = new ToolManager();
  manager.add(tool(() => "", { name: "lookup", description: "Does nothing.", schema }));
  const executor = new ToolExecutor(manager);
  let calls = 0;
  return async (args) => (await executor.execute({ id: `call_${calls++}`, name: "lookup", args })).content;
}
