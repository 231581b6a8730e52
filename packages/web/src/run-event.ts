import { booleanOf, fieldsOf, listOf, numberOf, parseFields, stringOf, type Fields } from "./json-fields.ts";

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

export interface CallToApprove extends Call {
  readonly needsApproval: boolean;
}

export interface Decision {
  readonly id: string;
  readonly allowed: boolean;
  readonly reason?: string;
}

type EventBody =
  | { readonly type: "run"; readonly runId: string; readonly conversationId: string; readonly model: string }
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "thinking-delta"; readonly text: string }
  | { readonly type: "tool-call"; readonly id: string; readonly name: string }
  | { readonly type: "tool-start"; readonly call: Call }
  | { readonly type: "tool-progress"; readonly call: Call; readonly note: string }
  | {
      readonly type: "tool-end";
      readonly call: Call;
      readonly failed: boolean;
      readonly content: string;
      readonly durationMs: number | undefined;
    }
  | { readonly type: "assistant-message"; readonly content: string }
  | { readonly type: "tool-message"; readonly callId: string; readonly content: string }
  | { readonly type: "usage"; readonly tokens: number }
  | { readonly type: "model-fallback"; readonly from: string; readonly to: string; readonly reason: string }
  | {
      readonly type: "approval-request";
      readonly approvalId: string;
      readonly calls: readonly CallToApprove[];
    }
  | {
      readonly type: "approval-result";
      readonly approvalId: string;
      readonly decisions: readonly Decision[];
    }
  | { readonly type: "error"; readonly message: string }
  | { readonly type: "end"; readonly stopReason: string };

/** One event of a run; `at` is milliseconds since the run began. */
export type RunEvent = EventBody & { readonly at: number };

/** What cannot be read is `undefined`: a newer gateway may say more than this page knows. */
export function parseRunEvent(data: string): RunEvent | undefined {
  const fields = parseFields(data);
  const body = fields && readBody(fields);
  return body && { ...body, at: Math.max(0, numberOf(fields["at"]) ?? 0) };
}

function readBody(fields: Fields): EventBody | undefined {
  const type = stringOf(fields["type"]);
  switch (type) {
    case "run": {
      const runId = stringOf(fields["runId"]);
      const conversationId = stringOf(fields["conversationId"]);
      if (!runId || !conversationId) return undefined;
      return { type, runId, conversationId, model: stringOf(fields["model"]) ?? "" };
    }
    case "text-delta":
    case "thinking-delta": {
      const text = stringOf(fields["text"]);
      return text ? { type, text } : undefined;
    }
    case "tool-call": {
      const id = stringOf(fields["id"]);
      return id ? { type, id, name: stringOf(fields["name"]) ?? "tool" } : undefined;
    }
    case "tool-start": {
      const call = readCall(fields["call"]);
      return call && { type, call };
    }
    case "tool-progress": {
      const call = readCall(fields["call"]);
      return call && { type, call, note: readProgress(fields["progress"]) };
    }
    case "tool-end": {
      const call = readCall(fields["call"]);
      const failed = fields["status"] === "error";
      const durationMs = numberOf(fields["durationMs"]);
      return call && { type, call, failed, content: readContent(fields["content"]), durationMs };
    }
    case "message":
      return readMessage(fields);
    case "usage":
      return { type, tokens: numberOf(fieldsOf(fields["usage"])?.["total_tokens"]) ?? 0 };
    case "model-fallback":
      return {
        type,
        from: stringOf(fields["from"]) ?? "The model",
        to: stringOf(fields["to"]) ?? "another",
        reason: stringOf(fields["reason"]) ?? "",
      };
    case "approval-request": {
      const approvalId = stringOf(fields["approvalId"]);
      return approvalId ? { type, approvalId, calls: listOf(fields["calls"], readCallToApprove) } : undefined;
    }
    case "approval-result": {
      const approvalId = stringOf(fields["approvalId"]);
      return approvalId
        ? { type, approvalId, decisions: listOf(fields["decisions"], readDecision) }
        : undefined;
    }
    case "error":
      return { type, message: stringOf(fields["message"]) ?? "Something went wrong in the gateway." };
    case "end":
      return { type, stopReason: stringOf(fields["stopReason"]) ?? "answer" };
    default:
      return undefined;
  }
}

export function readCall(value: unknown): Call | undefined {
  const fields = fieldsOf(value);
  const id = stringOf(fields?.["id"]);
  return fields && id ? { id, name: stringOf(fields["name"]) ?? "tool", args: fields["args"] } : undefined;
}

function readCallToApprove(value: unknown): CallToApprove | undefined {
  const call = readCall(value);
  // Silence means that the person is asked: a call is never let through by a missing field.
  return call && { ...call, needsApproval: booleanOf(fieldsOf(value)?.["needsApproval"]) ?? true };
}

function readDecision(value: unknown): Decision | undefined {
  const fields = fieldsOf(value);
  const id = stringOf(fields?.["id"]);
  if (!fields || !id) return undefined;
  const reason = stringOf(fields["reason"]);
  return { id, allowed: fields["allowed"] === true, ...(reason && { reason }) };
}

function readMessage(fields: Fields): EventBody | undefined {
  const content = readContent(fields["content"]);
  if (fields["role"] === "assistant") return { type: "assistant-message", content };
  const callId = stringOf(fields["toolCallId"]);
  return fields["role"] === "tool" && callId ? { type: "tool-message", callId, content } : undefined;
}

/** A message's content is text, or a list of blocks of which the text ones are shown. */
export function readContent(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) {
    return content.map((block) => stringOf(fieldsOf(block)?.["text"]) ?? "").join("");
  }
  return content === undefined || content === null ? "" : JSON.stringify(content);
}

function readProgress(value: unknown): string {
  const fields = fieldsOf(value);
  const message = stringOf(fields?.["message"]);
  if (message) return message;
  const done = numberOf(fields?.["progress"]);
  const total = numberOf(fields?.["total"]);
  if (done === undefined) return "";
  return total ? `${done} of ${total}` : `${done}`;
}
