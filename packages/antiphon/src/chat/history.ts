import { ToolMessage, type AIMessage, type BaseMessage } from "@langchain/core/messages";
import {
  callsOf,
  copyAI,
  copyToolResult,
  isAI,
  isToolResult,
  toMessage,
  type MessageLike,
} from "./messages.ts";

type Call = NonNullable<AIMessage["tool_calls"]>[number];

/**
 * A copy in which each tool call has exactly one result, right after it and in call order: missing ones
 * get a placeholder, orphaned and surplus ones are dropped, repeated ids are told apart. Messages that are
 * right are passed on as they are. Deterministic, so that a provider's prompt cache still matches.
 */
export function repairHistory(messages: readonly MessageLike[]): BaseMessage[] {
  const given = messages.map(toMessage);
  const history = given.map(withPromotedCalls(given));
  const results = new ResultIndex(history);
  const ids = new Set<string>();

  return history.flatMap((message, position) => {
    if (isToolResult(message)) return [];
    const calls = callsOf(message);
    if (calls.length === 0 || !isAI(message)) return [message];

    const renamed = calls.map((call) => claim(call.id, ids));
    const answers = calls.map((call, i) =>
      answer(call, renamed[i] ?? "", results.take(call.id ?? "", position)),
    );
    const unchanged = calls.every((call, i) => call.id === renamed[i]);
    return [unchanged ? message : withCallIds(message, renamed), ...answers];
  });
}

/** Where each result stands, so that a result is looked for only until its id is used again. */
class ResultIndex {
  readonly #results = new Map<string, { message: ToolMessage; position: number }[]>();
  readonly #calls = new Map<string, number[]>();

  constructor(history: readonly BaseMessage[]) {
    history.forEach((message, position) => {
      if (isToolResult(message)) push(this.#results, message.tool_call_id, { message, position });
      for (const id of new Set(callsOf(message).map((call) => call.id ?? "")))
        push(this.#calls, id, position);
    });
  }

  take(id: string, after: number): ToolMessage | undefined {
    const until = this.#calls.get(id)?.find((position) => position > after) ?? Infinity;
    const candidates = this.#results.get(id) ?? [];
    const found = candidates.findIndex(({ position }) => position > after && position < until);
    return found === -1 ? undefined : candidates.splice(found, 1)[0]?.message;
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function claim(id: string | undefined, ids: Set<string>): string {
  const wanted = id || "call";
  let free = wanted;
  for (let n = 2; ids.has(free); n++) free = `${wanted}_${n}`;
  ids.add(free);
  return free;
}

function answer(call: Call, id: string, result: ToolMessage | undefined): ToolMessage {
  if (result) return result.tool_call_id === id ? result : copyToolResult(result, id);
  return new ToolMessage({
    content: `Error: No result of "${call.name}" was recorded. The call may or may not have run.`,
    tool_call_id: id,
    name: call.name,
    status: "error",
    metadata: { failure: "cancelled" },
  });
}

function withCallIds(message: AIMessage, ids: readonly string[]): AIMessage {
  const calls = message.tool_calls ?? [];
  return copyAI(message, {
    tool_calls: calls.map((call, i) => ({ ...call, id: ids[i] ?? "" })),
    content:
      typeof message.content === "string" ? message.content : withBlockIds(message.content, calls, ids),
  });
}

/** Content that repeats the calls as blocks (Anthropic's form) must name them alike. */
function withBlockIds<T extends { type: string; id?: unknown }>(
  content: T[],
  calls: readonly Call[],
  ids: readonly string[],
): T[] {
  const open = calls.map((call, i) => ({ old: call.id, id: ids[i] }));
  return content.map((block) => {
    if (block.type !== "tool_use" && block.type !== "tool_call") return block;
    const position = open.findIndex(({ old }) => old === block.id);
    const [match] = position === -1 ? [] : open.splice(position, 1);
    return match ? { ...block, id: match.id } : block;
  });
}

/**
 * LangChain keeps calls it could not parse apart. When such a call was answered, it counts as a call:
 * otherwise its answer would be an orphan.
 */
function withPromotedCalls(all: readonly BaseMessage[]): (message: BaseMessage) => BaseMessage {
  let answered: Set<string> | undefined;
  return (message) => {
    if (!isAI(message) || !message.invalid_tool_calls?.length) return message;
    answered ??= new Set(all.filter(isToolResult).map((result) => result.tool_call_id));
    const known = new Set(callsOf(message).map(({ id }) => id));
    const promoted = message.invalid_tool_calls.filter(({ id }) => id && !known.has(id) && answered?.has(id));
    if (promoted.length === 0) return message;
    const calls = promoted.map(({ id, name }) => ({
      type: "tool_call" as const,
      id: id ?? "",
      name: name || "unnamed",
      args: {},
    }));
    return copyAI(message, { tool_calls: [...callsOf(message), ...calls] });
  };
}
