import type { Logger } from "../logger.ts";
import { rejectOnAbort } from "../abort.ts";
import { isRecord, type ToolCall } from "./tool.ts";

/** Allowed, or why not. `true` and `false` stand for the bare answers. */
export type Decision =
  | boolean
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason?: string };

/** A call as the approver sees it. */
export interface ApprovalRequest extends ToolCall {
  /** Whether this call is the reason for asking; the others come along for the whole picture. */
  readonly needsApproval: boolean;
}

/** Sees the whole batch and answers per call, in the same order. */
export type Approve = (
  calls: readonly ApprovalRequest[],
  options: { signal: AbortSignal | undefined; context: unknown },
) => readonly Decision[] | Promise<readonly Decision[]>;

export interface ApprovalOptions {
  approve: Approve;
  signal: AbortSignal | undefined;
  context: unknown;
  logger: Logger;
}

/**
 * A reason for each call that was refused, nothing for each that may run. Whatever goes wrong on the way
 * (an exception, a missing answer) refuses: silence is never consent.
 */
export async function askForApproval(
  calls: readonly ApprovalRequest[],
  { approve, signal, context, logger }: ApprovalOptions,
): Promise<readonly (string | undefined)[]> {
  try {
    const answer = Promise.resolve(approve(calls, { signal, context }));
    const decisions: unknown = await rejectOnAbort(answer, signal);
    // With answers missing, nobody can tell which call each of the others was meant for.
    if (!Array.isArray(decisions) || decisions.length !== calls.length)
      throw new Error("The approver must give one answer per call.");
    return calls.map((_call, i) => refusal(decisions[i]));
  } catch (error) {
    if (!signal?.aborted)
      logger.error({ error, calls: calls.map(({ id, name }) => `${name}(${id})`) }, "Approval failed");
    return calls.map(({ needsApproval }) =>
      needsApproval ? "The approval could not be obtained." : undefined,
    );
  }
}

/** An approver's answer may come from a page or another program: only a plain yes is one. */
function refusal(decision: unknown): string | undefined {
  if (decision === true) return undefined;
  const { allowed, reason } = isRecord(decision) ? decision : {};
  if (allowed === true) return undefined;
  return typeof reason === "string" && reason !== "" ? reason : "The call was not approved.";
}
