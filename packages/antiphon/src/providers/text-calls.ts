import type { ToolCallFragment } from "../chat/raw-stream.ts";
import { validateArguments } from "../tools/arguments.ts";
import { isRecord, type Tool } from "../tools/tool.ts";

/** How a small model begins when it writes a call as text. */
const beginnings = ["{", "[", "```", "<tool_call>"];

/** Whether text from the start of a message may still turn out to be a call. */
export function mayBeCall(text: string): boolean {
  const start = text.trimStart();
  return beginnings.some((beginning) => start.startsWith(beginning) || beginning.startsWith(start));
}

/**
 * Calls that a model wrote as JSON text. Only what names an offered tool and has arguments that validate
 * is one; everything else is text.
 */
export async function callsInText(
  text: string,
  tools: readonly Tool[],
): Promise<readonly ToolCallFragment[] | undefined> {
  const calls = [];
  for (const value of jsonValues(text)) {
    const call = await offeredCall(value, tools);
    if (!call) return undefined;
    calls.push(call);
  }
  return calls.length > 0 ? calls : undefined;
}

function jsonValues(text: string): readonly unknown[] {
  const tagged = [...text.matchAll(/<tool_call>\s*([\s\S]*?)\s*<\/tool_call>/g)].map(
    ([, json]) => json ?? "",
  );
  const bare = text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, "");
  try {
    return tagged.length > 0 ? tagged.map((json) => JSON.parse(json) as unknown) : [JSON.parse(bare)].flat();
  } catch {
    return [];
  }
}

async function offeredCall(value: unknown, tools: readonly Tool[]): Promise<ToolCallFragment | undefined> {
  if (!isRecord(value)) return undefined;
  const call = isRecord(value["function"]) ? value["function"] : value;
  const tool = tools.find(({ name }) => name === call["name"]);
  const args = call["arguments"] ?? call["parameters"] ?? {};
  if (!tool || !isRecord(args)) return undefined;
  try {
    await validateArguments(tool, args);
  } catch {
    return undefined;
  }
  return { name: tool.name, args };
}
