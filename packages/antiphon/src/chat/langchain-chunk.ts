import type { AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import type { ContentFragment, RawChunk, ToolCallFragment } from "./raw-stream.ts";

/** A LangChain chunk, or a whole message, as a raw chunk. */
export function toRawChunk(message: BaseMessage, generationInfo?: Record<string, unknown>): RawChunk {
  const {
    content,
    tool_call_chunks,
    tool_calls,
    invalid_tool_calls,
    usage_metadata,
    additional_kwargs,
    response_metadata,
    id,
  } = message as AIMessageChunk;
  const parts = typeof content === "string" ? plain(content) : split(content);
  const metadata = { ...generationInfo, ...response_metadata };
  return {
    ...parts,
    thinking: parts.thinking ?? text(additional_kwargs["reasoning_content"]),
    toolCalls: fragments(tool_call_chunks, tool_calls, invalid_tool_calls),
    usage: usage_metadata,
    finishReason: finishReason(metadata),
    id,
    metadata,
    extras: extras(additional_kwargs),
  };
}

type Parts = Pick<RawChunk, "text" | "thinking" | "blocks">;
type Block = { type: string; [key: string]: unknown };

function plain(content: string): Parts {
  return { text: content };
}

/** Blocks that repeat the tool calls; the calls themselves are read from `tool_call_chunks`. */
const callBlocks = new Set([
  "tool_use",
  "tool_call",
  "tool_call_chunk",
  "input_json_delta",
  "functionCall",
  "function_call",
]);

function split(content: readonly Block[]): Parts {
  const result: { text: string; thinking?: string; blocks: ContentFragment[] } = { text: "", blocks: [] };
  for (const block of content) {
    if (block.type === "text") result.text += text(block["text"]) ?? "";
    else if (!callBlocks.has(block.type)) result.blocks.push(block);
    const thinking = text(block["thinking"]) ?? text(block["reasoning"]);
    if (thinking) result.thinking = (result.thinking ?? "") + thinking;
  }
  return result;
}

type Calls = readonly object[] | undefined;

/** Fragments are the truth; whole calls count only where there are none, as in a message not streamed. */
function fragments(chunks: Calls, calls: Calls, invalid: Calls): readonly ToolCallFragment[] | undefined {
  if (chunks?.length) return chunks;
  if (!calls?.length && !invalid?.length) return undefined;
  // Each whole call stands for itself: an index keeps calls with the same or no id apart.
  return [...(calls ?? []), ...(invalid ?? [])].map((call, index) => ({ ...call, index }));
}

function finishReason(metadata: Record<string, unknown>): string | undefined {
  return (
    text(metadata["finish_reason"]) ??
    text(metadata["stop_reason"]) ??
    text(metadata["finishReason"]) ??
    text(metadata["done_reason"])
  );
}

/** What providers want echoed (signatures, reasoning) is kept; copies of the calls are not. */
function extras({
  tool_calls: _calls,
  function_call: _call,
  ...rest
}: Record<string, unknown>): Record<string, unknown> | undefined {
  for (const _key in rest) return rest;
  return undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
