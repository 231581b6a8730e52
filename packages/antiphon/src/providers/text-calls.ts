import type { ToolCallFragment } from "../chat/raw-stream.ts";
import { parseArguments, validateArguments } from "../tools/arguments.ts";
import { isRecord, type Tool } from "../tools/tool.ts";

/** How a small model begins when it writes a call as text. */
const beginnings = ["{", "[", "```", "<tool_call>"];

/** Keeps back the text of a message for as long as it may turn out to be a call. */
export class HeldText {
  #state: "undecided" | "held" | "shown";
  #start = "";
  readonly #pieces: string[] = [];

  constructor({ active }: { active: boolean }) {
    this.#state = active ? "undecided" : "shown";
  }

  /** What may be shown now. */
  add(text: string): string {
    if (this.#state === "shown") return text;
    this.#pieces.push(text);
    if (this.#state === "held") return "";
    this.#start += text;
    const start = this.#start.trimStart();
    if (beginnings.some((beginning) => start.startsWith(beginning))) this.#state = "held";
    else if (!beginnings.some((beginning) => beginning.startsWith(start))) this.#state = "shown";
    return this.#state === "shown" ? this.end() : "";
  }

  /** What was kept back. */
  end(): string {
    return this.#pieces.splice(0).join("");
  }
}

/**
 * Calls that a model wrote as JSON text, and nothing else beside them. Only what names an offered tool and
 * has arguments that validate is one; everything else is text.
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

const tagged = /<tool_call>\s*([\s\S]*?)\s*<\/tool_call>/g;

/** One value, a list of them, one on each line, or one within each pair of tags. */
function jsonValues(text: string): readonly unknown[] {
  const inTags = [...text.matchAll(tagged)].map(([, json]) => json ?? "");
  if (inTags.length > 0) return text.replaceAll(tagged, "").trim() === "" ? parseAll(inTags) : [];
  const bare = text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, "");
  const [whole] = parseAll([bare]);
  if (whole !== undefined) return [whole].flat();
  return parseAll(bare.split("\n").filter((line) => line.trim() !== ""));
}

/** Nothing when one of them is not JSON. */
function parseAll(texts: readonly string[]): readonly unknown[] {
  try {
    return texts.map((text) => JSON.parse(text) as unknown);
  } catch {
    return [];
  }
}

async function offeredCall(value: unknown, tools: readonly Tool[]): Promise<ToolCallFragment | undefined> {
  if (!isRecord(value)) return undefined;
  const call = isRecord(value["function"]) ? value["function"] : value;
  const { name } = call;
  const tool = typeof name === "string" ? tools.find((tool) => isOffered(tool, name)) : undefined;
  if (!tool) return undefined;
  try {
    const args = parseArguments(call["arguments"] ?? call["parameters"]);
    await validateArguments(tool, args);
    return { name: tool.name, args };
  } catch {
    return undefined;
  }
}

function isOffered(tool: Tool, name: string): boolean {
  return tool.name === name || tool.lc_name === name;
}
