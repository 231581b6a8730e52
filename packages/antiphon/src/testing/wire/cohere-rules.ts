import { asArray, asObject, isJsonObject, parseJson, type JsonObject } from "./json-value.ts";
import { refuse, WireRefusal } from "./wire-failure.ts";
import { knowsModel, type WireSettings } from "./wire-protocol.ts";

const roles = ["system", "developer", "user", "assistant", "tool"];
const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

/** Refuses what Cohere refuses behind its OpenAI-compatible endpoint. */
export function examineCohereRequest(body: JsonObject, settings: WireSettings): void {
  const { model, messages, tools } = body;
  if (typeof model !== "string" || model === "") refuse("invalid request: model is required");
  if (!knowsModel(settings, model)) throw unknownCohereModel(model);
  if (!Array.isArray(messages) || messages.length === 0)
    refuse("invalid request: must specify at least one message");
  if (tools !== undefined) examineTools(tools);
  const read = messages.map(asObject);
  read.forEach(examineMessage);
  examineCorrespondence(read);
  if (read.at(-1)?.["role"] === "assistant")
    refuse("invalid request: last message must be from the user or a tool");
}

function examineTools(tools: unknown): void {
  if (!Array.isArray(tools) || tools.length === 0)
    refuse("invalid request: tools must be a list of at least one tool");
  for (const tool of tools) {
    const { name } = asObject(asObject(tool)["function"]);
    if (typeof name !== "string" || !toolName.test(name)) {
      refuse(`invalid request: tool name '${String(name)}' must match ${toolName.source}`);
    }
  }
}

function examineMessage(
  { role, content, tool_calls: calls, tool_call_id: id }: JsonObject,
  index: number,
): void {
  if (!roles.some((known) => known === role))
    refuse(`invalid role provided for messages[${index}]: ${String(role)}`);
  const empty = content === undefined || content === null || content === "";
  if (!empty && typeof content !== "string" && !Array.isArray(content)) {
    refuse(`invalid type for messages[${index}].content: expected a string or a list of content blocks`);
  }
  for (const part of asArray(content)) {
    const { type } = asObject(part);
    if (type !== "text" && type !== "image_url") {
      refuse(`invalid type of content block in messages[${index}]: ${String(type)}`);
    }
  }
  if (empty && calls === undefined && role !== "tool") {
    refuse(`invalid request: messages[${index}] must have non-empty content or tool calls`);
  }
  if (role === "tool" && (typeof id !== "string" || id === "")) {
    refuse(`invalid request: messages[${index}].tool_call_id is required`);
  }
  if (calls !== undefined) examineCalls(calls, index);
}

function examineCalls(calls: unknown, index: number): void {
  if (!Array.isArray(calls) || calls.length === 0)
    refuse(`invalid request: messages[${index}].tool_calls is empty`);
  const seen = new Set<unknown>();
  for (const call of calls) {
    const { id, function: called } = asObject(call);
    const { name, arguments: text } = asObject(called);
    if (typeof id !== "string" || id === "")
      refuse(`invalid request: tool call in messages[${index}] has no id`);
    if (seen.has(id)) refuse(`invalid request: duplicate tool call id '${id}' in messages[${index}]`);
    seen.add(id);
    if (typeof name !== "string" || !toolName.test(name)) {
      refuse(`invalid request: tool call '${id}' has an invalid function name '${String(name)}'`);
    }
    if (typeof text !== "string" || !isJsonObject(parseJson(text))) {
      refuse(`invalid request: arguments of tool call '${id}' must be a JSON object as a string`);
    }
  }
}

function examineCorrespondence(messages: readonly JsonObject[]): void {
  let open = new Set<unknown>();
  const demandAnswers = (): void => {
    if (open.size > 0)
      refuse(`invalid request: missing tool results for tool call ids: ${[...open].join(", ")}`);
  };
  for (const { role, tool_calls: calls, tool_call_id: id } of messages) {
    if (role === "tool") {
      if (!open.delete(id)) {
        refuse(`invalid request: tool call id '${String(id)}' not found in previous tool calls`);
      }
      continue;
    }
    demandAnswers();
    open = new Set(asArray(calls).map((call) => asObject(call)["id"]));
  }
  demandAnswers();
}

export function unknownCohereModel(model: string): WireRefusal {
  const message = `model '${model}' not found, make sure the correct model ID was used and that you have access to the model.`;
  return new WireRefusal({ status: 404, message });
}
