import { fieldsOf, stringOf } from "../json-fields.ts";

/** Whether one can talk to this gateway; a reason says what to do about it when one cannot. */
export type VoiceInfo =
  | { readonly available: true; readonly phrase: string | undefined }
  | { readonly available: false; readonly reason: string };

/** Reads what `GET /api/info` answers. */
export function readVoiceInfo(value: unknown): VoiceInfo {
  const voice = fieldsOf(fieldsOf(value)?.["voice"]);
  if (voice?.["available"] === true) {
    return { available: true, phrase: stringOf(voice["phrase"]) || undefined };
  }
  return {
    available: false,
    reason: stringOf(voice?.["reason"]) || "This gateway was started without voice.",
  };
}
