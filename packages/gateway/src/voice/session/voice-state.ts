import type { Attention } from "../listening/utterance-detector.ts";

/**
 * `hold`: sound counts from press to release. `hands-free`: after the wake word. `open`: everything that is
 * said is meant for us, as in a recording.
 */
export type VoiceMode = "hold" | "hands-free" | "open";

/** What an answer is interrupted by. `nothing`: what is said meanwhile waits for its turn. */
export type InterruptBy = "speech" | "wake-word" | "nothing";

export type VoicePhase = "idle" | "waiting" | "listening" | "transcribing" | "thinking" | "speaking";

export interface VoiceState {
  readonly mode: VoiceMode;
  readonly phase: VoicePhase;
  /** Whether the button is held; then it counts, whatever the mode. */
  readonly held: boolean;
}

export type VoiceHappening =
  | { readonly type: "mode"; readonly mode: VoiceMode }
  | { readonly type: "press" }
  | { readonly type: "release" }
  /** The wake word, or speech that interrupts or follows up. */
  | { readonly type: "called" }
  /** Nobody spoke, or what was said had no words. */
  | { readonly type: "nothing" }
  | { readonly type: "utterance" }
  | { readonly type: "question" }
  | { readonly type: "sound" }
  /** The answer has been heard; `asks` when it was a question itself. */
  | { readonly type: "answered"; readonly asks: boolean }
  | { readonly type: "interrupt" };

export const initialState = (mode: VoiceMode): VoiceState => resting(mode);

/** What happens next depends on nothing but these two. */
export function nextState(state: VoiceState, happening: VoiceHappening): VoiceState {
  const { mode, phase, held } = state;
  switch (happening.type) {
    case "mode":
      return happening.mode === mode ? state : resting(happening.mode);
    case "press":
      return { mode, phase: "listening", held: true };
    case "release":
      return { ...state, held: false };
    case "called":
      return mode === "hold" || held ? state : { mode, phase: "listening", held: false };
    case "utterance":
      return phase === "listening" && !held ? { ...state, phase: "transcribing" } : state;
    case "nothing":
      return (phase === "listening" || phase === "transcribing") && !held ? resting(mode) : state;
    case "question":
      // Somebody who speaks again already is listened to, while the answer is made.
      return phase === "listening" ? state : { ...state, phase: "thinking" };
    case "sound":
      return phase === "thinking" ? { ...state, phase: "speaking" } : state;
    case "answered":
      if (phase !== "thinking" && phase !== "speaking") return state;
      return happening.asks && mode === "hands-free"
        ? { mode, phase: "listening", held: false }
        : resting(mode);
    case "interrupt":
      return resting(mode);
    default:
      return happening satisfies never;
  }
}

function resting(mode: VoiceMode): VoiceState {
  return { mode, phase: mode === "hold" ? "idle" : "waiting", held: false };
}

/** What the ear listens for in a state. */
export function attentionOf({ mode, phase, held }: VoiceState, interruptBy: InterruptBy): Attention {
  if (held) return "held";
  switch (mode) {
    case "hold":
      return "none";
    case "open":
      return "open";
    case "hands-free":
      if (phase === "listening") return "command";
      return phase !== "waiting" && interruptBy === "speech" ? "interruption" : "wake-word";
    default:
      return mode satisfies never;
  }
}
