import { memo } from "react";
import type { Entry } from "../conversation-entry.ts";
import { RichText } from "./rich-text.tsx";
import { ToolCard } from "./tool-card.tsx";

export interface EntryViewProps {
  readonly entry: Entry;
  readonly runStart: number | undefined;
  readonly onDecide: (callId: string, allowed: boolean) => void;
}

/** Redrawn only when this entry changes, so that a long conversation streams as smoothly as a short one. */
export const EntryView = memo(
  function EntryView({ entry, runStart, onDecide }: EntryViewProps) {
    switch (entry.kind) {
      case "user":
        return (
          <article className="message" data-role="user" data-testid="message" aria-label="You">
            <p>{entry.text}</p>
          </article>
        );
      case "assistant":
        return (
          <article
            className="message"
            data-role="assistant"
            data-testid="message"
            data-open={entry.open}
            aria-label="Antiphon"
          >
            {entry.thinking && (
              <details className="thoughts">
                <summary>{entry.open && !entry.text ? "Thinking…" : "Thoughts"}</summary>
                <p>{entry.thinking}</p>
              </details>
            )}
            {entry.text && <RichText text={entry.text} />}
          </article>
        );
      case "tool":
        return <ToolCard entry={entry} runStart={runStart} onDecide={onDecide} />;
      default:
        return (
          <p className="notice" data-tone={entry.tone} data-testid="notice">
            {entry.text}
          </p>
        );
    }
  },
  (before, after) => before.entry === after.entry && before.runStart === after.runStart,
);
