import { asArray, asObject, isJsonObject, kindOf, type JsonObject } from "./json-value.ts";
import { refuse, WireRefusal } from "./wire-failure.ts";
import { knowsModel, type WireSettings } from "./wire-protocol.ts";

const roles = ["system", "assistant", "user", "function", "tool", "developer"];
const toolName = /^[a-zA-Z0-9_-]{1,64}$/;
const longestCallId = 40;

/** Refuses what OpenAI's chat completions refuse. */
export function examineOpenAIRequest(body: JsonObject, settings: WireSettings): void {
  const { model, messages } = body;
  if (typeof model !== "string") refuse("you must provide a model parameter");
  if (!knowsModel(settings, model)) throw unknownModel(model);
  if (!Array.isArray(messages)) missing("messages");
  if (messages.length === 0) emptyArray("messages");
  examineTools(body);
  messages.forEach(examineMessage);
  examineCorrespondence(messages.map(asObject));
  if (body["stream_options"] !== undefined && body["stream"] !== true) {
    refuse("The 'stream_options' parameter is only allowed when 'stream' is enabled.", {
      param: "stream_options",
    });
  }
}

function examineTools(body: JsonObject): void {
  const { tools } = body;
  if (tools === undefined) {
    for (const param of ["tool_choice", "parallel_tool_calls"]) {
      if (body[param] !== undefined)
        refuse(`'${param}' is only allowed when 'tools' are specified.`, { param });
    }
    return;
  }
  if (!Array.isArray(tools)) invalidType("tools", { expected: "an array of objects", got: tools });
  if (tools.length === 0) refuse("[] is too short - 'tools'");
  tools.forEach((tool, index) => {
    const { type, function: definition } = asObject(tool);
    if (type !== "function")
      invalidValue(`tools[${index}].type`, { value: type, allowed: ["function", "custom"] });
    const { name, parameters } = asObject(definition);
    if (typeof name !== "string") missing(`tools[${index}].function.name`);
    if (!toolName.test(name)) invalidPattern(`tools[${index}].function.name`, "^[a-zA-Z0-9_-]+$");
    if (parameters !== undefined && asObject(parameters)["type"] !== "object") {
      refuse(
        `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"', got 'type: "${String(asObject(parameters)["type"])}"'.`,
        { param: `tools[${index}].function.parameters`, code: "invalid_function_parameters" },
      );
    }
  });
}

function examineMessage(message: unknown, index: number): void {
  const at = `messages[${index}]`;
  if (!isJsonObject(message)) invalidType(at, { expected: "an object", got: message });
  const { role, content, tool_calls: calls } = message;
  if (!roles.some((known) => known === role)) invalidValue(`${at}.role`, { value: role, allowed: roles });
  examineContent(content, { at: `${at}.content`, mayBeNull: role === "assistant" && calls !== undefined });
  if (role === "tool") {
    if (typeof message["tool_call_id"] !== "string") missing(`${at}.tool_call_id`);
    examineLength(`${at}.tool_call_id`, message["tool_call_id"]);
  }
  if (calls !== undefined) examineCalls(calls, `${at}.tool_calls`);
}

function examineContent(content: unknown, { at, mayBeNull }: { at: string; mayBeNull: boolean }): void {
  if (typeof content === "string") return;
  if (content === null || content === undefined) {
    if (mayBeNull) return;
    refuse(`Invalid value for 'content': expected a string, got null.`, { param: at });
  }
  if (!Array.isArray(content))
    invalidType(at, { expected: "one of a string or array of objects", got: content });
  content.forEach((part, index) => {
    const { type } = asObject(part);
    const allowed = ["text", "image_url", "input_audio", "refusal", "audio", "file"];
    if (!allowed.some((known) => known === type))
      invalidValue(`${at}[${index}].type`, { value: type, allowed });
  });
}

function examineCalls(calls: unknown, at: string): void {
  if (!Array.isArray(calls)) invalidType(at, { expected: "an array of objects", got: calls });
  if (calls.length === 0) emptyArray(at);
  const seen = new Set<unknown>();
  calls.forEach((call, index) => {
    const { id, type, function: called } = asObject(call);
    if (typeof id !== "string") missing(`${at}[${index}].id`);
    examineLength(`${at}[${index}].id`, id);
    if (id === "") refuse(`Invalid '${at}[${index}].id': empty string.`, { code: "empty_string" });
    if (seen.has(id)) refuse(`Duplicate value for 'tool_call_id' of '${id}' in '${at}'.`, { param: at });
    seen.add(id);
    if (type !== "function")
      invalidValue(`${at}[${index}].type`, { value: type, allowed: ["function", "custom"] });
    const { name, arguments: text } = asObject(called);
    if (typeof name !== "string") missing(`${at}[${index}].function.name`);
    if (!toolName.test(name)) invalidPattern(`${at}[${index}].function.name`, "^[a-zA-Z0-9_-]+$");
    if (typeof text !== "string")
      invalidType(`${at}[${index}].function.arguments`, { expected: "a string", got: text });
  });
}

function examineCorrespondence(messages: readonly JsonObject[]): void {
  let called: unknown[] = [];
  let answered = new Set<unknown>();
  const demandAnswers = (index: number): void => {
    const open = called.filter((id) => !answered.has(id));
    if (open.length === 0) return;
    refuse(
      `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`,
      { param: `messages.[${index}].role` },
    );
  };
  messages.forEach(({ role, tool_call_id: id, tool_calls: calls }, index) => {
    if (role !== "tool") {
      demandAnswers(index);
      called = asArray(calls).map((call) => asObject(call)["id"]);
      answered = new Set();
      return;
    }
    if (!called.includes(id)) {
      refuse(
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        { param: `messages.[${index}].role` },
      );
    }
    if (answered.has(id)) {
      refuse(`Duplicate value for 'tool_call_id' of '${String(id)}' in message[${index}].`, {
        param: `messages.[${index}].tool_call_id`,
      });
    }
    answered.add(id);
  });
  demandAnswers(messages.length);
}

function examineLength(param: string, id: string): void {
  if (id.length <= longestCallId) return;
  refuse(
    `Invalid '${param}': string too long. Expected a string with maximum length ${longestCallId}, but got a string with length ${id.length} instead.`,
    { param, code: "string_above_max_length" },
  );
}

function missing(param: string): never {
  return refuse(`Missing required parameter: '${param}'.`, { param, code: "missing_required_parameter" });
}

function emptyArray(param: string): never {
  return refuse(
    `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
    { param, code: "empty_array" },
  );
}

function invalidType(param: string, { expected, got }: { expected: string; got: unknown }): never {
  return refuse(`Invalid type for '${param}': expected ${expected}, but got ${kindOf(got)} instead.`, {
    param,
    code: "invalid_type",
  });
}

function invalidValue(
  param: string,
  { value, allowed }: { value: unknown; allowed: readonly string[] },
): never {
  const known = allowed.map((word) => `'${word}'`).join(", ");
  return refuse(`Invalid value: '${String(value)}'. Supported values are: ${known}.`, {
    param,
    code: "invalid_value",
  });
}

function invalidPattern(param: string, pattern: string): never {
  return refuse(
    `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '${pattern}'.`,
    { param, code: "invalid_value" },
  );
}

export function unknownModel(model: string): WireRefusal {
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  return new WireRefusal({ status: 404, message, code: "model_not_found" });
}
