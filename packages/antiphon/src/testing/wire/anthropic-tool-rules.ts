import { asObject, isJsonObject, type JsonObject } from "./json-value.ts";
import { refuse } from "./wire-failure.ts";

interface ToolTurn {
  role: unknown;
  place: number;
  blocks: readonly JsonObject[];
}

const callId = /^[a-zA-Z0-9_-]+$/;
const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

/** Tool definitions, `tool_use` and `tool_result` blocks, and that they correspond. */
export function examineAnthropicTools(turns: readonly ToolTurn[], tools: unknown): void {
  if (tools !== undefined) examineDefinitions(tools);
  turns.forEach(examineBlocks);
  examineUnique(turns);
  turns.forEach((turn, index) =>
    examineCorrespondence(turn, { before: turns[index - 1], after: turns[index + 1] }),
  );
  const used = turns.some(({ blocks }) =>
    blocks.some(({ type }) => type === "tool_use" || type === "tool_result"),
  );
  if (used && (!Array.isArray(tools) || tools.length === 0)) {
    refuse("Requests which include `tool_use` or `tool_result` blocks must define tools");
  }
}

function examineDefinitions(tools: unknown): void {
  if (!Array.isArray(tools)) refuse("tools: Input should be a valid list");
  const names = tools.map((tool, index) => {
    const { name, input_schema: schema } = asObject(tool);
    if (typeof name !== "string") refuse(`tools.${index}.custom.name: Field required`);
    if (!toolName.test(name)) {
      refuse(`tools.${index}.custom.name: String should match pattern '${toolName.source}'`);
    }
    if (!isJsonObject(schema)) refuse(`tools.${index}.custom.input_schema: Field required`);
    if (schema["type"] !== "object")
      refuse(`tools.${index}.custom.input_schema.type: Input should be 'object'`);
    return name;
  });
  if (new Set(names).size < names.length) refuse("tools: Tool names must be unique.");
}

function examineBlocks({ blocks, place }: ToolTurn): void {
  blocks.forEach(({ type, id, name, input, tool_use_id: answers, content }, position) => {
    const at = `messages.${place}.content.${position}`;
    if (type === "tool_use") {
      examinePattern(id, { at: `${at}.tool_use.id`, pattern: callId });
      examinePattern(name, { at: `${at}.tool_use.name`, pattern: toolName });
      if (!isJsonObject(input)) refuse(`${at}.tool_use.input: Input should be a valid dictionary`);
    }
    if (type === "tool_result") {
      examinePattern(answers, { at: `${at}.tool_result.tool_use_id`, pattern: callId });
      if (content !== undefined && typeof content !== "string" && !Array.isArray(content)) {
        refuse(`${at}.tool_result.content: Input should be a valid string or list`);
      }
    }
  });
}

function examinePattern(value: unknown, { at, pattern }: { at: string; pattern: RegExp }): void {
  if (typeof value !== "string") refuse(`${at}: Field required`);
  if (!pattern.test(value)) refuse(`${at}: String should match pattern '${pattern.source}'`);
}

function examineUnique(turns: readonly ToolTurn[]): void {
  const seen = new Set<unknown>();
  for (const { blocks, place } of turns) {
    blocks.forEach(({ type, id }, position) => {
      if (type !== "tool_use") return;
      if (seen.has(id)) refuse(`messages.${place}.content.${position}: \`tool_use\` ids must be unique`);
      seen.add(id);
    });
  }
}

interface Neighbours {
  before: ToolTurn | undefined;
  after: ToolTurn | undefined;
}

function examineCorrespondence({ blocks, place, role }: ToolTurn, { before, after }: Neighbours): void {
  const called = idsOf(before?.blocks ?? [], "tool_use");
  blocks.forEach(({ type, tool_use_id: id }, position) => {
    if (type === "tool_result" && !called.includes(String(id))) {
      refuse(
        `messages.${place}.content.${position}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(id)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    }
  });
  const results = idsOf(blocks, "tool_result");
  const repeated = results.find((id, position) => results.indexOf(id) !== position);
  if (repeated !== undefined) {
    refuse(
      `messages.${place}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${repeated}`,
    );
  }
  if (role !== "assistant") return;
  // Only results that stand in front of everything else count as coming immediately after.
  const next = after?.blocks ?? [];
  const end = next.findIndex(({ type }) => type !== "tool_result");
  const answered = idsOf(end < 0 ? next : next.slice(0, end), "tool_result");
  const open = idsOf(blocks, "tool_use").filter((id) => !answered.includes(id));
  if (open.length > 0) {
    refuse(
      `messages.${place}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  }
}

function idsOf(blocks: readonly JsonObject[], type: "tool_use" | "tool_result"): string[] {
  const field = type === "tool_use" ? "id" : "tool_use_id";
  return blocks.filter((block) => block["type"] === type).map((block) => String(block[field]));
}
