import { asArray, asObject, isJsonObject, type JsonObject } from "./json-value.ts";
import { refuse, WireRefusal } from "./wire-failure.ts";
import { knowsModel, type WireSettings } from "./wire-protocol.ts";

const roles = ["system", "user", "assistant", "tool"];

/**
 * Refuses what Ollama refuses. Beyond it, history that does not correspond is refused here too: the real server hands it
 * to the model, which then answers nonsense, and a test would not see why.
 */
export function examineOllamaRequest(body: JsonObject, settings: WireSettings): void {
  const { model, messages, tools } = body;
  if (typeof model !== "string" || model === "") refuse("model is required");
  if (!knowsModel(settings, model)) throw unknownOllamaModel(model);
  if (messages !== undefined && !Array.isArray(messages))
    wrongType(messages, "messages of type []api.Message");
  if (tools !== undefined && tools !== null) examineTools(tools);
  if (asArray(tools).length > 0 && !settings.capabilities.includes("tools")) {
    refuse(`registry.ollama.ai/library/${model} does not support tools`);
  }
  const thinks = body["think"] !== undefined && body["think"] !== false;
  if (thinks && !settings.capabilities.includes("thinking")) refuse(`"${model}" does not support thinking`);
  const read = asArray(messages);
  read.forEach(examineMessage);
  examineCorrespondence(read.map(asObject));
}

export function unknownOllamaModel(model: string): WireRefusal {
  return new WireRefusal({ status: 404, message: `model '${model}' not found` });
}

function examineTools(tools: unknown): void {
  if (!Array.isArray(tools)) wrongType(tools, "tools of type api.Tools");
  for (const tool of tools) {
    const { name, parameters } = asObject(asObject(tool)["function"]);
    if (typeof name !== "string" || name === "") refuse("invalid tool: function name is required");
    const { properties } = asObject(parameters);
    if (properties !== undefined && !isJsonObject(properties)) {
      wrongType(properties, "tools.function.parameters.properties of type map[string]api.ToolProperty");
    }
  }
}

function examineMessage(message: unknown): void {
  if (!isJsonObject(message)) wrongType(message, "messages of type api.Message");
  const { role, content, tool_calls: calls } = message;
  if (content !== undefined && content !== null && typeof content !== "string") {
    wrongType(content, "messages.content of type string");
  }
  if (!roles.some((known) => known === role)) {
    refuse(`invalid role: ${String(role)}, must be one of [${roles.join(", ")}]`);
  }
  if (calls !== undefined && calls !== null && !Array.isArray(calls)) {
    wrongType(calls, "messages.tool_calls of type []api.ToolCall");
  }
  for (const call of asArray(calls)) {
    const { name, arguments: given } = asObject(asObject(call)["function"]);
    if (typeof name !== "string" || name === "") refuse("invalid tool call: function name is required");
    if (!isJsonObject(given)) {
      wrongType(given, "messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments");
    }
  }
}

function examineCorrespondence(messages: readonly JsonObject[]): void {
  let open: JsonObject[] = [];
  const demandAnswers = (index: number): void => {
    if (open.length === 0) return;
    const names = open.map((call) => String(asObject(call["function"])["name"])).join(", ");
    refuse(`invalid messages: tool calls without a tool message before messages[${index}]: ${names}`);
  };
  messages.forEach(({ role, tool_calls: calls, tool_name: name, tool_call_id: id }, index) => {
    if (role !== "tool") {
      demandAnswers(index);
      open = asArray(calls).map(asObject);
      const ids = open.map((call) => call["id"]).filter((known) => known !== undefined && known !== "");
      if (new Set(ids).size < ids.length)
        refuse(`invalid messages: duplicate tool call id in messages[${index}]`);
      return;
    }
    if (typeof name !== "string" || name === "")
      refuse(`invalid messages: messages[${index}] has no tool_name`);
    const place = open.findIndex(
      (call) => asObject(call["function"])["name"] === name && (!id || !call["id"] || call["id"] === id),
    );
    if (place < 0) refuse(`invalid messages: messages[${index}] answers no open call of the tool '${name}'`);
    open.splice(place, 1);
  });
  demandAnswers(messages.length);
}

function wrongType(value: unknown, target: string): never {
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return refuse(
    `json: cannot unmarshal ${kind === "boolean" ? "bool" : kind} into Go struct field ChatRequest.${target}`,
  );
}
