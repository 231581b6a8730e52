import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { answer } from "./fake-answers.mjs";

/** Runs that keep their events, so that a client can come back; conversations that keep their messages. */
export function createFakeRuns({ home, speed }) {
  const runs = new Map();
  const conversations = new Map();
  const approvals = new Map();

  function start({ message, conversationId = randomUUID() }) {
    const conversation = conversations.get(conversationId) ?? {
      id: conversationId,
      messages: [],
      running: null,
    };
    conversations.set(conversationId, conversation);
    const run = {
      id: randomUUID(),
      events: [],
      listeners: new Set(),
      ended: false,
      stop: new AbortController(),
    };
    runs.set(run.id, run);
    conversation.running = run.id;
    conversation.messages.push({ role: "user", content: message });
    const begun = performance.now();

    function emit(event) {
      if (run.ended) return;
      if (event.type === "message") conversation.messages.push(event);
      if (event.type === "end") run.ended = true;
      run.events.push({ ...event, at: Math.round(performance.now() - begun) });
      for (const listener of run.listeners) listener();
    }

    async function tool(call, { ms, run: act }) {
      emit({ type: "tool-start", call });
      await pause(ms * speed, undefined, { signal: run.stop.signal });
      const { ok, message: content } = act();
      const status = ok ? "success" : "error";
      const text = ok ? content : `Error: ${content}`;
      emit({ type: "tool-end", call, status, content: text, durationMs: Math.round(ms * speed) });
      emit({ type: "message", role: "tool", toolCallId: call.id, content: text });
    }

    function approve(calls) {
      const approvalId = randomUUID();
      emit({ type: "approval-request", approvalId, calls });
      return new Promise((resolve, reject) => {
        run.stop.signal.addEventListener("abort", () => reject(new Error("aborted")));
        approvals.set(approvalId, (decisions) => {
          approvals.delete(approvalId);
          emit({ type: "approval-result", approvalId, decisions });
          resolve(new Map(decisions.map(({ id, allowed }) => [id, allowed])));
        });
      });
    }

    emit({ type: "run", runId: run.id, conversationId, model: "offline" });
    answer(message, { emit, tool, approve, home, signal: run.stop.signal, speed })
      .then(() => emit({ type: "end", stopReason: "answer", usage: { total_tokens: 412 } }))
      .catch(() => emit({ type: "end", stopReason: "aborted", usage: { total_tokens: 0 } }))
      .finally(() => (conversation.running = null));
    return run;
  }

  return { start, runs, conversations, approvals };
}
