/** How the model is asked after a number of tool rounds. */
export interface FollowUp {
  /** Whether tools are offered. Without them the model has to answer. */
  readonly tools: boolean;
  /** Goes with the request only; never stored in the history. */
  readonly instruction?: string | undefined;
  /** Logged, with the round and the tools, when the model answers this request with calls. */
  readonly note?: string | undefined;
}

/** Asked before every model request with the number of tool rounds so far. */
export type FollowUpPolicy = (toolRounds: number) => FollowUp;

export const lastRoundInstruction =
  "No more tool calls are possible. Answer now with the information you have.";

/** Tools until the limit, then one request without them, so that there is always an answer. */
export function upToRounds(
  maxToolRounds: number,
  instruction: string = lastRoundInstruction,
): FollowUpPolicy {
  return (toolRounds) => (toolRounds < maxToolRounds ? { tools: true } : { tools: false, instruction });
}
