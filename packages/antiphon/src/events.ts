import type { AIMessage, ToolMessage, UsageMetadata } from "@langchain/core/messages";
import type { ToolCall, ToolProgress } from "./tools/tool.ts";

/** Why a run ended. */
export type StopReason =
  /** The model answered. */
  | "answer"
  /** The round limit was reached; the answer was made without tools. */
  | "tool-limit"
  /** The provider cut the answer at its token limit. */
  | "length"
  /** The provider withheld the answer. */
  | "content-filter"
  /** The model said nothing, twice. */
  | "empty"
  /** The caller aborted or broke off. */
  | "aborted";

/** What happens to one tool call. */
export type ToolEvent =
  | { readonly type: "tool-start"; readonly call: ToolCall }
  | { readonly type: "tool-progress"; readonly call: ToolCall; readonly progress: ToolProgress }
  | {
      readonly type: "tool-end";
      readonly call: ToolCall;
      readonly message: ToolMessage;
      readonly durationMs: number;
    };

/** Everything a run tells, in the order it happens. */
export type RunEvent =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "thinking-delta"; readonly text: string }
  /** A call was begun; its arguments may still be arriving. */
  | { readonly type: "tool-call"; readonly id: string; readonly name: string }
  | ToolEvent
  /** A finished message, each exactly once, in the order of the history. */
  | { readonly type: "message"; readonly message: AIMessage | ToolMessage }
  /** Sum over all model requests of the run so far. */
  | { readonly type: "usage"; readonly usage: UsageMetadata }
  /** Another model takes over; nothing of the failed one was shown. */
  | { readonly type: "model-fallback"; readonly from: string; readonly to: string; readonly reason: string }
  | { readonly type: "end"; readonly stopReason: StopReason; readonly usage: UsageMetadata };
