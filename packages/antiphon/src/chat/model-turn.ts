import { AIMessage, type UsageMetadata } from "@langchain/core/messages";
import { parseArguments } from "../tools/arguments.ts";
import { Failure, toFailure } from "../tools/tool-failure.ts";
import type { ToolCall } from "../tools/tool.ts";
import { ContentAssembly, mergeExtras } from "./content-assembly.ts";
import type { RawChunk } from "./raw-stream.ts";
import {
  ToolCallAssembly,
  type GivenId,
  type OpenCall,
  type ToolCallAssemblyOptions,
} from "./tool-call-ids.ts";
import { addUsage } from "./usage.ts";

export interface FinishedTurn {
  readonly message: AIMessage;
  readonly calls: readonly ToolCall[];
  /** Calls whose id is not the provider's. */
  readonly given: readonly GivenId[];
  readonly hasText: boolean;
  /** Why the provider stopped, in our words. */
  readonly finish: "stop" | "length" | "content-filter";
}

const none: readonly OpenCall[] = [];

/** One provider stream → one finished message. Work per chunk does not grow with the message. */
export class ModelTurn {
  readonly #content = new ContentAssembly();
  readonly #calls: ToolCallAssembly;
  readonly #metadata: Record<string, unknown> = {};
  readonly #extras: Record<string, unknown> = {};
  #id: string | undefined;
  #finishReason: string | undefined;
  #usage: UsageMetadata | undefined;

  constructor(options: ToolCallAssemblyOptions) {
    this.#calls = new ToolCallAssembly(options);
  }

  get usage(): UsageMetadata | undefined {
    return this.#usage;
  }

  /** Returns the tool calls that began with this chunk. */
  add(chunk: RawChunk): readonly OpenCall[] {
    if (chunk.text) this.#content.addText(chunk.text);
    if (chunk.blocks) for (const block of chunk.blocks) this.#content.addBlock(block);
    if (chunk.finishReason) this.#finishReason = chunk.finishReason;
    if (chunk.usage) this.#usage = this.#usage ? addUsage(this.#usage, chunk.usage) : chunk.usage;
    if (chunk.metadata) Object.assign(this.#metadata, chunk.metadata);
    if (chunk.extras) mergeExtras(this.#extras, chunk.extras);
    if (chunk.id && this.#id === undefined) this.#id = chunk.id;
    return chunk.toolCalls && chunk.toolCalls.length > 0 ? this.#calls.add(chunk.toolCalls) : none;
  }

  /** The stream has ended: arguments are read strictly, once. */
  finish(): FinishedTurn {
    const finish = finishOf(this.#finishReason);
    for (const { id, extras } of this.#calls.calls) if (extras) mergeExtras(this.#extras, extras(id));
    const calls = this.#calls.calls.map((call, i, all) =>
      closeCall(call, finish === "length" && i === all.length - 1),
    );
    return {
      message: this.#message(calls),
      calls,
      given: this.#calls.given,
      hasText: this.#content.hasText,
      finish,
    };
  }

  /** The stream was broken off: what the user saw, without calls that will never run. */
  partial(reason: "aborted" | "error"): AIMessage | undefined {
    if (!this.#content.hasText) return undefined;
    this.#metadata["incomplete"] = reason;
    return this.#message([]);
  }

  #message(calls: readonly ToolCall[]): AIMessage {
    const invalid = calls.filter(({ failure }) => failure);
    return new AIMessage({
      content: this.#content.content(),
      // A call that cannot run still stands in the history, so that its answer has something to answer.
      tool_calls: calls.map(({ id, name, args }) => ({
        type: "tool_call",
        id,
        name,
        args: typeof args === "object" && args ? args : {},
      })),
      invalid_tool_calls: invalid.map(({ id, name, args, failure }) => ({
        type: "invalid_tool_call",
        id,
        name,
        args: typeof args === "string" ? args : "",
        error: failure?.message ?? "",
      })),
      additional_kwargs: this.#extras,
      response_metadata: this.#finishReason
        ? { ...this.#metadata, finish_reason: this.#finishReason }
        : this.#metadata,
      ...(this.#usage !== undefined && { usage_metadata: this.#usage as never }),
      ...(this.#id !== undefined && { id: this.#id }),
    });
  }
}

function closeCall({ id, name: given, pieces, whole }: OpenCall, cutOff: boolean): ToolCall {
  const name = given || "unnamed";
  if (whole) return { id, name, args: whole };
  const raw = pieces.join("");
  try {
    // No arguments at all usually means `{}`; at the end of a message that was cut off it means nothing.
    if (cutOff && raw.trim() === "") throw new SyntaxError("nothing arrived");
    return { id, name, args: parseArguments(raw) };
  } catch (error) {
    return { id, name, args: raw, failure: cutOff ? cutFailure : toFailure(error, name) };
  }
}

const cutFailure = new Failure(
  "invalid-arguments",
  "The message was cut off at the model's token limit before the arguments of this call were complete. They were not used.",
);

function finishOf(reason: string | undefined): FinishedTurn["finish"] {
  if (reason === undefined) return "stop";
  if (/^(length|max_?(output_?)?tokens|model_length)$/i.test(reason)) return "length";
  if (/content_?filter|safety|refusal|recitation|blocklist|prohibited|spii/i.test(reason))
    return "content-filter";
  return "stop";
}
