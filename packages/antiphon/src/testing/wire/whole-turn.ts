import { resolveCalls, type CallIdForm, type ResolvedCall } from "./resolved-call.ts";
import {
  isCallsStep,
  isThinkingStep,
  joined,
  playedStep,
  type WireThinkingStep,
  type WireTurn,
} from "./script.ts";

/** What a turn amounts to when it is sent as one JSON answer. */
export type WholeBlock =
  | { type: "text"; text: string }
  | { type: "thinking"; text: string; step: WireThinkingStep }
  | { type: "call"; call: ResolvedCall };

export function wholeBlocks(turn: WireTurn, form: CallIdForm): WholeBlock[] {
  const blocks: WholeBlock[] = [];
  for (const step of turn.steps.map(playedStep)) {
    if (isThinkingStep(step)) blocks.push({ type: "thinking", text: joined(step.thinking), step });
    else if (isCallsStep(step))
      for (const call of resolveCalls(step, form)) blocks.push({ type: "call", call });
    else if ("text" in step) appendText(blocks, joined(step.text));
  }
  return blocks;
}

function appendText(blocks: WholeBlock[], text: string): void {
  const last = blocks.at(-1);
  if (last?.type === "text") last.text += text;
  else blocks.push({ type: "text", text });
}

export function textOf(blocks: readonly WholeBlock[]): string {
  return blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
}

export function thinkingOf(blocks: readonly WholeBlock[]): string {
  return blocks.map((block) => (block.type === "thinking" ? block.text : "")).join("");
}

export function callsOf(blocks: readonly WholeBlock[]): ResolvedCall[] {
  return blocks.flatMap((block) => (block.type === "call" ? [block.call] : []));
}
