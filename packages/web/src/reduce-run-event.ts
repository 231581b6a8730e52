import { newToolEntry, type AssistantEntry, type Entry, type ToolEntry } from "./conversation-entry.ts";
import type { ConversationState, Run } from "./conversation-state.ts";
import { newRun } from "./conversation-state.ts";
import { eventNumber } from "./event-number.ts";
import type { RunEvent } from "./run-event.ts";
import { addToSegments } from "./run-segments.ts";
import { stopSentence } from "./stop-sentence.ts";

/** One event of the run. A replayed event that was already seen changes nothing. */
export function reduceRunEvent(
  state: ConversationState,
  { event, eventId, now }: { event: RunEvent; eventId: string; now: number },
): ConversationState {
  const before = state.run ?? newRun(now);
  if (before.phase === "ended" || wasSeen(before, eventId)) return state;
  const run: Run = {
    ...before,
    lastEventId: eventId || before.lastEventId,
    link: "live",
    // A late or replayed event only ever makes the start look later than it was.
    startedAt: Math.min(before.startedAt, now - event.at),
    elapsed: Math.max(before.elapsed, event.at),
    segments: addToSegments(before.segments, event),
  };
  return applyEvent({ ...state, run }, run, event);
}

function wasSeen(run: Run, eventId: string): boolean {
  const last = eventNumber(run.lastEventId);
  const number = eventNumber(eventId);
  return last !== undefined && number !== undefined && number <= last;
}

function applyEvent(state: ConversationState, run: Run, event: RunEvent): ConversationState {
  const { entries } = state;
  switch (event.type) {
    case "run": {
      const phase = run.phase === "sending" ? "running" : run.phase;
      const { runId: id, model } = event;
      return { ...state, conversationId: event.conversationId, run: { ...run, id, model, phase } };
    }
    case "text-delta":
      return write(state, run, (entry) => ({
        ...entry,
        text: entry.text ? entry.text + event.text : event.text.trimStart(),
      }));
    case "thinking-delta":
      return write(state, run, (entry) => ({ ...entry, thinking: entry.thinking + event.text }));
    case "assistant-message": {
      const content = event.content.trim();
      if (!content && run.writing === undefined) return state;
      const written = write(state, run, (entry) => ({ ...entry, text: content || entry.text, open: false }));
      return { ...written, run: { ...run, writing: undefined } };
    }
    case "tool-call":
      return { ...state, entries: changeTool(entries, { ...event, args: undefined }, (entry) => entry) };
    case "tool-start":
      return {
        ...state,
        entries: changeTool(entries, event.call, (entry) => ({
          ...entry,
          name: event.call.name,
          args: event.call.args,
          status: "running",
          startedAt: event.at,
          // A refused call is started too, only to be told that it was refused.
          approval: entry.approval?.settled
            ? entry.approval
            : entry.approval && { ...entry.approval, answer: "allowed", settled: true },
        })),
      };
    case "tool-progress":
      return {
        ...state,
        entries: changeTool(entries, event.call, (entry) => ({ ...entry, progress: event.note })),
      };
    case "tool-end":
      return {
        ...state,
        entries: changeTool(entries, event.call, (entry) => ({
          ...entry,
          args: event.call.args ?? entry.args,
          status: event.failed ? "error" : "success",
          content: event.content,
          durationMs: event.durationMs,
          progress: "",
        })),
      };
    case "tool-message":
      return { ...state, entries: entries.map((entry) => answerCall(entry, event)) };
    case "usage":
      return { ...state, run: { ...run, tokens: event.tokens } };
    case "model-fallback": {
      const reason = event.reason.replace(/[.\s]+$/, "");
      const text = `${event.from} could not answer${reason ? ` (${reason})` : ""}; ${event.to} took over.`;
      return { ...addNotice(state, "info", text), run: { ...run, model: event.to } };
    }
    case "approval-request":
      return {
        ...state,
        entries: event.calls.reduce<readonly Entry[]>(
          (list, call) =>
            changeTool(list, call, (entry) => ({
              ...entry,
              args: call.args,
              approval: call.needsApproval
                ? { id: event.approvalId, answer: "asked", settled: false, problem: "" }
                : undefined,
            })),
          entries,
        ),
      };
    case "approval-result":
      return { ...state, entries: entries.map((entry) => settleApproval(entry, event)) };
    case "error":
      return { ...addNotice(state, "error", event.message), run: { ...run, failed: true } };
    default: {
      const settled = { ...state, entries: settleRun(entries) };
      const sentence = stopSentence(event.stopReason);
      const ended: Run = { ...run, phase: "ended", writing: undefined };
      // An error has said why already.
      return { ...(sentence && !run.failed ? addNotice(settled, "info", sentence) : settled), run: ended };
    }
  }
}

