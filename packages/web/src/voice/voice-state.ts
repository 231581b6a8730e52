import type { VoiceInfo } from "./voice-info.ts";
import type { Activity, Mode, Volume } from "./voice-message.ts";

export interface Sentence {
  readonly id: number;
  readonly text: string;
}

export interface VoiceState {
  /** Not known before the gateway's first word. */
  readonly info: VoiceInfo | undefined;
  readonly mode: Mode;
  /** The person holds the button. */
  readonly held: boolean;
  /** `connecting` lasts until the engines are loaded; `lost` comes back by itself. */
  readonly link: "off" | "connecting" | "ready" | "lost";
  /** The microphone takes so long to open that the person should know. */
  readonly opening: boolean;
  /** What the gateway loads. */
  readonly loading: string;
  readonly activity: Activity;
  readonly phrase: string | undefined;
  /** How loud it is at the microphone, and how likely that is speech; each from 0 to 1. */
  readonly level: number;
  readonly speech: number;
  readonly volume: Volume;
  /** What will be spoken or is being spoken. */
  readonly sentences: readonly Sentence[];
  /** The sentence that can be heard now. */
  readonly sounding: number | undefined;
  /** The last run whose answer is read aloud. */
  readonly spokenRun: string | undefined;
  /** A hint about what has just happened. */
  readonly note: string;
  /** What keeps voice from working, in a sentence. */
  readonly problem: string;
}

export const silentVoice: VoiceState = {
  info: undefined,
  mode: "hold",
  held: false,
  link: "off",
  opening: false,
  loading: "",
  activity: "idle",
  phrase: undefined,
  level: 0,
  speech: 0,
  volume: { level: 100, muted: false },
  sentences: [],
  sounding: undefined,
  spokenRun: undefined,
  note: "",
  problem: "",
};

export type ShownState = "unavailable" | "problem" | "loading" | Activity;

/** The one word for all of it. */
export function shownState(state: VoiceState): ShownState {
  const { info, link, activity, held, problem } = state;
  if (info?.available === false) return "unavailable";
  // While something goes on, a problem is told beside it.
  if (problem && !held && (link !== "ready" || activity === "idle")) return "problem";
  if (link === "off") return held ? "loading" : "idle";
  if (link !== "ready" || state.opening) return "loading";
  return held ? "listening" : activity;
}

/** The sentence that can be heard now. */
export function soundingText({ sentences, sounding }: VoiceState): string {
  return sentences.find(({ id }) => id === sounding)?.text ?? "";
}
