import type { ResolvedCall } from "./resolved-call.ts";
import { cut, type WireCallsStep } from "./script.ts";

/** One piece of one call, as it goes out within a chunk. */
export interface CallPiece {
  call: ResolvedCall;
  /** Place of the call within its step. */
  position: number;
  /** Whether this piece opens its call: only then id and name are due. */
  first: boolean;
  /** Argument text. */
  text: string;
}

/**
 * The chunks of a step: each inner array goes out together. A call in fragments opens with empty argument text, as
 * OpenAI and Anthropic do it.
 */
export function piecesOf(
  calls: readonly ResolvedCall[],
  { shape = "fragments", fragmentSize = 6 }: Pick<WireCallsStep, "shape" | "fragmentSize">,
): CallPiece[][] {
  if (shape === "whole" || shape === "idless") return [calls.map(wholePiece)];
  if (shape === "one-per-chunk") return calls.map((call, position) => [wholePiece(call, position)]);
  const rows = calls.map((call, position) => [
    [{ call, position, first: true, text: "" }],
    ...cut(call.text, fragmentSize).map((text) => [{ call, position, first: false, text }]),
  ]);
  return shape === "interleaved" ? takeTurns(rows) : rows.flat();
}

function wholePiece(call: ResolvedCall, position: number): CallPiece {
  return { call, position, first: true, text: call.text };
}

function takeTurns<Item>(rows: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: longest }, (_, column) =>
    rows.flatMap((row) => row.slice(column, column + 1)),
  ).flat();
}
