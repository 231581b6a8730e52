import type { FollowUpPolicy } from "../chat/follow-up.ts";

export interface RefinementOptions {
  /** @default "If you need more specific info, you may search again." */
  refineInstruction?: string;
  /** @default "Answer in 1 sentence based on this information." */
  answerInstruction?: string;
}

/**
 * Small models search again and again. One round is free, one refinement is allowed, then they answer:
 * never a third round.
 */
export function oneRefinement({
  refineInstruction = "If you need more specific info, you may search again.",
  answerInstruction = "Answer in 1 sentence based on this information.",
}: RefinementOptions = {}): FollowUpPolicy {
  return (toolRounds) => {
    if (toolRounds === 0) return { tools: true };
    if (toolRounds === 1)
      return { tools: true, instruction: refineInstruction, note: "Model requesting refinement search" };
    return { tools: false, instruction: answerInstruction };
  };
}
