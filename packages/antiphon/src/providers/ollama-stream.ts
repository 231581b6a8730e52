import type { RawChunk, ToolCallFragment } from "../chat/raw-stream.ts";
import type { Tool } from "../tools/tool.ts";
import { convertBatches } from "./convert-batches.ts";
import { bodyOf, cutOff, midStreamError, parseJson, type HttpAnswer } from "./http.ts";
import { readLines } from "./lines.ts";
import { callsInText, HeldText } from "./text-calls.ts";
import { ThinkingTags } from "./thinking-tags.ts";

interface OllamaLine {
  readonly message?: {
    readonly content?: string | null;
    readonly thinking?: string | null;
    readonly tool_calls?: readonly {
      readonly id?: string;
      readonly function?: { readonly name?: string; readonly arguments?: Record<string, unknown> };
    }[];
  };
  readonly done?: boolean;
  readonly done_reason?: string;
  readonly prompt_eval_count?: number;
  readonly eval_count?: number;
  readonly error?: unknown;
}

export interface OllamaStreamOptions {
  readonly label: string;
  /** Offered tools: only they are looked for in text. */
  readonly tools: readonly Tool[];
}

/** Ollama's lines as raw chunks: thinking apart from the answer, calls written as text recognised. */
export async function* readOllama(
  response: HttpAnswer,
  { label, tools }: OllamaStreamOptions,
): AsyncGenerator<readonly RawChunk[]> {
  const tags = new ThinkingTags();
  const held = new HeldText({ active: tools.length > 0 });
  let finished = false;
  let hasCalls = false;
  yield [{ metadata: { model_provider: "ollama" } }];
  yield* convertBatches(readLines(bodyOf(response, label)), (line) => {
    if (line.trim() === "") return undefined;
    const data: OllamaLine = parseJson(line, label);
    if (data.error) throw midStreamError(data.error, label);
    if (data.done) finished = true;
    if (data.message?.tool_calls?.length) hasCalls = true;
    const { text, thinking } = tags.add(data.message?.content ?? "");
    return toRawChunk(data, held.add(text), thinking);
  });
  if (!finished) throw cutOff(label);

  const rest = tags.end();
  const text = held.end() + rest.text;
  const calls = text && !hasCalls ? await callsInText(text, tools) : undefined;
  yield [calls ? { toolCalls: calls } : { text }, { thinking: rest.thinking }];
}

function toRawChunk(
  { message, done, done_reason, prompt_eval_count = 0, eval_count = 0 }: OllamaLine,
  text: string | undefined,
  thinking: string,
): RawChunk {
  const thoughts = `${message?.thinking ?? ""}${thinking}` || undefined;
  return {
    text,
    thinking: thoughts,
    extras: thoughts ? { reasoning_content: thoughts } : undefined,
    toolCalls: message?.tool_calls?.map(toFragment),
    finishReason: done ? (done_reason ?? "stop") : undefined,
    usage: done
      ? {
          input_tokens: prompt_eval_count,
          output_tokens: eval_count,
          total_tokens: prompt_eval_count + eval_count,
        }
      : undefined,
  };
}

/** Whole calls only; the index Ollama sends is the same for all in some versions and is not used. */
function toFragment({
  id,
  function: call,
}: NonNullable<NonNullable<OllamaLine["message"]>["tool_calls"]>[number]): ToolCallFragment {
  return { id, name: call?.name, args: call?.arguments ?? {} };
}
