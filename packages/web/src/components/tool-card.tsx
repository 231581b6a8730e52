import type { ToolEntry } from "../conversation-entry.ts";
import { formatDuration } from "../format-duration.ts";
import { spokenName } from "../spoken-name.ts";
import { toolArguments } from "../tool-arguments.ts";
import { useNow } from "../use-now.ts";
import { ApprovalQuestion } from "./approval-question.tsx";
import { Icon } from "./icon.tsx";
import { ToolResult } from "./tool-result.tsx";

export interface ToolCardProps {
  readonly entry: ToolEntry;
  /** When the run began, by this page's clock. */
  readonly runStart: number | undefined;
  readonly onDecide: (callId: string, allowed: boolean) => void;
}

export function ToolCard({ entry, runStart, onDecide }: ToolCardProps) {
  const { name, args, status, content, approval, progress } = entry;
  const title = spokenName(name);
  const undecided = approval !== undefined && !approval.settled && status === "called";
  const refused = approval?.answer === "refused" && status === "error";
  return (
    <article
      className="tool-card"
      data-testid="tool-card"
      data-status={status === "called" ? "running" : status}
      data-tool={name}
      data-call-id={entry.key}
      data-waiting={undecided}
      data-refused={refused}
      aria-label={`Tool: ${title}`}
    >
      <header>
        <StatusMark status={undecided ? "waiting" : status} />
        <h2 title={name}>{title}</h2>
        {refused ? (
          <span className="tool-time">refused</span>
        ) : (
          <ToolTime entry={entry} runStart={runStart} waiting={undecided} />
        )}
      </header>
      <dl className="tool-arguments">
        {toolArguments(args).map((argument) => (
          <div key={argument.name}>
            <dt>{argument.name}</dt>
            <dd>{argument.value}</dd>
          </div>
        ))}
      </dl>
      {progress && <p className="tool-progress">{progress}</p>}
      {undecided && (
        <ApprovalQuestion
          approval={approval}
          title={title}
          onDecide={(allowed) => onDecide(entry.key, allowed)}
        />
      )}
      {(status === "success" || status === "error") && (
        <ToolResult content={content || (refused ? "You refused this." : "")} failed={status === "error"} />
      )}
    </article>
  );
}

function StatusMark({ status }: { readonly status: ToolEntry["status"] | "waiting" }) {
  if (status === "called" || status === "running") return <span className="spinner" aria-hidden="true" />;
  const icon = status === "success" ? "check" : status === "waiting" ? "hand" : "cross";
  return (
    <span className="status-mark" data-status={status}>
      <Icon name={icon} size={14} />
    </span>
  );
}

interface ToolTimeProps {
  readonly entry: ToolEntry;
  readonly runStart: number | undefined;
  readonly waiting: boolean;
}

function ToolTime({ entry: { status, startedAt, durationMs }, runStart, waiting }: ToolTimeProps) {
  const counting = status === "running" && startedAt !== undefined && runStart !== undefined;
  const now = useNow(counting);
  if (waiting) return <span className="tool-time">waits for you</span>;
  const elapsed = counting ? Math.max(0, now - runStart - startedAt) : durationMs;
  if (elapsed === undefined) return null;
  return (
    <span className="tool-time" data-testid="tool-time">
      {counting ? `${(elapsed / 1000).toFixed(1)} s` : formatDuration(elapsed)}
    </span>
  );
}
