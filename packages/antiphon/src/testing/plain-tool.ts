import { z } from "zod";
import type { Tool, ToolInvocation } from "../tools/tool.ts";

export type PlainInvoke = (args: Record<string, unknown>, config: ToolInvocation) => unknown;

// Not a JSON Schema: its validator is loaded on first use, which no fake timer could wait for.
const anyArguments = z.looseObject({});

/** A tool that is no LangChain object: the four members and whatever else is given. */
export function plainTool(invoke: PlainInvoke = () => "ok", rest: Partial<Omit<Tool, "invoke">> = {}): Tool {
  return {
    name: "work",
    description: "Does some work",
    schema: anyArguments,
    invoke: (args: never, config: never) => invoke(args, config),
    ...rest,
  };
}
