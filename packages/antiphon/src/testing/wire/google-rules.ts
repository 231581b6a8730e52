import { isPlausible, type IssuedCallSignatures } from "./google-signatures.ts";
import { examineGeminiTools } from "./google-tool-rules.ts";
import { asArray, asObject, isJsonObject, type JsonObject } from "./json-value.ts";
import { refuse } from "./wire-failure.ts";

export interface GeminiKnowledge {
  model: string;
  signatures: IssuedCallSignatures;
}

/** Neighbouring contents of one side of the conversation. */
interface Side {
  model: boolean;
  place: number;
  parts: JsonObject[];
}

/** Refuses what Gemini's generateContent refuses. */
export function examineGeminiRequest(body: JsonObject, { model, signatures }: GeminiKnowledge): void {
  const { contents, tools } = body;
  if (!Array.isArray(contents) || contents.length === 0) {
    refuse("* GenerateContentRequest.contents: contents is not specified\n");
  }
  contents.forEach(examineContent);
  for (const [index, tool] of asArray(tools).entries()) examineGeminiTools(asObject(tool), index);
  const sides = sidesOf(contents.map(asObject));
  sides.forEach((side, index) => {
    if (side.model) examineCallTurn(side, { before: sides[index - 1], after: sides[index + 1] });
    else examineResponses(side, sides[index - 1]);
  });
  examineSignatures(sides, { model, signatures });
}

function examineContent(content: unknown, index: number): void {
  const { role, parts } = asObject(content);
  if (role !== undefined && !["user", "model", "function"].some((known) => known === role)) {
    refuse("Please use a valid role: user, model.");
  }
  const at = `contents[${index}].parts`;
  if (!Array.isArray(parts) || parts.length === 0) {
    refuse(`* GenerateContentRequest.${at}: contents.parts must not be empty.\n`);
  }
  parts.forEach((part, place) => {
    const { text, functionCall, functionResponse } = asObject(part);
    const known = ["text", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode"];
    if (!known.some((field) => asObject(part)[field] !== undefined)) {
      refuse(
        `* GenerateContentRequest.${at}[${place}].data: required oneof field 'data' must have one initialized field\n`,
      );
    }
    if (text !== undefined && typeof text !== "string") invalidValue(`${at}[${place}].text`, "TYPE_STRING");
    if (functionCall !== undefined) examineCall(functionCall, `${at}[${place}].function_call`);
    if (functionResponse !== undefined)
      examineResponse(functionResponse, `${at}[${place}].function_response`);
  });
}

function examineCall(call: unknown, at: string): void {
  const { name, args } = asObject(call);
  if (typeof name !== "string" || name === "")
    refuse(`* GenerateContentRequest.${at}.name: Name cannot be empty.\n`);
  if (args !== undefined && !isJsonObject(args))
    invalidValue(`${at}.args`, "type.googleapis.com/google.protobuf.Struct");
}

function examineResponse(answer: unknown, at: string): void {
  const { name, response } = asObject(answer);
  if (typeof name !== "string" || name === "")
    refuse(`* GenerateContentRequest.${at}.name: Name cannot be empty.\n`);
  if (!isJsonObject(response)) invalidValue(`${at}.response`, "type.googleapis.com/google.protobuf.Struct");
}

function sidesOf(contents: readonly JsonObject[]): Side[] {
  const sides: Side[] = [];
  contents.forEach(({ role, parts }, place) => {
    const model = role === "model";
    const last = sides.at(-1);
    const read = asArray(parts).map(asObject);
    if (last?.model === model) last.parts.push(...read);
    else sides.push({ model, place, parts: read });
  });
  return sides;
}

function examineCallTurn(
  side: Side,
  { before, after }: { before: Side | undefined; after: Side | undefined },
): void {
  const calls = callsOf(side);
  if (calls.length === 0) return;
  if (!before) {
    refuse(
      "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
    );
  }
  if ((after ? responsesOf(after) : []).length !== calls.length) {
    refuse(
      "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    );
  }
}

function examineResponses(side: Side, before: Side | undefined): void {
  const responses = responsesOf(side);
  if (responses.length === 0) return;
  const calls = before ? callsOf(before) : [];
  if (calls.length === 0 || side.parts[0]?.["functionResponse"] === undefined) {
    refuse("Please ensure that function response turn comes immediately after a function call turn.");
  }
  const open = [...calls];
  for (const { name, id } of responses) {
    const place = open.findIndex((call) => call["name"] === name && (id === undefined || call["id"] === id));
    if (place < 0)
      refuse(
        `Function response \`${String(name)}\` has no corresponding function call in the previous turn.`,
      );
    open.splice(place, 1);
  }
}

function examineSignatures(sides: readonly Side[], { model, signatures }: GeminiKnowledge): void {
  const question = sides.findLastIndex((side) => !side.model && responsesOf(side).length === 0);
  let position = 0;
  sides.forEach((side, index) => {
    let first = true;
    for (const { functionCall, thoughtSignature, text } of side.parts) {
      position += 1;
      if (functionCall === undefined) {
        const foreign = thoughtSignature !== undefined && !isPlausible(thoughtSignature);
        if (foreign && text !== undefined) refuse("Thought signature is not valid.");
        continue;
      }
      const call = asObject(functionCall);
      const check = signatures.check(call, thoughtSignature);
      // From version 3 on, the first call of every step since the last question must be signed, whoever made it.
      const due = model.startsWith("gemini-3") && index > question && first && thoughtSignature === undefined;
      if (check === "missing" || due) missingSignature(call["name"], position);
      if (check === "invalid") refuse("Thought signature is not valid.");
      first = false;
    }
  });
}

function missingSignature(name: unknown, position: number): never {
  return refuse(
    `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${String(name)}\` , position ${position}.`,
  );
}

function callsOf({ parts }: Side): JsonObject[] {
  return parts.flatMap(({ functionCall }) => (functionCall === undefined ? [] : [asObject(functionCall)]));
}

function responsesOf({ parts }: Side): JsonObject[] {
  return parts.flatMap(({ functionResponse }) =>
    functionResponse === undefined ? [] : [asObject(functionResponse)],
  );
}

function invalidValue(at: string, type: string): never {
  return refuse(`Invalid value at '${at}' (${type})`);
}
