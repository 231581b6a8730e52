import { hasWords } from "../transcribing/said-text.ts";
import { incomingSchema, ourSource, type IncomingTranscription } from "./voice-payloads.ts";

/** Longer than anything that is said. */
const maxBytes = 16_384;
// oxlint-disable-next-line no-control-regex
const controlCharacter = /[\u0000-\u0008\u000e-\u001f\u007f]/;

export type ReadTranscription =
  | { readonly kind: "said"; readonly said: IncomingTranscription }
  /** Published by a gateway; nobody has to answer it. */
  | { readonly kind: "ours" }
  | { readonly kind: "bad"; readonly reason: string };

/** What somebody published: a JSON object, or simply the words. Never throws. */
export function readTranscription(payload: Uint8Array): ReadTranscription {
  if (payload.length > maxBytes)
    return bad(`It is ${payload.length} bytes long; at most ${maxBytes} are read.`);
  let content: string;
  try {
    content = new TextDecoder("utf-8", { fatal: true }).decode(payload).trim();
  } catch {
    return bad("It is not text.");
  }
  if (controlCharacter.test(content)) return bad("It is not text.");
  const parsed = incomingSchema.safeParse(toObject(content));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return bad(
      `${issue?.path.length ? issue.path.map(String).join(".") : "It"} ${issue?.message ?? "is wrong"}.`,
    );
  }
  if (parsed.data.source === ourSource) return { kind: "ours" };
  if (!hasWords(parsed.data.text)) return bad("There are no words in it.");
  return { kind: "said", said: parsed.data };
}

function toObject(content: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    // What begins like JSON and is none was cut off, not said.
    return /^[{["]/.test(content) ? undefined : { text: content };
  }
  return typeof value === "string" ? { text: value } : value;
}

function bad(reason: string): ReadTranscription {
  return { kind: "bad", reason };
}
