import { createHash } from "node:crypto";
import { HumanMessage, type AIMessage, type BaseMessage } from "@langchain/core/messages";
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

export interface IdRule {
  readonly accepts: RegExp;
  /** Length of the ids made for those that are not accepted. */
  readonly length: number;
}

/** Ids that the provider would refuse are replaced, the same way in every request. */
export function withAcceptedIds(
  messages: readonly BaseMessage[],
  { accepts, length }: IdRule,
): BaseMessage[] {
  const translate = (id: string): string =>
    accepts.test(id) ? id : createHash("sha256").update(id).digest("hex").slice(0, length);
  return messages.map((message) => {
    if (isToolResult(message))
      return accepts.test(message.tool_call_id)
        ? message
        : copyToolResult(message, translate(message.tool_call_id));
    const calls = callsOf(message);
    if (!isAI(message) || calls.every(({ id }) => accepts.test(id ?? ""))) return message;
    return copyAI(message, { tool_calls: calls.map((call) => ({ ...call, id: translate(call.id ?? "") })) });
  });
}

/** The instruction of a request as a last word of the user. */
export function withInstruction(
  messages: readonly BaseMessage[],
  instruction: string | undefined,
): readonly BaseMessage[] {
  return instruction ? [...messages, new HumanMessage(instruction)] : messages;
}
