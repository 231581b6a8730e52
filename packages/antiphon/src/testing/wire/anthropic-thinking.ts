import type { JsonObject } from "./json-value.ts";
import { joined, type WireThinkingStep } from "./script.ts";
import { isSealed, sealed, signatureFor } from "./signatures.ts";

/** The thinking blocks that an Anthropic server issued, and the calls that they led to. */
export interface IssuedThinking {
  /** The finished block of a scripted step; its signature is valid from now on. */
  issue(step: WireThinkingStep): JsonObject;
  /** Remembers that these blocks stood before this call. */
  leadsTo(callId: string, blocks: readonly JsonObject[]): void;
  blocksBefore(callId: unknown): readonly JsonObject[];
  /** `unknown`: never issued. `modified`: issued for another text. */
  check(block: JsonObject): "genuine" | "modified" | "unknown";
}

export function issuedThinking(): IssuedThinking {
  const scripted = new Map<unknown, string>();
  const before = new Map<unknown, readonly JsonObject[]>();
  return {
    issue: (step) => {
      const text = joined(step.thinking);
      if (step.redacted) {
        const data = step.signature ?? sealed(text);
        scripted.set(data, text);
        return { type: "redacted_thinking", data };
      }
      const signature = step.signature ?? thinkingSignature(text);
      scripted.set(signature, text);
      return { type: "thinking", thinking: text, signature };
    },
    leadsTo: (callId, blocks) => void before.set(callId, blocks),
    blocksBefore: (callId) => before.get(callId) ?? [],
    check: ({ type, thinking, signature, data }) => {
      if (type === "redacted_thinking") return scripted.has(data) || isSealed(data) ? "genuine" : "unknown";
      if (typeof thinking === "string" && signature === thinkingSignature(thinking)) return "genuine";
      if (!scripted.has(signature)) return "unknown";
      return scripted.get(signature) === thinking ? "genuine" : "modified";
    },
  };
}

function thinkingSignature(text: string): string {
  return signatureFor(`thinking ${text}`);
}
