import type { ConversationState } from "./conversation-state.ts";

export interface Memory {
  readonly load: () => Remembered | undefined;
  readonly save: (state: ConversationState) => void;
}

export interface Remembered {
  readonly conversationId: string;
  readonly runId: string | undefined;
  /** All that was shown; missing when it was too much for the browser to keep. */
  readonly state: ConversationState | undefined;
}

const key = "antiphon.conversation";
/** Raised whenever the form of the state changes, so that an older page's memory is not misread. */
const version = 1;

/** What a reload must not lose, kept for this tab only. */
export function createMemory(storage: Storage | undefined): Memory {
  return {
    load() {
      try {
        const kept = JSON.parse(storage?.getItem(key) ?? "null") as (Remembered & { version: number }) | null;
        return kept?.version === version && typeof kept.conversationId === "string" ? kept : undefined;
      } catch {
        return undefined;
      }
    },
    save(state) {
      const { conversationId, run } = state;
      const ids = { version, conversationId, runId: run?.id };
      if (conversationId === undefined) attempt(() => storage?.removeItem(key));
      else if (!attempt(() => storage?.setItem(key, JSON.stringify({ ...ids, state }))))
        attempt(() => storage?.setItem(key, JSON.stringify(ids)));
    },
  };
}

/** Storage can be full, forbidden or absent; the page works without it. */
function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
