import type { BaseMessage, UsageMetadata } from "@langchain/core/messages";
import type { Tool } from "../tools/tool.ts";

/** A piece of a tool call as a provider sends it: any field may be missing, empty or repeated. */
export interface ToolCallFragment {
  readonly index?: number | string | null | undefined;
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
  /** A fragment of JSON text, or the whole as an object. */
  readonly args?: string | Record<string, unknown> | null | undefined;
  /** `additional_kwargs` that name the call by the id it is given: signatures that go back with it. */
  readonly extras?: ((id: string) => Record<string, unknown>) | undefined;
}

/** A piece of content that is not plain text: thinking, a signature, an image. Merged by type and index. */
export interface ContentFragment {
  readonly type: string;
  readonly index?: number | string;
  readonly [key: string]: unknown;
}

/** One step of a provider's stream, free of LangChain objects. */
export interface RawChunk {
  /** For the user, as it arrives. */
  readonly text?: string | undefined;
  /** The model's thinking, as it arrives; shown apart and stored only if it comes as `blocks` too. */
  readonly thinking?: string | undefined;
  /** Stored in the message's content beside the text. */
  readonly blocks?: readonly ContentFragment[] | undefined;
  readonly toolCalls?: readonly ToolCallFragment[] | undefined;
  /** Added to what earlier chunks of this message said. */
  readonly usage?: UsageMetadata | undefined;
  readonly finishReason?: string | undefined;
  /** The provider's id of the message. */
  readonly id?: string | undefined;
  /** `response_metadata` of the message; later values replace earlier ones. */
  readonly metadata?: Record<string, unknown> | undefined;
  /** `additional_kwargs` of the message; texts are joined, objects merged. */
  readonly extras?: Record<string, unknown> | undefined;
  /** Another model answers from here on. */
  readonly fallback?: { readonly from: string; readonly to: string; readonly reason: string } | undefined;
}

export interface RawStreamOptions {
  /** Offered to the model; none when empty. */
  readonly tools: readonly Tool[];
  /** All tools there are: some providers insist on the definitions of tools that a history mentions. */
  readonly knownTools: readonly Tool[];
  /** Goes with this request only, after the messages; never stored. */
  readonly instruction?: string | undefined;
  /** JSON Schema that the answer must follow, for providers that can hold a model to it. */
  readonly answerSchema?: Record<string, unknown> | undefined;
  readonly signal: AbortSignal;
}

/**
 * How a model is asked: messages in, raw chunks out. Chunks that arrived together may come together, which
 * saves a round through the event loop for each.
 */
export type RawStream = (
  messages: readonly BaseMessage[],
  options: RawStreamOptions,
) => AsyncIterable<RawChunk | readonly RawChunk[]>;
