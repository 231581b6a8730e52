import { asArray, asObject, type JsonObject } from "./json-value.ts";
import { refuse, WireRefusal } from "./wire-failure.ts";
import { knowsModel, type WireSettings } from "./wire-protocol.ts";

const callId = /^[a-zA-Z0-9]{9}$/;
const partTypes = ["text", "image_url", "document_url", "reference", "thinking", "file", "input_audio"];
const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

/** Which roles may stand after which; `undefined` is the beginning. */
const successors = new Map<unknown, readonly string[]>([
  [undefined, ["system", "user"]],
  ["system", ["system", "user", "assistant"]],
  ["user", ["system", "user", "assistant"]],
  ["assistant", ["user", "assistant", "tool"]],
  ["tool", ["assistant", "tool"]],
]);

/** Refuses what Mistral's chat completions refuse. */
export function examineMistralRequest(body: JsonObject, settings: WireSettings): void {
  const { model, messages } = body;
  if (typeof model !== "string") invalidField("model", "Field required");
  if (!knowsModel(settings, model))
    refuse(`Invalid model: ${model}`, { type: "invalid_model", code: "1500" });
  if (!Array.isArray(messages)) invalidField("messages", "Field required");
  if (messages.length === 0) wrongOrder("Conversation must have at least one message");
  for (const tool of asArray(body["tools"])) examineName(asObject(asObject(tool)["function"])["name"]);
  const read = messages.map(asObject);
  read.forEach(examineMessage);
  examineOrder(read);
  examineCorrespondence(read);
}

function examineMessage(message: JsonObject, index: number): void {
  const { role, content, tool_calls: calls, tool_call_id: id } = message;
  if (content !== undefined && content !== null && typeof content !== "string" && !Array.isArray(content)) {
    invalidField(`messages.${index}.content`, "Input should be a valid string or list");
  }
  for (const part of asArray(content)) {
    const { type } = asObject(part);
    if (!partTypes.some((known) => known === type)) {
      invalidField(
        `messages.${index}.content`,
        `Input tag '${String(type)}' does not match any of the expected tags`,
      );
    }
  }
  if (role === "assistant" && isEmpty(content) && asArray(calls).length === 0) {
    refuse("Assistant message must have either content or tool_calls, but not none.", {
      type: "invalid_assistant_message",
      code: "3240",
    });
  }
  if (role === "user" && isEmpty(content))
    invalidField(`messages.${index}.content`, "Input should not be empty");
  if (role === "tool") examineId(id);
  const ids = asArray(calls).map((call) => {
    const { id, function: called } = asObject(call);
    examineId(id);
    examineName(asObject(called)["name"]);
    return String(id);
  });
  const repeated = ids.find((id, place) => ids.indexOf(id) !== place);
  if (repeated !== undefined) invalidCall(`Duplicate tool call id in assistant message: ${repeated}`);
}

function examineOrder(messages: readonly JsonObject[]): void {
  let before: string | undefined;
  for (const { role } of messages) {
    const allowed = successors.get(before) ?? [];
    if (!allowed.some((next) => next === role)) {
      wrongOrder(
        before === undefined
          ? `Expected the conversation to start with a system or user message, got '${String(role)}'`
          : `Unexpected role '${String(role)}' after role '${before}'`,
      );
    }
    before = String(role);
  }
  if (before === "assistant" && messages.at(-1)?.["prefix"] !== true) {
    wrongOrder(
      "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
    );
  }
  if (before === "system") wrongOrder("Expected last role User or Tool for serving but got system");
}

function examineCorrespondence(messages: readonly JsonObject[]): void {
  let open: unknown[] = [];
  const demandAnswers = (): void => {
    if (open.length > 0) wrongOrder("Not the same number of function calls and responses");
  };
  for (const { role, tool_calls: calls, tool_call_id: id } of messages) {
    if (role === "tool") {
      if (open.length === 0) wrongOrder("Not the same number of function calls and responses");
      if (!open.includes(id)) invalidCall(`Unexpected tool call id ${String(id)} in tool results`);
      open = open.filter((other) => other !== id);
    } else {
      demandAnswers();
      open = asArray(calls).map((call) => asObject(call)["id"]);
    }
  }
  demandAnswers();
}

function examineId(id: unknown): void {
  if (typeof id === "string" && callId.test(id)) return;
  invalidCall(`Tool call id was ${String(id)} but must be a-z, A-Z, 0-9, with a length of 9.`);
}

function examineName(name: unknown): void {
  if (typeof name === "string" && toolName.test(name)) return;
  invalidCall(
    `Function name was ${String(name)} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.`,
  );
}

function isEmpty(content: unknown): boolean {
  return (
    content === undefined ||
    content === null ||
    content === "" ||
    (asArray(content).length === 0 && typeof content !== "string")
  );
}

function wrongOrder(message: string): never {
  return refuse(message, { type: "invalid_request_message_order", code: "3230" });
}

function invalidCall(message: string): never {
  return refuse(message, { type: "invalid_function_call", code: "3280" });
}

function invalidField(place: string, message: string): never {
  throw new WireRefusal({ status: 422, message: `body.${place}: ${message}`, type: "invalid_request_error" });
}
