import {
  AIMessage,
  coerceMessageLikeToMessage,
  mapStoredMessageToChatMessage,
  ToolMessage,
  type AIMessageFields,
  type BaseMessage,
  type BaseMessageLike,
  type StoredMessage,
} from "@langchain/core/messages";

/** What a history may be made of: LangChain messages, their JSON, `{role, content}`, tuples, strings. */
export type MessageLike = BaseMessageLike | StoredMessage;

/** Messages as objects, whatever form they were stored in. */
export function toMessage(message: MessageLike): BaseMessage {
  if (isStored(message)) return mapStoredMessageToChatMessage(message);
  return coerceMessageLikeToMessage(message);
}

function isStored(message: MessageLike): message is StoredMessage {
  return typeof message === "object" && message !== null && "data" in message && "type" in message;
}

export function isAI(message: BaseMessage): message is AIMessage {
  return message.type === "ai";
}

export function isToolResult(message: BaseMessage): message is ToolMessage {
  return message.type === "tool";
}

type LangChainCall = NonNullable<AIMessage["tool_calls"]>[number];

export function callsOf(message: BaseMessage): readonly LangChainCall[] {
  return isAI(message) ? (message.tool_calls ?? []) : [];
}

/** The text of a message, without thinking and other blocks. */
export function textOf(message: BaseMessage): string {
  if (typeof message.content === "string") return message.content;
  return message.content
    .map((block) => (block.type === "text" && typeof block["text"] === "string" ? block["text"] : ""))
    .join("");
}

/** A copy with some fields replaced. */
export function copyAI(message: AIMessage, changes: Partial<AIMessageFields>): AIMessage {
  const {
    content,
    tool_calls,
    invalid_tool_calls,
    additional_kwargs,
    response_metadata,
    usage_metadata,
    id,
    name,
  } = message;
  return new AIMessage({
    content,
    tool_calls: tool_calls ?? [],
    invalid_tool_calls: invalid_tool_calls ?? [],
    additional_kwargs,
    response_metadata,
    ...(usage_metadata !== undefined && { usage_metadata }),
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...changes,
  });
}

export function copyToolResult(
  message: ToolMessage,
  tool_call_id: string,
  name: string | undefined = message.name,
): ToolMessage {
  const { content, artifact, status, metadata, additional_kwargs, response_metadata, id } = message;
  return new ToolMessage({
    content,
    tool_call_id,
    artifact: artifact as unknown,
    additional_kwargs,
    response_metadata,
    status: status ?? "success",
    ...(metadata !== undefined && { metadata }),
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
  });
}
