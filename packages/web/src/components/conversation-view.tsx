import { useLayoutEffect, useRef, useState } from "react";
import { isRunning, type ConversationState } from "../conversation-state.ts";
import { useSpokenMark } from "../use-spoken-mark.ts";
import { EmptyState } from "./empty-state.tsx";
import { EntryView } from "./entry-view.tsx";
import { Icon } from "./icon.tsx";
import { Timeline } from "./timeline.tsx";

export interface ConversationViewProps {
  readonly state: ConversationState;
  readonly suggestions: readonly string[];
  /** The sentence that is being read aloud. */
  readonly spoken: string;
  readonly onSend: (text: string) => void;
  readonly onDecide: (callId: string, allowed: boolean) => void;
}

/** Nearer than this to the end counts as reading along. */
const nearEndPx = 80;

export function ConversationView({ state, suggestions, spoken, onSend, onDecide }: ConversationViewProps) {
  const { entries, run } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const [readingAlong, setReadingAlong] = useState(true);
  const last = entries.at(-1);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && (readingAlong || last?.kind === "user")) element.scrollTop = element.scrollHeight;
  }, [entries, run, readingAlong, last]);

  useSpokenMark(scroller, { sentence: spoken, version: entries });

  if (entries.length === 0) return <EmptyState suggestions={suggestions} onSend={onSend} />;

  const thinking =
    isRunning(run) && (last?.kind === "user" || (last?.kind === "tool" && last.status === "success"));
  return (
    <div className="conversation-frame">
      <div
        className="conversation"
        ref={scroller}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label="Messages"
        aria-busy={isRunning(run)}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
          setReadingAlong(scrollHeight - scrollTop - clientHeight < nearEndPx)
        }
      >
        <div className="conversation-column">
          {entries.map((entry) => (
            <EntryView key={entry.key} entry={entry} runStart={run?.startedAt} onDecide={onDecide} />
          ))}
          {thinking && (
            <p className="thinking-dots" aria-label="Thinking">
              <span />
              <span />
              <span />
            </p>
          )}
          {run && run.segments.length > 0 && <Timeline run={run} />}
        </div>
      </div>
      {!readingAlong && (
        <button type="button" className="jump" onClick={() => setReadingAlong(true)}>
          <Icon name="chevron" size={18} /> Latest
        </button>
      )}
    </div>
  );
}
