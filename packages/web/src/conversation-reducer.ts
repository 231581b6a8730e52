import type { Entry, NoticeEntry, ToolEntry } from "./conversation-entry.ts";
import { emptyConversation, isRunning, newRun, type ConversationState } from "./conversation-state.ts";
import { reduceRunEvent, settleRun } from "./reduce-run-event.ts";
import type { RunEvent } from "./run-event.ts";
import { stopSentence } from "./stop-sentence.ts";

const stopped = stopSentence("aborted") ?? "";

export type ConversationAction =
  /** The person sent a message; a run begins. */
  | { readonly type: "sent"; readonly text: string; readonly now: number }
  /** The message never reached the gateway, so it is taken back. */
  | { readonly type: "not-sent"; readonly message: string }
  /** A run that was begun before this page was loaded is followed from its start. */
  | { readonly type: "rejoined"; readonly runId: string; readonly now: number }
  /** The person was heard saying something; its run has begun, and whatever went on before it is over. */
  | {
      readonly type: "heard";
      readonly text: string;
      readonly runId: string;
      readonly conversationId: string;
      readonly now: number;
    }
  /** The next message, typed or spoken, belongs to this conversation. */
  | { readonly type: "adopted"; readonly conversationId: string }
  | { readonly type: "event"; readonly event: RunEvent; readonly eventId: string; readonly now: number }
  | { readonly type: "link"; readonly link: "live" | "reconnecting" }
  | { readonly type: "stopping" }
  /** Nothing more will be heard of the run. */
  | { readonly type: "run-lost"; readonly message: string }
  | { readonly type: "decided"; readonly callId: string; readonly allowed: boolean }
  | { readonly type: "decision-failed"; readonly approvalId: string; readonly message: string }
  | { readonly type: "notice"; readonly tone: NoticeEntry["tone"]; readonly text: string }
  | { readonly type: "restored"; readonly state: ConversationState }
  | { readonly type: "forgotten" }
  | { readonly type: "reset" };

export function conversationReducer(state: ConversationState, action: ConversationAction): ConversationState {
  const { run, entries } = state;
  switch (action.type) {
    case "sent":
      return {
        ...state,
        entries: [...entries, { kind: "user", key: `user ${entries.length}`, text: action.text }],
        run: newRun(action.now),
      };
    case "not-sent": {
      const kept = entries.at(-1)?.kind === "user" ? entries.slice(0, -1) : entries;
      return { ...state, entries: withNotice(kept, "error", action.message), run: undefined };
    }
    case "rejoined":
      return { ...state, run: { ...newRun(action.now), id: action.runId, phase: "running" } };
    case "heard": {
      const { text, runId, conversationId, now } = action;
      const before = isRunning(run) ? withNotice(settleRun(entries), "info", stopped) : entries;
      return {
        conversationId,
        entries: [...before, { kind: "user", key: `user ${before.length}`, text }],
        run: { ...newRun(now), id: runId, phase: "running" },
      };
    }
    case "adopted":
      return { ...state, conversationId: action.conversationId };
    case "event":
      return reduceRunEvent(state, action);
    case "link":
      return run && run.link !== action.link ? { ...state, run: { ...run, link: action.link } } : state;
    case "stopping":
      return isRunning(run) ? { ...state, run: { ...run, phase: "stopping" } } : state;
    case "run-lost":
      if (!isRunning(run)) return state;
      return {
        ...state,
        entries: withNotice(settleRun(entries), "error", action.message),
        run: { ...run, phase: "ended", link: "live", writing: undefined, segments: endSegments(run) },
      };
    case "decided":
      return { ...state, entries: entries.map((entry) => decide(entry, action)) };
    case "decision-failed":
      return { ...state, entries: entries.map((entry) => askAgain(entry, action)) };
    case "notice":
      return { ...state, entries: withNotice(entries, action.tone, action.text) };
    case "restored":
      return action.state;
    case "forgotten":
      return { ...state, conversationId: undefined };
    default:
      return emptyConversation;
  }
}

export function withNotice(
  entries: readonly Entry[],
  tone: NoticeEntry["tone"],
  text: string,
): readonly Entry[] {
  const last = entries.at(-1);
  if (last?.kind === "notice" && last.text === text) return entries;
  return [...entries, { kind: "notice", key: `notice ${entries.length}`, tone, text }];
}

/** The calls of one approval that wait for a click, and those that were clicked. */
export function approvalCalls(state: ConversationState, approvalId: string): ToolEntry[] {
  return state.entries.filter(
    (entry): entry is ToolEntry => entry.kind === "tool" && entry.approval?.id === approvalId,
  );
}

function endSegments(run: NonNullable<ConversationState["run"]>) {
  return run.segments
    .filter((segment) => !segment.assumed)
    .map((segment) => (segment.to === undefined ? { ...segment, to: run.elapsed } : segment));
}

function decide(entry: Entry, { callId, allowed }: { callId: string; allowed: boolean }): Entry {
  if (entry.kind !== "tool" || entry.key !== callId || entry.approval?.answer !== "asked") return entry;
  const answer = allowed ? "allowed" : "refused";
  return { ...entry, approval: { ...entry.approval, answer, problem: "" } };
}

function askAgain(entry: Entry, { approvalId, message }: { approvalId: string; message: string }): Entry {
  if (entry.kind !== "tool" || entry.approval?.id !== approvalId || entry.approval.settled) return entry;
  return { ...entry, approval: { ...entry.approval, answer: "asked", problem: message } };
}
