import { useSyncExternalStore, type ReactNode } from "react";
import { shownState, soundingText } from "../voice/voice-state.ts";
import { stateSentence } from "../voice/voice-words.ts";
import type { Voice } from "../voice/voice.ts";
import { HandsFreeSwitch } from "./hands-free-switch.tsx";
import { LevelMeter } from "./level-meter.tsx";

export interface VoiceStatusProps {
  readonly voice: Voice;
  /** Shown while there is nothing to say about talking. */
  readonly children: ReactNode;
}

/** The line below the message field: what goes on while talking, and the switch for doing so hands-free. */
export function VoiceStatus({ voice, children }: VoiceStatusProps) {
  const state = useSyncExternalStore(voice.subscribe, voice.get);
  const { problem, note, level, speech } = state;
  const shown = shownState(state);
  const quiet = shown === "unavailable" || (shown === "idle" && !note);
  const hears = shown === "listening" || shown === "waiting";
  return (
    <div className="composer-foot" data-quiet={quiet}>
      <div className="composer-foot-text">
        <p className="composer-hint" id="composer-hint">
          {children}
        </p>
        <p className="voice-line" data-state={shown}>
          {hears && <LevelMeter level={level} speech={speech} />}
          <span data-testid="voice-state" data-state={shown} data-sentence={soundingText(state) || undefined}>
            {stateSentence(state)}
          </span>
        </p>
        {problem && (
          <p className="problem" data-testid="voice-problem">
            {problem}
          </p>
        )}
      </div>
      <HandsFreeSwitch state={state} onChange={(on) => voice.setHandsFree(on)} />
    </div>
  );
}
