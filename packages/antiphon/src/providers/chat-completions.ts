import type { UsageMetadata } from "@langchain/core/messages";
import type { RawChunk, ToolCallFragment } from "../chat/raw-stream.ts";
import { isRecord } from "../tools/tool.ts";
import { convertBatches } from "./convert-batches.ts";
import { bodyOf, cutOff, midStreamError, parseJson, type HttpAnswer } from "./http.ts";
import { readEvents } from "./lines.ts";

/** The chat-completions protocol as OpenAI, its many relatives, Cohere and Mistral stream it. */
export interface CompletionChunk {
  readonly id?: string;
  readonly model?: string;
  readonly choices?: readonly {
    readonly delta?: Delta | null;
    readonly message?: Delta | null;
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: CompletionUsage | null;
  readonly error?: unknown;
  /** Cohere and Mistral send an error as it is, without a field around it. */
  readonly message?: unknown;
}

interface Delta {
  readonly content?: string | readonly Record<string, unknown>[] | null;
  readonly refusal?: string | null;
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
  readonly tool_calls?:
    | readonly {
        readonly index?: number;
        readonly id?: string | null;
        readonly function?: {
          readonly name?: string | null;
          readonly arguments?: string | Record<string, unknown> | null;
        };
      }[]
    | null;
}

interface CompletionUsage {
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly total_tokens?: number;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number | null } | null;
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number | null } | null;
}

/** Reads a streamed answer, or a whole one from a server that does not stream. */
export async function* readCompletion(
  response: HttpAnswer,
  { label, provider }: { label: string; provider: string },
): AsyncGenerator<readonly RawChunk[]> {
  const body = bodyOf(response, label);
  const metadata = { model_provider: provider };
  if (response.headers.get("content-type")?.includes("application/json")) {
    yield [{ ...toRawChunk(parseJson(await response.text(), label), label), metadata }];
    return;
  }
  let finished = false;
  yield [{ metadata }];
  yield* convertBatches(readEvents(body), (data) => {
    const chunk = data === "[DONE]" ? undefined : toRawChunk(parseJson(data, label), label);
    if (!chunk || chunk.finishReason) finished = true;
    return chunk;
  });
  if (!finished) throw cutOff(label);
}

function toRawChunk(data: CompletionChunk, label: string): RawChunk {
  if (data.error) throw midStreamError(data.error, label);
  if (typeof data.message === "string" && !data.choices) throw midStreamError(data.message, label);
  const choice = data.choices?.[0];
  const delta = choice?.delta ?? choice?.message;
  const content = delta?.content;
  const parts =
    typeof content === "string" || !content
      ? { text: content ?? undefined, thinking: undefined }
      : split(content);
  const thinking = delta?.reasoning_content ?? delta?.reasoning ?? parts.thinking;
  return {
    text: parts.text ?? delta?.refusal ?? undefined,
    thinking,
    extras: delta?.reasoning_content ? { reasoning_content: delta.reasoning_content } : undefined,
    toolCalls: delta?.tool_calls ? delta.tool_calls.map(toFragment) : undefined,
    finishReason: choice?.finish_reason ?? undefined,
    usage: data.usage ? toUsage(data.usage) : undefined,
    id: data.id,
  };
}

function toFragment({
  index,
  id,
  function: call,
}: NonNullable<Delta["tool_calls"]>[number]): ToolCallFragment {
  return { index, id, name: call?.name, args: call?.arguments };
}

/** Content in parts, as Mistral's reasoning models send it. */
function split(content: readonly Record<string, unknown>[]): {
  text: string | undefined;
  thinking: string | undefined;
} {
  let text = "";
  let thinking = "";
  for (const { type, text: plain, thinking: thoughts } of content) {
    if (type === "thinking" && Array.isArray(thoughts))
      thinking += thoughts
        .map((part) => (isRecord(part) && typeof part["text"] === "string" ? part["text"] : ""))
        .join("");
    else if (typeof plain === "string") text += plain;
  }
  return { text: text || undefined, thinking: thinking || undefined };
}

export function toUsage({
  prompt_tokens = 0,
  completion_tokens = 0,
  total_tokens,
  ...details
}: CompletionUsage): UsageMetadata {
  const cached = details.prompt_tokens_details?.cached_tokens;
  const reasoning = details.completion_tokens_details?.reasoning_tokens;
  return {
    input_tokens: prompt_tokens,
    output_tokens: completion_tokens,
    total_tokens: total_tokens ?? prompt_tokens + completion_tokens,
    ...(cached && { input_token_details: { cache_read: cached } }),
    ...(reasoning && { output_token_details: { reasoning } }),
  };
}
