import { shownState, type VoiceState } from "./voice-state.ts";

/** What goes on, in a few words beside the button. */
export function stateSentence(state: VoiceState): string {
  const { held, note } = state;
  switch (shownState(state)) {
    case "unavailable":
      return "Voice is not available.";
    case "problem":
      return "";
    case "loading":
      if (state.opening) return "Waiting for the microphone. Allow it if the browser asks.";
      return state.loading || "Connecting…";
    case "idle":
      return note || "Hold the microphone to talk.";
    case "waiting":
      return note || waitingFor(wakePhrase(state));
    case "listening":
      return held ? "Listening. Let go to send." : "Listening…";
    case "transcribing":
      return "Writing down what you said…";
    case "thinking":
      return "Thinking…";
    default:
      return "Speaking…";
  }
}

/** What to say to be heard; `undefined` when everything is heard. */
export function wakePhrase({ link, phrase, info }: VoiceState): string | undefined {
  return link === "ready" || !info?.available ? phrase : info.phrase;
}

function waitingFor(phrase: string | undefined): string {
  return phrase ? `Waiting for “${phrase}”` : "Waiting for you to speak";
}

/**
 * What a screen reader says of it: only what went wrong or takes long. It keeps quiet while the person
 * speaks, or the microphone would hear it; nor does it ever say the wake word.
 */
export function voiceAnnouncement(state: VoiceState): string {
  if (state.problem || state.note) return state.problem || state.note;
  return shownState(state) === "loading" && !state.held ? state.loading : "";
}
