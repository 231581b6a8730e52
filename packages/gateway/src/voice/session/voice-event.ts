import type { VolumeState } from "../../built-in-tools/volume-control.ts";
import type { VoicePhase } from "./voice-state.ts";

/** What a voice session tells: the page gets it as JSON, other programs over MQTT. */
export type VoiceEvent =
  | { readonly type: "loading"; readonly message: string }
  | {
      readonly type: "ready";
      readonly phrase: string | null;
      readonly conversationId: string;
      readonly volume: VolumeState;
    }
  | { readonly type: "state"; readonly state: VoicePhase }
  | { readonly type: "level"; readonly level: number; readonly speech: number }
  | { readonly type: "wake"; readonly score: number }
  /** `text` is "" when nothing was understood. */
  | {
      readonly type: "transcription";
      readonly utteranceId: string;
      readonly conversationId: string;
      readonly text: string;
      readonly durationMs: number;
    }
  | {
      readonly type: "run";
      readonly runId: string;
      readonly conversationId: string;
      readonly utteranceId: string;
      readonly text: string;
    }
  | { readonly type: "first-token"; readonly utteranceId: string }
  | { readonly type: "sentence"; readonly id: number; readonly text: string }
  | { readonly type: "sentence-end"; readonly id: number }
  /** The whole answer, when it is complete or was interrupted. */
  | {
      readonly type: "response";
      readonly utteranceId: string;
      readonly conversationId: string;
      readonly question: string;
      readonly text: string;
      readonly interrupted: boolean;
    }
  | { readonly type: "silence" }
  | ({ readonly type: "volume" } & VolumeState)
  | { readonly type: "problem"; readonly message: string };
