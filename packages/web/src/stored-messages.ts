import { newToolEntry, type Entry } from "./conversation-entry.ts";
import { fieldsOf, listOf, stringOf } from "./json-fields.ts";
import { readCall, readContent } from "./run-event.ts";

export interface StoredConversation {
  readonly entries: readonly Entry[];
  readonly running: string | undefined;
}

/** A conversation as the gateway keeps it, for a page that has lost its own memory. */
export function readStoredConversation(value: unknown): StoredConversation {
  const fields = fieldsOf(value);
  const running = stringOf(fields?.["running"]) || undefined;
  let messages = listOf(fields?.["messages"], fieldsOf);
  if (running) {
    // The run is replayed from its start, so what it has stored so far would be shown twice.
    const asked = messages.findLastIndex((message) => isUser(message["role"]));
    messages = messages.slice(0, asked + 1);
  }
  const entries: Entry[] = [];
  for (const message of messages) {
    const text = readContent(message["content"]);
    const key = `stored ${entries.length}`;
    if (isUser(message["role"])) entries.push({ kind: "user", key, text });
    else if (message["role"] === "assistant") {
      if (text.trim()) entries.push({ kind: "assistant", key, text: text.trim(), thinking: "", open: false });
      entries.push(...listOf(message["toolCalls"], readCall).map(newToolEntry));
    } else if (message["role"] === "tool") {
      const index = entries.findLastIndex((entry) => entry.key === stringOf(message["toolCallId"]));
      const card = entries[index];
      const failed = message["status"] === "error" || /^error\b/i.test(text);
      if (card?.kind === "tool")
        entries[index] = { ...card, status: failed ? "error" : "success", content: text };
    }
  }
  return { entries, running };
}

function isUser(role: unknown): boolean {
  return role === "user" || role === "human";
}
