import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { isRecord } from "../tools/tool.ts";

export interface ParsedLine {
  readonly messages: readonly JSONRPCMessage[];
  /** What on the line was not JSON-RPC. */
  readonly noise: string;
}

/**
 * The messages on one line of stdout. A server that prints without a newline puts its next answer behind the
 * garbage: such an answer is still found, because its call would wait in vain. Only answers are: a request
 * or a notification behind other text is as likely a log line that quotes one.
 */
export function parseLine(line: string): ParsedLine {
  if (line.trim() === "") return { messages: [], noise: "" };
  const messages = readMessages(line);
  if (messages) return { messages, noise: "" };
  for (let start = line.indexOf('{"', 1); start !== -1; start = line.indexOf('{"', start + 1)) {
    if (!answerStart.test(line.slice(start, start + 12))) continue;
    const answer = readMessages(line.slice(start));
    if (answer?.every(isAnswer)) return { messages: answer, noise: line.slice(0, start) };
    // Nested objects would be tried one by one, each up to the end of the line.
    break;
  }
  return { messages: [], noise: line };
}

const answerStart = /^\{"(jsonrpc|result|error|id)"/;

function readMessages(text: string): JSONRPCMessage[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // Older servers may send a batch.
  const messages = Array.isArray(value) ? value : [value];
  return messages.length > 0 && messages.every(isMessage) ? messages : undefined;
}

function isMessage(value: unknown): value is JSONRPCMessage {
  if (!isRecord(value) || value["jsonrpc"] !== "2.0") return false;
  return typeof value["method"] === "string" || isAnswer(value);
}

function isAnswer(value: object): boolean {
  return "id" in value && ("result" in value || "error" in value);
}
