import { useEffect, useId, useRef } from "react";
import type { Approval } from "../conversation-entry.ts";

export interface ApprovalQuestionProps {
  readonly approval: Approval;
  readonly title: string;
  readonly onDecide: (allowed: boolean) => void;
}

export function ApprovalQuestion({ approval, title, onDecide }: ApprovalQuestionProps) {
  const box = useRef<HTMLDivElement>(null);
  const label = useId();
  const answered = approval.answer !== "asked";

  // The question takes the focus, never one of its buttons: a stray Enter must not open a door.
  // Somebody who is writing is left alone.
  useEffect(() => {
    const active = document.activeElement;
    const writing = active instanceof HTMLTextAreaElement && active.value !== "";
    if (!writing) box.current?.focus({ preventScroll: true });
  }, []);

  const decide = (allowed: boolean) => {
    onDecide(allowed);
    const open = document.querySelectorAll<HTMLElement>('.approval[data-answer="asked"]');
    const next = [...open].find((question) => question !== box.current);
    (next ?? document.getElementById("composer"))?.focus();
  };

  return (
    <div
      className="approval"
      ref={box}
      tabIndex={-1}
      role="group"
      aria-labelledby={label}
      data-testid="approval"
      data-answer={approval.answer}
    >
      <p id={label}>
        <span className="visually-hidden">{title}: </span>
        {answered
          ? `You have ${approval.answer === "allowed" ? "allowed" : "refused"} this.`
          : "Nothing happens until you decide."}
      </p>
      <div className="approval-buttons">
        <button
          type="button"
          className="button"
          data-testid="approval-refuse"
          disabled={answered}
          onClick={() => decide(false)}
        >
          Refuse
        </button>
        <button
          type="button"
          className="button primary"
          data-testid="approval-allow"
          disabled={answered}
          onClick={() => decide(true)}
        >
          Allow
        </button>
      </div>
      {approval.problem && (
        <p className="problem" role="alert">
          {approval.problem}
        </p>
      )}
    </div>
  );
}
