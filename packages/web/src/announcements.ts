import type { Entry, ToolEntry } from "./conversation-entry.ts";
import { spokenName } from "./spoken-name.ts";
import { toolArguments } from "./tool-arguments.ts";

/**
 * What a screen reader says of the current answer: whole sentences as they are finished, each tool when it
 * is done, each question at once. The list only grows, so that nothing is read twice.
 */
export function announcements(entries: readonly Entry[]): string[] {
  const asked = entries.findLastIndex((entry) => entry.kind === "user");
  return entries.slice(asked + 1).flatMap((entry) => {
    switch (entry.kind) {
      case "assistant":
        return finishedSentences(entry.text, { open: entry.open });
      case "tool":
        return toolSentences(entry);
      case "notice":
        return [entry.text];
      default:
        return [];
    }
  });
}

function finishedSentences(text: string, { open }: { open: boolean }): string[] {
  const sentences = text.split(/(?<=[.!?])\s+|\n+/);
  // What stands last is either unfinished or the nothing after a finished sentence.
  if (open) sentences.pop();
  return sentences.map((sentence) => sentence.replaceAll(/[*`#]/g, "").trim()).filter(Boolean);
}

function toolSentences({ name, args, status, content, approval }: ToolEntry): string[] {
  const title = spokenName(name);
  const sentences: string[] = [];
  if (approval) {
    const values = toolArguments(args).map(({ value }) => value);
    sentences.push(`Your approval is needed: ${[title, ...values].join(", ")}.`);
  }
  if (approval?.answer === "refused" && approval.settled) sentences.push(`${title} was refused.`);
  else if (status === "success") sentences.push(`${title}: ${content.slice(0, 200) || "done"}`);
  else if (status === "error") sentences.push(`${title} failed: ${content.slice(0, 200)}`);
  return sentences;
}
