import type { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";

/** A message as the page and other programs see it. */
export interface WireMessage {
  readonly role: "user" | "assistant" | "tool" | "system";
  readonly content: string;
  readonly toolCalls?: readonly { id: string; name: string; args: unknown }[];
  readonly toolCallId?: string;
  readonly name?: string;
  /** Of a tool's result. */
  readonly status?: "success" | "error";
}

const roles = new Map<string, WireMessage["role"]>([
  ["human", "user"],
  ["ai", "assistant"],
  ["tool", "tool"],
]);

export function toWireMessage(message: BaseMessage): WireMessage {
  const role = roles.get(message.type) ?? "system";
  const content = message.text;
  if (role === "tool") {
    const { tool_call_id: toolCallId, name, status } = message as ToolMessage;
    return {
      role,
      content,
      toolCallId,
      ...(name !== undefined && { name }),
      status: status === "error" ? "error" : "success",
    };
  }
  const calls = role === "assistant" ? ((message as AIMessage).tool_calls ?? []) : [];
  if (calls.length === 0) return { role, content };
  return { role, content, toolCalls: calls.map(({ id = "", name, args }) => ({ id, name, args })) };
}
