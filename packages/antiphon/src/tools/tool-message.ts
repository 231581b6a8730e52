import { ToolMessage } from "@langchain/core/messages";
import { failureContent, type ErrorFormat, type Failure } from "./tool-failure.ts";
import type { ToolResult } from "./tool-result.ts";
import type { ToolCall } from "./tool.ts";

/** The one answer of a call that has a result. */
export function resultMessage(
  { id, name }: ToolCall,
  { content, artifact, failed }: ToolResult,
): ToolMessage {
  return new ToolMessage({ content, tool_call_id: id, name, artifact, status: failed ? "error" : "success" });
}

/** The one answer of a call that has no result. */
export function failureMessage(
  { id, name }: ToolCall,
  failure: Failure,
  format: ErrorFormat = "text",
): ToolMessage {
  return new ToolMessage({
    content: failureContent(failure, format),
    tool_call_id: id,
    name,
    status: "error",
    metadata: { failure: failure.kind },
  });
}
