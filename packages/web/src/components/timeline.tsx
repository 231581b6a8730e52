import { useState } from "react";
import { isRunning, type Run } from "../conversation-state.ts";
import { formatDuration } from "../format-duration.ts";
import { busyTime, type Segment } from "../run-segments.ts";
import { spokenName } from "../spoken-name.ts";
import { useNow } from "../use-now.ts";
import { Icon } from "./icon.tsx";

const kinds = [
  { kind: "model", word: "model" },
  { kind: "tool", word: "tools" },
  { kind: "approval", word: "waiting for you" },
] as const;

/** Where the time of the last run went. */
export function Timeline({ run }: { readonly run: Run }) {
  const [open, setOpen] = useState(true);
  const running = isRunning(run);
  const clock = useNow(running);
  const total = Math.max(1, running ? Math.max(run.elapsed, clock - run.startedAt) : run.elapsed);
  const shares = kinds
    .map(({ kind, word }) => ({ kind, word, ms: busyTime(run.segments, kind, total) }))
    .filter(({ ms }) => ms > 0);
  return (
    <section className="timeline" data-testid="timeline" aria-label="Timeline of the last run">
      <button
        type="button"
        className="timeline-head"
        aria-expanded={open}
        aria-controls="timeline-rows"
        onClick={() => setOpen(!open)}
      >
        <span className="timeline-shares">
          <span className="timeline-total">{formatDuration(total)}</span>
          {shares.map(({ kind, word, ms }) => (
            <span key={kind} className="timeline-share" data-kind={kind}>
              {word} {formatDuration(ms)}
            </span>
          ))}
          {run.tokens > 0 && <span className="timeline-share">{run.tokens.toLocaleString("en")} tokens</span>}
        </span>
        <Icon name="chevron" size={16} />
      </button>
      {open && (
        <ol className="timeline-rows" id="timeline-rows">
          {run.segments.map((segment) => (
            <Row key={`${segment.kind} ${segment.key}`} segment={segment} total={total} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Row({ segment, total }: { readonly segment: Segment; readonly total: number }) {
  const { kind, label, from, to = total, failed } = segment;
  const left = Math.min(100, (from / total) * 100);
  const width = Math.max(0, Math.min(100 - left, ((to - from) / total) * 100));
  return (
    <li data-testid="timeline-row" data-kind={kind} data-failed={failed}>
      <span className="timeline-label" title={label}>
        {kind === "tool" ? spokenName(label) : kind === "model" ? "Model" : "Your approval"}
      </span>
      <span className="timeline-track" aria-hidden="true">
        <span className="timeline-bar" style={{ left: `${left}%`, width: `${width}%` }} />
      </span>
      <span className="timeline-time">{formatDuration(to - from)}</span>
    </li>
  );
}
