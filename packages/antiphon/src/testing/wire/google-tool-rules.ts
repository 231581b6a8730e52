import { asArray, asObject, isJsonObject, type JsonObject } from "./json-value.ts";
import { refuse } from "./wire-failure.ts";

const functionName = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;

/** The fields of Gemini's Schema, which is not JSON Schema. */
const schemaFields =
  "type format title description nullable enum items properties required anyOf minItems maxItems minLength maxLength minimum maximum minProperties maxProperties pattern example default propertyOrdering".split(
    " ",
  );

export function examineGeminiTools(tool: JsonObject, index: number): void {
  const declarations = tool["functionDeclarations"] ?? tool["function_declarations"];
  const other = Object.keys(tool).some((field) => !/^function_?declarations$/i.test(field));
  if (!other && asArray(declarations).length === 0) {
    refuse(
      `* GenerateContentRequest.tools[${index}].tool_type: required one_of 'tool_type' must have one initialized field\n`,
    );
  }
  for (const [place, declaration] of asArray(declarations).entries()) {
    const at = `tools[${index}].function_declarations[${place}]`;
    const { name, parameters } = asObject(declaration);
    if (typeof name !== "string" || !functionName.test(name)) {
      refuse(
        `* GenerateContentRequest.${at}.name: Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.\n`,
      );
    }
    if (parameters !== undefined) examineSchema(parameters, `${at}.parameters`);
  }
}

function examineSchema(schema: unknown, at: string): void {
  if (!isJsonObject(schema))
    refuse(`Invalid value at '${at}' (type.googleapis.com/google.ai.generativelanguage.Schema)`);
  for (const field of Object.keys(schema)) {
    if (!schemaFields.includes(field)) {
      refuse(`Invalid JSON payload received. Unknown name "${field}" at '${at}': Cannot find field.`);
    }
  }
  if (Array.isArray(schema["type"])) {
    refuse(
      `Invalid JSON payload received. Unknown name "type" at '${at}': Proto field is not repeating, cannot start list.`,
    );
  }
  for (const property of Object.values(asObject(schema["properties"])))
    examineSchema(property, `${at}.properties[].value`);
  if (schema["items"] !== undefined) examineSchema(schema["items"], `${at}.items`);
  for (const [index, option] of asArray(schema["anyOf"]).entries())
    examineSchema(option, `${at}.any_of[${index}]`);
}
