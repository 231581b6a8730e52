import type { RunEvent, StopReason, ToolCall, ToolProgress } from "antiphon";
import { toWireMessage, type WireMessage } from "../conversations/wire-message.ts";

export interface WireCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

export interface WireUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
}

/** What the gateway tells about a run, ready for JSON: the runtime's events, and approvals and errors. */
export type GatewayEvent =
  | { readonly type: "run"; readonly runId: string; readonly conversationId: string; readonly model: string }
  | { readonly type: "text-delta" | "thinking-delta"; readonly text: string }
  | { readonly type: "tool-call"; readonly id: string; readonly name: string }
  | { readonly type: "tool-start"; readonly call: WireCall }
  | { readonly type: "tool-progress"; readonly call: WireCall; readonly progress: ToolProgress }
  | {
      readonly type: "tool-end";
      readonly call: WireCall;
      readonly status: "success" | "error";
      readonly content: string;
      readonly durationMs: number;
    }
  | ({ readonly type: "message" } & WireMessage)
  | { readonly type: "usage"; readonly usage: WireUsage }
  | { readonly type: "model-fallback"; readonly from: string; readonly to: string; readonly reason: string }
  | {
      readonly type: "approval-request";
      readonly approvalId: string;
      readonly calls: readonly (WireCall & { needsApproval: boolean })[];
    }
  | {
      readonly type: "approval-result";
      readonly approvalId: string;
      readonly decisions: readonly { id: string; allowed: boolean; reason?: string }[];
    }
  | { readonly type: "error"; readonly message: string }
  | { readonly type: "end"; readonly stopReason: StopReason | "error"; readonly usage: WireUsage };

export function toGatewayEvent(event: RunEvent): GatewayEvent {
  switch (event.type) {
    case "message":
      return { type: "message", ...toWireMessage(event.message) };
    case "tool-start":
      return { type: "tool-start", call: toWireCall(event.call) };
    case "tool-progress":
      return { type: "tool-progress", call: toWireCall(event.call), progress: event.progress };
    case "tool-end": {
      const { call, message, durationMs } = event;
      const status = message.status === "error" ? "error" : "success";
      const duration = Math.round(durationMs * 10) / 10;
      return {
        type: "tool-end",
        call: toWireCall(call),
        status,
        content: message.text,
        durationMs: duration,
      };
    }
    case "text-delta":
    case "thinking-delta":
    case "tool-call":
    case "usage":
    case "model-fallback":
    case "end":
      return event;
    default:
      return event satisfies never;
  }
}

export function toWireCall({ id, name, args }: ToolCall): WireCall {
  return { id, name, args: args ?? {} };
}
