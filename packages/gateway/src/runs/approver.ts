import type { ApprovalRequest, Approve, Decision } from "antiphon";

/** Who decides about the destructive calls of a run. */
export type Approver = (
  calls: readonly ApprovalRequest[],
  options: { signal: AbortSignal | undefined },
) => readonly Decision[] | Promise<readonly Decision[]>;

/** What every run hands to its tools; the executor finds the run's approver in it. */
export interface RunContext {
  readonly approver: Approver;
}

/** The executor's one approver, which asks that of the run. */
export const approveByContext: Approve = (calls, { signal, context }) => {
  const approver = (context as Partial<RunContext> | undefined)?.approver ?? refuseAll;
  return approver(calls, { signal });
};

export const nobodyToAsk =
  "This needs a person's approval, and here is nobody to ask. Use the page or the interactive chat, or start with --yes.";

export const refuseAll: Approver = (calls) =>
  calls.map(({ needsApproval }) => (needsApproval ? { allowed: false, reason: nobodyToAsk } : true));

export const allowAll: Approver = (calls) => calls.map(() => true);
