import type { VoiceInfo } from "./voice-info.ts";
import type { Mode, VoiceMessage } from "./voice-message.ts";
import type { VoiceState } from "./voice-state.ts";

export type VoiceAction =
  | { readonly type: "message"; readonly message: VoiceMessage }
  | { readonly type: "info"; readonly info: VoiceInfo }
  | { readonly type: "pressed" }
  | { readonly type: "released" }
  | { readonly type: "mode"; readonly mode: Mode }
  | { readonly type: "connecting" }
  /** The connection is gone; `again` when it comes back by itself. */
  | { readonly type: "lost"; readonly message: string; readonly again: boolean }
  /** The microphone takes its time, or has come. */
  | { readonly type: "opening"; readonly opening: boolean }
  /** The sentence that can be heard from now on. */
  | { readonly type: "sounding"; readonly id: number | undefined }
  | { readonly type: "problem"; readonly message: string }
  | { readonly type: "note"; readonly message: string }
  /** Everything is let go of. */
  | { readonly type: "rested" };

const notUnderstood = {
  hold: "Nothing was understood. Hold the button while you speak.",
  "hands-free": "Nothing was understood.",
} as const;

/** Nothing is heard, nothing is said. */
const still = {
  activity: "idle",
  level: 0,
  speech: 0,
  loading: "",
  sentences: [],
  sounding: undefined,
} as const;

export function voiceReducer(state: VoiceState, action: VoiceAction): VoiceState {
  switch (action.type) {
    case "message":
      return reduceMessage(state, action.message);
    case "info":
      return { ...state, info: action.info };
    case "pressed":
      return { ...state, held: true, level: 0, sentences: [], sounding: undefined, note: "", problem: "" };
    case "released":
      return state.held ? { ...state, held: false, level: 0 } : state;
    case "mode":
      return { ...state, mode: action.mode, note: "", problem: "" };
    case "connecting":
      return { ...state, link: state.link === "lost" ? "lost" : "connecting" };
    case "lost": {
      const link = action.again ? "lost" : "off";
      const mode = action.again ? state.mode : "hold";
      const problem = action.message;
      return { ...state, ...still, held: false, opening: false, link, mode, note: "", problem };
    }
    case "opening":
      return state.opening === action.opening ? state : { ...state, opening: action.opening };
    case "sounding":
      return { ...state, sounding: action.id, sentences: heardBefore(state, action.id) };
    case "problem":
      return { ...state, problem: action.message, note: "" };
    case "note":
      return { ...state, note: action.message };
    default:
      return {
        ...state,
        ...still,
        mode: "hold",
        held: false,
        opening: false,
        link: "off",
        note: "",
        problem: "",
      };
  }
}

function reduceMessage(state: VoiceState, message: VoiceMessage): VoiceState {
  switch (message.type) {
    case "ready": {
      const { phrase, volume } = message;
      // The loss of the connection is over; a microphone that was refused is not.
      const problem = state.link === "lost" ? "" : state.problem;
      return { ...state, link: "ready", loading: "", phrase, volume, problem };
    }
    case "loading":
      return { ...state, loading: message.message };
    case "state": {
      const activity = message.state;
      const next = { ...state, activity };
      if (activity === "waiting") return next;
      if (activity !== "listening") return { ...next, level: 0, speech: 0 };
      // The wake word begins a new attempt, as a press does: what was said about the last one is settled.
      return state.mode === "hold" ? next : { ...next, note: "", problem: "" };
    }
    case "level":
      return { ...state, level: message.level, speech: message.speech };
    case "transcription":
      return { ...state, note: message.text || state.problem ? "" : notUnderstood[state.mode] };
    case "run":
      // Where nothing can be heard, a screen reader reads the answer as it does for a typed message.
      return { ...state, note: "", spokenRun: state.volume.muted ? undefined : message.runId };
    case "sentence":
      return { ...state, sentences: [...state.sentences, { id: message.id, text: message.text }] };
    case "silence":
      return { ...state, sentences: [], sounding: undefined };
    case "volume":
      return { ...state, volume: message.volume };
    case "problem":
      return { ...state, problem: message.message };
    default:
      return state;
  }
}

/** A sentence has been heard once a later one sounds, or nothing does. */
function heardBefore({ sentences, sounding }: VoiceState, next: number | undefined) {
  if (next === undefined) return sentences.filter(({ id }) => id !== sounding);
  const first = sentences.findIndex(({ id }) => id === next);
  return first < 0 ? sentences : sentences.slice(first);
}
