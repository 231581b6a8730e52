import type { IssuedThinking } from "./anthropic-thinking.ts";
import { examineAnthropicTools } from "./anthropic-tool-rules.ts";
import { asObject, isJsonObject, type JsonObject } from "./json-value.ts";
import { refuse, WireRefusal } from "./wire-failure.ts";
import { knowsModel, type WireSettings } from "./wire-protocol.ts";

/** A message with its content as blocks, and where it stood in the request. */
interface AnthropicTurn {
  role: unknown;
  place: number;
  blocks: readonly JsonObject[];
}

export interface AnthropicKnowledge {
  settings: WireSettings;
  thinking: IssuedThinking;
}

/** Refuses what Anthropic's messages endpoint refuses. */
export function examineAnthropicRequest(body: JsonObject, { settings, thinking }: AnthropicKnowledge): void {
  const { model, messages, max_tokens: maxTokens } = body;
  if (typeof model !== "string") refuse("model: Field required");
  if (!Number.isInteger(maxTokens)) {
    refuse(
      maxTokens === undefined ? "max_tokens: Field required" : "max_tokens: Input should be a valid integer",
    );
  }
  if (Number(maxTokens) < 1) refuse("max_tokens: Input should be greater than or equal to 1");
  if (!knowsModel(settings, model)) throw unknownAnthropicModel(model);
  if (!Array.isArray(messages)) refuse("messages: Field required");
  if (messages.length === 0) refuse("messages: at least one message is required");
  examineBudget(body);
  const turns = merged(
    messages.map((message, index) => readMessage(message, { index, last: messages.length - 1 })),
  );
  if (turns[0]?.role !== "user") refuse('messages: first message must use the "user" role');
  examineAnthropicTools(turns, body["tools"]);
  examineThinking(turns, thinking);
  const lastText = turns.at(-1)?.role === "assistant" ? turns.at(-1)?.blocks.at(-1)?.["text"] : undefined;
  if (typeof lastText === "string" && lastText.trimEnd() !== lastText) {
    refuse("messages: final assistant content cannot end with trailing whitespace");
  }
}

export function unknownAnthropicModel(model: string): WireRefusal {
  return new WireRefusal({ status: 404, message: `model: ${model}` });
}

function examineBudget(body: JsonObject): void {
  const { type, budget_tokens: budget } = asObject(body["thinking"]);
  if (type !== "enabled") return;
  if (typeof budget !== "number" || budget < 1024) {
    refuse("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
  }
  if (Number(body["max_tokens"]) <= budget)
    refuse("`max_tokens` must be greater than `thinking.budget_tokens`.");
}

function readMessage(message: unknown, { index, last }: { index: number; last: number }): AnthropicTurn {
  const at = `messages.${index}`;
  if (!isJsonObject(message)) refuse(`${at}: Input should be a valid dictionary`);
  const { role, content } = message;
  if (role === "system") {
    refuse(
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    );
  }
  if (role !== "user" && role !== "assistant") refuse(`${at}.role: Input should be 'user' or 'assistant'`);
  if (typeof content !== "string" && !Array.isArray(content)) {
    refuse(`${at}.content: Input should be a valid string or list`);
  }
  if (content.length === 0 && !(role === "assistant" && index === last)) {
    refuse(`${at}: all messages must have non-empty content except for the optional final assistant message`);
  }
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  blocks.forEach((block, place) => examineBlock(block, { at: `${at}.content.${place}`, role }));
  return { role, place: index, blocks: blocks.map(asObject) };
}

const allowedTypes = new Map([
  ["user", ["text", "image", "document", "tool_result", "search_result"]],
  ["assistant", ["text", "thinking", "redacted_thinking", "tool_use", "server_tool_use"]],
]);

function examineBlock(block: unknown, { at, role }: { at: string; role: string }): void {
  const { type, text, thinking, signature } = asObject(block);
  if (!allowedTypes.get(role)?.some((known) => known === type)) {
    refuse(`${at}: Input tag '${String(type)}' found using 'type' does not match any of the expected tags`);
  }
  if (type === "text") {
    if (typeof text !== "string") refuse(`${at}.text.text: Field required`);
    if (text === "") refuse("messages: text content blocks must be non-empty");
    if (text.trim() === "") refuse("messages: text content blocks must contain non-whitespace text");
  }
  if (type === "thinking") {
    if (typeof thinking !== "string") refuse(`${at}.thinking.thinking: Field required`);
    if (typeof signature !== "string") refuse(`${at}.thinking.signature: Field required`);
  }
}

/** Neighbours of one role count as one message. */
function merged(turns: readonly AnthropicTurn[]): AnthropicTurn[] {
  const result: AnthropicTurn[] = [];
  for (const turn of turns) {
    const last = result.at(-1);
    if (last && last.role === turn.role) {
      result[result.length - 1] = { ...turn, place: last.place, blocks: [...last.blocks, ...turn.blocks] };
    } else result.push(turn);
  }
  return result;
}

/**
 * Every thinking block that is sent must be one that was issued. Those that led to the calls of the tool loop under way
 * must all be there, in front; those of earlier turns may be left out.
 */
function examineThinking(turns: readonly AnthropicTurn[], thinking: IssuedThinking): void {
  const isQuestion = ({ role, blocks }: AnthropicTurn): boolean =>
    role === "user" && blocks.some(({ type }) => type !== "tool_result");
  const underWay = turns.findLastIndex(isQuestion);
  turns.forEach(({ role, place, blocks }, index) => {
    if (role !== "assistant") return;
    blocks.forEach((block, position) => {
      if (isThinking(block))
        demandGenuine(thinking.check(block), { at: `messages.${place}.content.${position}`, block });
    });
    if (index < underWay) return;
    const sent = blocks.filter(isThinking);
    const due = blocks.flatMap((block) =>
      block["type"] === "tool_use" ? thinking.blocksBefore(block["id"]) : [],
    );
    const unique = due.filter((block, position) => due.indexOf(block) === position);
    if (unique.length === 0) return;
    if (!isThinking(asObject(blocks[0])) && sent.length < unique.length) {
      refuse(
        `messages.${place}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${String(blocks[0]?.["type"])}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`,
      );
    }
    if (
      sent.length !== unique.length ||
      !sent.every((block, position) => sameBlock(block, unique[position]))
    ) {
      cannotBeModified(`messages.${place}.content.0`);
    }
  });
}

function demandGenuine(
  check: "genuine" | "modified" | "unknown",
  { at, block }: { at: string; block: JsonObject },
): void {
  if (check === "modified") cannotBeModified(at);
  if (check === "unknown") {
    const field = block["type"] === "thinking" ? "signature" : "data";
    refuse(`${at}: Invalid \`${field}\` in \`${String(block["type"])}\` block`);
  }
}

function cannotBeModified(at: string): never {
  return refuse(
    `${at}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
  );
}

function isThinking({ type }: JsonObject): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

function sameBlock(one: JsonObject, other: JsonObject | undefined): boolean {
  return ["type", "thinking", "signature", "data"].every((field) => one[field] === other?.[field]);
}