/** Nothing goes on any more: what was unfinished says so. */
export function settleRun(entries: readonly Entry[]): readonly Entry[] {
  return entries.map((entry) => {
    if (entry.kind === "assistant" && entry.open) return { ...entry, open: false };
    if (entry.kind !== "tool" || entry.status === "success" || entry.status === "error") return entry;
    const content = entry.status === "called" ? "Not started." : "Stopped before it answered.";
    const approval = entry.approval && { ...entry.approval, settled: true };
    return { ...entry, status: "error", content: entry.content || content, approval };
  });
}

function write(
  state: ConversationState,
  run: Run,
  change: (entry: AssistantEntry) => AssistantEntry,
): ConversationState {
  const { entries } = state;
  const current = run.writing === undefined ? undefined : entries[run.writing];
  if (run.writing !== undefined && current?.kind === "assistant") {
    return { ...state, entries: entries.with(run.writing, change(current)) };
  }
  const key = `assistant ${entries.length}`;
  const entry = change({ kind: "assistant", key, text: "", thinking: "", open: true });
  if (!entry.text && !entry.thinking) return state;
  return { ...state, entries: [...entries, entry], run: { ...run, writing: entries.length } };
}

/** The card of this call; a call that was not announced gets its card now. */
function changeTool(
  entries: readonly Entry[],
  call: { id: string; name: string; args: unknown },
  change: (entry: ToolEntry) => ToolEntry,
): readonly Entry[] {
  const index = entries.findLastIndex((entry) => entry.kind === "tool" && entry.key === call.id);
  const entry = entries[index];
  return entry?.kind === "tool"
    ? entries.with(index, change(entry))
    : [...entries, change(newToolEntry(call))];
}

/** A result that came without `tool-end`, as a refused call's does. */
function answerCall(entry: Entry, { callId, content }: { callId: string; content: string }): Entry {
  if (entry.kind !== "tool" || entry.key !== callId || entry.status === "success" || entry.status === "error")
    return entry;
  const refused = entry.approval?.answer === "refused";
  const failed = refused || /^error\b/i.test(content);
  return { ...entry, status: failed ? "error" : "success", content };
}

function settleApproval(entry: Entry, event: RunEvent & { type: "approval-result" }): Entry {
  if (entry.kind !== "tool" || entry.approval?.id !== event.approvalId) return entry;
  const decision = event.decisions.find(({ id }) => id === entry.key);
  if (!decision) return { ...entry, approval: { ...entry.approval, settled: true } };
  const answer = decision.allowed ? "allowed" : "refused";
  const approval = { ...entry.approval, answer, settled: true, problem: "" } as const;
  if (decision.allowed) return { ...entry, approval };
  return { ...entry, approval, status: "error", content: decision.reason ?? entry.content };
}

function addNotice(state: ConversationState, tone: "info" | "error", text: string): ConversationState {
  const key = `notice ${state.entries.length}`;
  return { ...state, entries: [...state.entries, { kind: "notice", key, tone, text }] };
}
