import type { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { Call } from "./bound-tools.ts";
import { createHome, type Home, type HomeDevice, labelOf, parseListing } from "./home.ts";

/** What a call came to. */
export interface Result {
  readonly text: string;
  readonly failed: boolean;
}

export interface MadeCall extends Call {
  readonly result: Result | undefined;
}

/** A person's words and what was called because of them. */
export interface Turn {
  readonly text: string;
  readonly calls: readonly MadeCall[];
}

export interface Conversation {
  readonly now: Turn;
  /** Newest last. */
  readonly earlier: readonly Turn[];
}

/**
 * Sorts messages into turns. Undefined when nobody has said anything. `last`: the model is asked for the last time,
 * without tools; then words right after a tool's result are the program's and not a person's. At any other time they
 * are those of a person who interrupted.
 */
export function readConversation(
  messages: readonly BaseMessage[],
  { last = false }: { last?: boolean } = {},
): Conversation | undefined {
  const results = new Map<string, Result>();
  for (const message of messages)
    if (message.type === "tool")
      results.set((message as ToolMessage).tool_call_id, toResult(message as ToolMessage));
  const turns: { text: string; calls: MadeCall[] }[] = [];
  messages.forEach((message, i) => {
    if (message.type === "human") {
      const instruction = last && i === messages.length - 1 && messages[i - 1]?.type === "tool";
      if (!instruction || turns.length === 0) turns.push({ text: message.text, calls: [] });
    } else if (message.type === "ai") {
      const calls = (message as AIMessage).tool_calls ?? [];
      turns
        .at(-1)
        ?.calls.push(...calls.map(({ id, name, args }) => ({ name, args, result: results.get(id ?? "") })));
    }
  });
  const now = turns.at(-1);
  return now && { now, earlier: turns.slice(0, -1) };
}

/** The home as it was listed last; undefined when it never was. */
export function knownHome({ now, earlier }: Conversation): Home | undefined {
  for (const turn of [now, ...earlier.toReversed()]) {
    const pages = turn.calls.filter((call) => isWholeListing(call) && call.result && !call.result.failed);
    if (pages.length === 0) continue;
    const devices = new Map<string, HomeDevice>();
    for (const { result } of pages)
      for (const device of parseListing(result?.text ?? "")) devices.set(labelOf(device), device);
    return createHome([...devices.values()], turn === now);
  }
  return undefined;
}

export function isListing({ name }: Call): boolean {
  return name.endsWith("list_zwave_devices");
}

/** Not narrowed down to a room or a kind. */
export function isWholeListing(call: Call): boolean {
  return isListing(call) && Object.keys(call.args).every((key) => key === "page");
}

function toResult({ content, status }: ToolMessage): Result {
  const raw =
    typeof content === "string"
      ? content
      : content.map((block) => ("text" in block ? String(block["text"]) : "")).join("\n");
  const json = raw.startsWith('{"error":') ? errorIn(raw) : undefined;
  const failed = status === "error" || raw.startsWith("Error:") || json !== undefined;
  return { text: (json ?? raw.replace(/^Error:\s*/, "")).trim(), failed };
}

function errorIn(raw: string): string | undefined {
  try {
    const { error } = JSON.parse(raw) as { error?: unknown };
    return typeof error === "string" ? error : undefined;
  } catch {
    return undefined;
  }
}
