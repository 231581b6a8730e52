import type { BaseMessage } from "@langchain/core/messages";

const charactersPerToken = 4;
/** What a provider adds around each message. */
const tokensPerMessage = 4;

export interface TrimOptions {
  /** Estimated; see `estimateTokens`. */
  maxTokens: number;
}

/**
 * The newest rounds that fit. A round is a person's message with everything that follows it up to the next
 * one, so a call is never parted from its result. What stands before the first round (instructions) and the
 * last round always stay. Pure: the messages are the same objects, the array is not changed.
 */
export function trimHistory<T extends BaseMessage>(
  messages: readonly T[],
  { maxTokens }: TrimOptions,
): readonly T[] {
  const starts = messages.flatMap(({ type }, position) => (type === "human" ? [position] : []));
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) return messages;
  const kept = messages.slice(0, first).filter(({ type }) => type === "system");

  let tokens = estimateTokens([...kept, ...messages.slice(last)]);
  let from = last;
  for (const start of starts.slice(0, -1).reverse()) {
    tokens += estimateTokens(messages.slice(start, from));
    if (tokens > maxTokens) break;
    from = start;
  }
  return from === 0 ? messages : [...kept, ...messages.slice(from)];
}

/** A rough count that needs no tokenizer: four characters to a token, calls and results included. */
export function estimateTokens(messages: readonly BaseMessage[]): number {
  return messages.reduce((sum, message) => {
    const content =
      typeof message.content === "string" ? message.content.length : JSON.stringify(message.content).length;
    const calls = "tool_calls" in message ? JSON.stringify(message.tool_calls ?? []).length : 0;
    return sum + tokensPerMessage + Math.ceil((content + calls) / charactersPerToken);
  }, 0);
}
