import { approvalCalls, conversationReducer } from "./conversation-reducer.ts";
import { emptyConversation, isRunning } from "./conversation-state.ts";
import { followEvents } from "./follow-events.ts";
import { failureSentence, GatewayError } from "./gateway-error.ts";
import type { Gateway } from "./gateway.ts";
import { parseRunEvent } from "./run-event.ts";
import type { Memory } from "./session-memory.ts";
import { createStore, type StoreOptions } from "./store.ts";
import type { SpokenRun } from "./voice/voice-message.ts";

export interface ConversationOptions {
  readonly gateway: Gateway;
  readonly memory: Memory;
  /** @default Date.now */
  readonly now?: () => number;
  readonly schedule?: StoreOptions<never, never>["schedule"];
}

/** How long a cancelled run may take to say that it has ended. */
const stopGraceMs = 4_000;

export type Conversation = ReturnType<typeof createConversation>;

/** One conversation that lives: it sends, follows its run through broken connections, and remembers. */
export function createConversation({ gateway, memory, now = Date.now, schedule }: ConversationOptions) {
  const store = createStore({
    initial: emptyConversation,
    reducer: conversationReducer,
    ...(schedule && { schedule }),
  });
  let following = new AbortController();

  /**
   * Follows the current run to its end; `begin` opens the stream that starts it.
   * Resolves with whether the gateway knows of the run.
   */
  async function follow(begin?: (signal: AbortSignal) => Promise<Response>): Promise<boolean> {
    following = new AbortController();
    const { signal } = following;
    const open = (lastEventId: string | undefined) => {
      const id = store.get().run?.id;
      if (id !== undefined) return gateway.runEvents(id, { lastEventId, signal });
      // The message is sent once: when in doubt, the person is asked rather than the lamp switched twice.
      if (!begin) throw new GatewayError("The connection broke before the answer began.", { status: 0 });
      const first = begin(signal);
      begin = undefined;
      return first.catch((error: unknown) => {
        throw new GatewayError(failureSentence(error), { status: 0 });
      });
    };
    const { lastEventId } = store.get().run ?? {};
    try {
      for await (const item of followEvents(async (resume) => open(resume.lastEventId), {
        signal,
        lastEventId,
      })) {
        // What was already on its way does not belong to what is followed now.
        if (signal.aborted) return true;
        if (item.type === "open") store.dispatch({ type: "link", link: "live" });
        else if (item.type === "lost") {
          if (store.get().run?.failed) {
            endSilently();
            return true;
          }
          store.dispatch({ type: "link", link: "reconnecting" });
        } else {
          const event = parseRunEvent(item.event.data);
          if (!event) continue;
          store.dispatch({ type: "event", event, eventId: item.event.id, now: now() });
          if (event.type === "run" || event.type === "end") memory.save(store.get());
          if (event.type === "end") return true;
        }
      }
      return true;
    } catch (error) {
      return lose(error);
    }
  }

  function lose(error: unknown): boolean {
    const known = store.get().run?.id !== undefined;
    const message = known
      ? `The rest of this answer could not be fetched. ${failureSentence(error)}`
      : failureSentence(error);
    store.dispatch(known ? { type: "run-lost", message } : { type: "not-sent", message });
    memory.save(store.get());
    return known;
  }

  function noteForgotten() {
    const text = "The gateway has forgotten this conversation. The next message starts a new one.";
    store.dispatch({ type: "forgotten" });
    if (store.get().entries.length > 0) store.dispatch({ type: "notice", tone: "info", text });
    memory.save(store.get());
  }

  /** An error was reported and the stream is over: that was the end. */
  function endSilently() {
    const at = store.get().run?.elapsed ?? 0;
    store.dispatch({
      type: "event",
      event: { type: "end", stopReason: "error", at },
      eventId: "",
      now: now(),
    });
    memory.save(store.get());
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** Resolves when the run is over, with whether the message reached the gateway. */
    async send(text: string): Promise<boolean> {
      const message = text.trim();
      const { conversationId, run } = store.get();
      if (!message || isRunning(run)) return false;
      store.dispatch({ type: "sent", text: message, now: now() });
      return follow((signal) =>
        gateway.chat({ message, ...(conversationId !== undefined && { conversationId }) }, { signal }),
      );
    },

    /** Follows the run that answers spoken words. Resolves when it is over. */
    async hear({ text, runId, conversationId }: SpokenRun): Promise<void> {
      if (store.get().run?.id === runId) return;
      following.abort();
      store.dispatch({ type: "heard", text, runId, conversationId, now: now() });
      memory.save(store.get());
      await follow();
    },

    /** A conversation that has no name yet takes this one, so that typed and spoken messages share it. */
    adopt(conversationId: string): void {
      const { conversationId: own, run } = store.get();
      if (own === undefined && !isRunning(run)) store.dispatch({ type: "adopted", conversationId });
    },

    async stop(): Promise<void> {
      const { run } = store.get();
      if (!isRunning(run) || run.phase === "stopping") return;
      const { signal } = following;
      store.dispatch({ type: "stopping" });
      const giveUp = (message: string) => {
        if (signal.aborted || following.signal !== signal || !isRunning(store.get().run)) return;
        following.abort();
        store.dispatch({ type: "run-lost", message });
        memory.save(store.get());
      };
      if (run.id === undefined) return giveUp("Stopped before the answer began.");
      try {
        await gateway.cancel(run.id);
        setTimeout(() => giveUp("Stopped here. The gateway did not confirm it."), stopGraceMs);
      } catch (error) {
        giveUp(`Stopped here, but the gateway could not be told. ${failureSentence(error)}`);
      }
    },

    /** The answer goes out when every call of the request has been decided. */
    async decide(callId: string, allowed: boolean): Promise<void> {
      store.dispatch({ type: "decided", callId, allowed });
      const entry = store.get().entries.findLast((one) => one.kind === "tool" && one.key === callId);
      const approvalId = entry?.kind === "tool" ? entry.approval?.id : undefined;
      if (approvalId === undefined) return;
      const calls = approvalCalls(store.get(), approvalId);
      if (calls.some(({ approval }) => approval?.answer === "asked")) return;
      try {
        await gateway.decide(
          approvalId,
          calls.map(({ key, approval }) => ({ id: key, allowed: approval?.answer === "allowed" })),
        );
      } catch (error) {
        store.dispatch({ type: "decision-failed", approvalId, message: failureSentence(error) });
      }
    },

    /** Picks up what this tab showed before it was loaded again, and a run that still goes on. */
    async restore(): Promise<void> {
      const kept = memory.load();
      if (!kept) return;
      const { conversationId, state } = kept;
      if (state) store.dispatch({ type: "restored", state });
      if (isRunning(state?.run) && state.run.id !== undefined) {
        await follow();
        return;
      }
      try {
        const { entries, running } = await gateway.conversation(conversationId);
        if (store.get().run !== state?.run) return;
        if (!state) store.dispatch({ type: "restored", state: { conversationId, entries, run: undefined } });
        else if (entries.length === 0) noteForgotten();
        if (running === undefined) return;
        store.dispatch({ type: "rejoined", runId: running, now: now() });
        await follow();
      } catch (error) {
        if (error instanceof GatewayError && error.status === 404) noteForgotten();
      }
    },

    /** Starts over. The gateway is told, but need not answer. */
    async reset(): Promise<void> {
      const { conversationId, run } = store.get();
      following.abort();
      store.dispatch({ type: "reset" });
      memory.save(store.get());
      if (isRunning(run) && run.id !== undefined) await gateway.cancel(run.id).catch(() => undefined);
      if (conversationId !== undefined) await gateway.forget(conversationId).catch(() => undefined);
    },

    /** Before the page goes away. */
    save: () => memory.save(store.get()),

    close: () => following.abort(),
  };
}
