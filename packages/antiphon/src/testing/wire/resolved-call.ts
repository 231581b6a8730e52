import { createHash } from "node:crypto";
import { isJsonObject, parseJson, type JsonObject } from "./json-value.ts";
import type { WireCall, WireCallIds, WireCallsStep } from "./script.ts";

/** A scripted call with everything that the wire needs of it. */
export interface ResolvedCall {
  /** `undefined`: the field is not sent. */
  id: string | undefined;
  name: string;
  /** The arguments as JSON text; the empty text when the script gives none. */
  text: string;
  /** The arguments as an object; `undefined` when the text is not one. */
  value: JsonObject | undefined;
  signature: string | boolean | undefined;
}

export interface CallIdForm {
  /** A unique call's id in the provider's form. */
  format(digits: string, call: WireCall): string;
  /** What a step without `ids` gets. */
  usual: WireCallIds;
  /** A counter over all turns of the server. */
  next(): number;
  /** Tells the ids of one server from those of another. */
  salt: string;
}

export function resolveCalls(step: WireCallsStep, form: CallIdForm): ResolvedCall[] {
  const ids = step.shape === "idless" ? "missing" : (step.ids ?? form.usual);
  return step.calls.map((call, position) => ({
    id: call.id ?? makeId(ids, { call, position, form }),
    name: call.name,
    text:
      typeof call.args === "string" ? call.args : call.args === undefined ? "" : JSON.stringify(call.args),
    value: argumentObject(call.args),
    signature: call.signature,
  }));
}

interface IdPlace {
  call: WireCall;
  position: number;
  form: CallIdForm;
}

function makeId(ids: WireCallIds, { call, position, form }: IdPlace): string | undefined {
  switch (ids) {
    case "fresh":
    case "repeated":
      return form.format(digitsOf(`${form.salt}/${form.next()}`), call);
    case "restarting":
      return form.format(digitsOf(`restarting/${position}`), call);
    case "constant":
      return form.format(digitsOf("constant"), { ...call, name: "call" });
    case "empty":
      return "";
    case "null":
      return "null";
    default:
      return undefined;
  }
}

function argumentObject(args: WireCall["args"]): JsonObject | undefined {
  if (args === undefined || args === "") return {};
  const value = typeof args === "string" ? parseJson(args) : args;
  return isJsonObject(value) ? value : undefined;
}

/** Sixty-four hexadecimal digits; the same seed gives the same ones. */
export function digitsOf(seed: string): string {
  return createHash("sha256").update(seed).digest("hex");
}
