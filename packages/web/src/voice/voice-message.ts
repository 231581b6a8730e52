import { booleanOf, fieldsOf, numberOf, parseFields, stringOf, type Fields } from "../json-fields.ts";

export const activities = ["idle", "waiting", "listening", "transcribing", "thinking", "speaking"] as const;
/** What the gateway does; `idle` in hold mode with nothing pressed, `waiting` for the wake word. */
export type Activity = (typeof activities)[number];

export type Mode = "hold" | "hands-free";

export interface Volume {
  /** 0 to 100. */
  readonly level: number;
  readonly muted: boolean;
}

/** A run that answers something spoken. */
export interface SpokenRun {
  readonly runId: string;
  readonly conversationId: string;
  /** What was understood. */
  readonly text: string;
}

/** What the gateway says over the voice connection. */
export type VoiceMessage =
  | {
      readonly type: "ready";
      /** `undefined` when there is no wake word. */
      readonly phrase: string | undefined;
      readonly conversationId: string | undefined;
      readonly volume: Volume;
    }
  | { readonly type: "loading"; readonly message: string }
  | { readonly type: "state"; readonly state: Activity }
  | { readonly type: "level"; readonly level: number; readonly speech: number }
  | { readonly type: "wake" }
  | { readonly type: "transcription"; readonly text: string }
  | ({ readonly type: "run" } & SpokenRun)
  | { readonly type: "sentence"; readonly id: number; readonly text: string }
  | { readonly type: "sentence-end"; readonly id: number }
  | { readonly type: "silence" }
  | { readonly type: "volume"; readonly volume: Volume }
  | { readonly type: "problem"; readonly message: string };

/** What the page says over the voice connection, besides sound. */
export type ClientMessage =
  | {
      readonly type: "start";
      readonly mode: Mode;
      readonly conversationId?: string;
      readonly sampleRate: number;
    }
  | { readonly type: "press" | "release" | "interrupt" }
  | { readonly type: "mode"; readonly mode: Mode }
  | { readonly type: "played"; readonly id: number };

/** What cannot be read is `undefined`: a newer gateway may say more than this page knows. */
export function parseVoiceMessage(data: string): VoiceMessage | undefined {
  const fields = parseFields(data);
  return fields && readMessage(fields);
}

function readMessage(fields: Fields): VoiceMessage | undefined {
  const type = stringOf(fields["type"]);
  switch (type) {
    case "ready":
      return {
        type,
        phrase: stringOf(fields["phrase"]) || undefined,
        conversationId: stringOf(fields["conversationId"]) || undefined,
        volume: readVolume(fieldsOf(fields["volume"])),
      };
    case "loading":
      return { type, message: stringOf(fields["message"]) ?? "" };
    case "state": {
      const state = activities.find((known) => known === fields["state"]);
      return state && { type, state };
    }
    case "level":
      return { type, level: share(fields["level"]), speech: share(fields["speech"]) };
    case "wake":
    case "silence":
      return { type };
    case "transcription":
      return { type, text: stringOf(fields["text"])?.trim() ?? "" };
    case "run": {
      const runId = stringOf(fields["runId"]);
      const conversationId = stringOf(fields["conversationId"]);
      if (!runId || !conversationId) return undefined;
      return { type, runId, conversationId, text: stringOf(fields["text"])?.trim() ?? "" };
    }
    case "sentence": {
      const id = numberOf(fields["id"]);
      return id === undefined ? undefined : { type, id, text: stringOf(fields["text"]) ?? "" };
    }
    case "sentence-end": {
      const id = numberOf(fields["id"]);
      return id === undefined ? undefined : { type, id };
    }
    case "volume":
      return { type, volume: readVolume(fields) };
    case "problem":
      return { type, message: stringOf(fields["message"]) || "Something went wrong with the voice." };
    default:
      return undefined;
  }
}

function readVolume(fields: Fields | undefined): Volume {
  const level = Math.min(100, Math.max(0, numberOf(fields?.["level"]) ?? 100));
  return { level, muted: booleanOf(fields?.["muted"]) ?? false };
}

/** A number from 0 to 1; nonsense counts as nothing. */
function share(value: unknown): number {
  return Math.min(1, Math.max(0, numberOf(value) ?? 0));
}
