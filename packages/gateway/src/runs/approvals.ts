import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { ApprovalRequest, Decision } from "antiphon";
import type { Approver } from "./approver.ts";
import { toWireCall, type GatewayEvent } from "./run-event.ts";

export interface GivenDecision {
  readonly id: string;
  readonly allowed: boolean;
  readonly reason?: string | undefined;
}

export interface ApprovalsOptions {
  /** Silence for so long refuses. */
  timeoutMs: number;
}

interface Question {
  readonly calls: readonly ApprovalRequest[];
  readonly settle: (decisions: readonly GivenDecision[], silence: string) => void;
}

/** Questions to a person that are open, and their answers. Silence is never consent. */
export class Approvals {
  readonly #open = new Map<string, Question>();
  readonly #timeoutMs: number;

  constructor({ timeoutMs }: ApprovalsOptions) {
    this.#timeoutMs = timeoutMs;
  }

  /** An approver that asks by an event and waits for `answer`. */
  asking(tell: (event: GatewayEvent) => void): Approver {
    return async (calls, { signal }) => {
      const approvalId = randomUUID();
      // The message with the calls is told first; the executor asks a moment before it.
      await setImmediate();
      signal?.throwIfAborted();
      const decisions = new Promise<readonly GivenDecision[]>((resolve) => {
        const finish = (given: readonly GivenDecision[], silence: string): void => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", onAbort);
          this.#open.delete(approvalId);
          resolve(complete(calls, given, silence));
        };
        const onAbort = (): void => finish([], "The run was cancelled before anybody answered.");
        const timer = setTimeout(
          () => finish([], `Nobody answered within ${Math.round(this.#timeoutMs / 1000)} seconds.`),
          this.#timeoutMs,
        );
        signal?.addEventListener("abort", onAbort, { once: true });
        this.#open.set(approvalId, { calls, settle: finish });
      });
      tell({
        type: "approval-request",
        approvalId,
        calls: calls.map((call) => ({ ...toWireCall(call), needsApproval: call.needsApproval })),
      });
      const settled = await decisions;
      tell({ type: "approval-result", approvalId, decisions: settled.map(withoutUndefined) });
      return settled.map(({ allowed, reason }): Decision =>
        allowed ? true : { allowed, ...(reason !== undefined && { reason }) },
      );
    };
  }

  /** Ids that a question does not have, so that the caller can be told; undefined for no such question. */
  answer(approvalId: string, decisions: readonly GivenDecision[]): { unknown: string[] } | undefined {
    const question = this.#open.get(approvalId);
    if (!question) return undefined;
    const unknown = decisions
      .map(({ id }) => id)
      .filter((id) => !question.calls.some((call) => call.id === id));
    if (unknown.length === 0) question.settle(decisions, "The call was not approved.");
    return { unknown };
  }
}

/** One decision per call, in order. Only calls that need no approval run without being mentioned. */
function complete(
  calls: readonly ApprovalRequest[],
  given: readonly GivenDecision[],
  silence: string,
): readonly GivenDecision[] {
  return calls.map(({ id, needsApproval }) => {
    const decision = given.find((each) => each.id === id);
    if (decision) {
      return decision.allowed
        ? { id, allowed: true }
        : { id, allowed: false, reason: decision.reason ?? "The person refused it." };
    }
    return needsApproval ? { id, allowed: false, reason: silence } : { id, allowed: true };
  });
}

function withoutUndefined({ id, allowed, reason }: GivenDecision): {
  id: string;
  allowed: boolean;
  reason?: string;
} {
  return { id, allowed, ...(reason !== undefined && { reason }) };
}
