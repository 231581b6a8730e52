import { isJsonObject, type JsonObject } from "./json-value.ts";
import type { ResolvedCall } from "./resolved-call.ts";
import { signatureFor } from "./signatures.ts";

/** The thought signatures that a Gemini server put on its function calls. */
export interface IssuedCallSignatures {
  /** The signature of a scripted call, if it gets one; remembered from now on. */
  issue(call: ResolvedCall, wanted: string | boolean): string | undefined;
  /** Whether a call that comes back may carry this signature, or none. */
  check(call: JsonObject, signature: unknown): "genuine" | "missing" | "invalid";
}

/** What Google's documentation offers for calls that were not made by Gemini. */
const placeholders = ["skip_thought_signature_validator", "context_engineering_is_the_way_to_go"];

export function issuedCallSignatures(): IssuedCallSignatures {
  const issued = new Map<string, Set<unknown>>();
  return {
    issue: (call, wanted) => {
      const key = keyOf(call.name, call.value);
      const signature = wanted === true ? callSignature(key) : wanted === false ? undefined : wanted;
      const known = issued.get(key) ?? new Set();
      issued.set(key, known.add(signature));
      return signature;
    },
    check: ({ name, args }, signature) => {
      const key = keyOf(String(name), args);
      const known = issued.get(key);
      if (known?.has(signature)) return "genuine";
      if (signature === undefined) return known ? "missing" : "genuine";
      return !known && isPlausible(signature, key) ? "genuine" : "invalid";
    },
  };
}

/** Any signature in the form of Google's: a client may hold one from an earlier connection. */
export function isPlausible(signature: unknown, key = ""): boolean {
  if (typeof signature !== "string") return false;
  return (
    signature === callSignature(key) ||
    placeholders.includes(signature) ||
    /^Er[A-Za-z0-9+/]{14,}=*$/.test(signature)
  );
}

function callSignature(key: string): string {
  return `Er${signatureFor(`call ${key}`)}`;
}

function keyOf(name: string, args: unknown): string {
  return `${name} ${sorted(args ?? {})}`;
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isJsonObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
