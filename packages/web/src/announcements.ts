import type { Entry, ToolEntry } from "./conversation-entry.ts";
import { spokenName } from "./spoken-name.ts";
import { toolArguments } from "./tool-arguments.ts";

export interface AnnouncementOptions {
  /**
   * The gateway reads the answer aloud itself; two voices at once are none.
   * @default false
   */
  readonly spoken?: boolean;
}

/**
 * What a screen reader says of the current answer: whole sentences as they are finished, each tool when it
 * is done, each question at once. The list only grows, so that nothing is read twice.
 */
export function announcements(
  entries: readonly Entry[],
  { spoken = false }: AnnouncementOptions = {},
): string[] {
  const asked = entries.findLastIndex((entry) => entry.kind === "user");
  return entries.slice(asked + 1).flatMap((entry) => {
    switch (entry.kind) {
      case "assistant":
        return spoken ? [] : finishedSentences(entry.text, { open: entry.open });
      case "tool":
        return spoken ? approvalSentences(entry) : toolSentences(entry);
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

function approvalSentences({ name, args, approval }: ToolEntry): string[] {
  if (!approval) return [];
  const values = toolArguments(args).map(({ value }) => value);
  return [`Your approval is needed: ${[spokenName(name), ...values].join(", ")}.`];
}

function toolSentences(entry: ToolEntry): string[] {
  const { name, status, content, approval } = entry;
  const title = spokenName(name);
  const sentences = approvalSentences(entry);
  if (approval?.answer === "refused" && approval.settled) sentences.push(`${title} was refused.`);
  else if (status === "success") sentences.push(`${title}: ${content.slice(0, 200) || "done"}`);
  else if (status === "error") sentences.push(`${title} failed: ${content.slice(0, 200)}`);
  return sentences;
}
