import { createHash } from "node:crypto";
import { HumanMessage, SystemMessage, type AIMessage, type BaseMessage } from "@langchain/core/messages";
import { callsOf, copyAI, copyToolResult, isAI, isToolResult, textOf } from "../chat/messages.ts";

/** Text only: thinking and signatures of one provider mean nothing, or an error, to another. */
export function withPlainText(messages: readonly BaseMessage[]): BaseMessage[] {
  return messages.map((message) =>
    isAI(message) && typeof message.content !== "string"
      ? copyAI(message, { content: textOf(message) })
      : message,
  );
}

/** Who wrote a message, as every client of ours notes it. */
export function writtenBy(message: AIMessage, provider: string): boolean {
  return message.response_metadata["model_provider"] === provider;
}

/** Answers with neither text nor calls, such as thinking alone, are refused by most providers. */
export function withoutEmptyAnswers(messages: readonly BaseMessage[]): BaseMessage[] {
  return messages.filter(
    (message) => !isAI(message) || callsOf(message).length > 0 || textOf(message).trim() !== "",
  );
}

/** One system message in front, for providers that take no others. */
export function withOneSystemMessage(messages: readonly BaseMessage[]): readonly BaseMessage[] {
  const isSystem = ({ type }: BaseMessage): boolean => type === "system";
  if (!messages.some((message, position) => position > 0 && isSystem(message))) return messages;
  const text = messages
    .filter(isSystem)
    .map((message) => textOf(message))
    .join("\n\n");
  return [new SystemMessage(text), ...messages.filter((message) => !isSystem(message))];
}

export interface IdRule {
  readonly accepts: RegExp;
  /** Length of the ids made for those that are not accepted. */
  readonly length: number;
}

export const anyId: IdRule = { accepts: /^/, length: 32 };
const acceptedName = /^[a-zA-Z0-9_-]{1,64}$/;

/** Ids and names that the provider would refuse are replaced, the same way in every request. */
export function withAcceptedCalls(
  messages: readonly BaseMessage[],
  { accepts, length }: IdRule,
): BaseMessage[] {
  const toId = (id: string): string =>
    accepts.test(id) ? id : createHash("sha256").update(id).digest("hex").slice(0, length);
  return messages.map((message) => {
    if (isToolResult(message)) {
      const { tool_call_id: id, name } = message;
      if (accepts.test(id) && (name === undefined || acceptedName.test(name))) return message;
      return copyToolResult(message, toId(id), name === undefined ? undefined : toName(name));
    }
    const calls = callsOf(message);
    if (!isAI(message) || calls.every(({ id = "", name }) => accepts.test(id) && acceptedName.test(name)))
      return message;
    return copyAI(message, {
      tool_calls: calls.map((call) => ({ ...call, id: toId(call.id ?? ""), name: toName(call.name) })),
    });
  });
}

/** A model may call anything; only these characters come back to it. */
function toName(name: string): string {
  return acceptedName.test(name) ? name : name.slice(0, 64).replace(/[^a-zA-Z0-9_-]/g, "_") || "unnamed";
}

/** The instruction of a request as a last word of the user. */
export function withInstruction(
  messages: readonly BaseMessage[],
  instruction: string | undefined,
): readonly BaseMessage[] {
  return instruction ? [...messages, new HumanMessage(instruction)] : messages;
}
