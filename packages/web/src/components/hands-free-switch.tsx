import type { VoiceState } from "../voice/voice-state.ts";
import { wakePhrase } from "../voice/voice-words.ts";

export interface HandsFreeSwitchProps {
  readonly state: VoiceState;
  readonly onChange: (on: boolean) => void;
}

export function HandsFreeSwitch({ state, onChange }: HandsFreeSwitchProps) {
  const { info, mode } = state;
  const on = mode === "hands-free";
  const phrase = wakePhrase(state);
  const reason = info?.available === false ? info.reason : "";
  const title = phrase ? `Say “${phrase}”, then what you want` : "Listens to everything that is said";
  return (
    <button
      type="button"
      className="hands-free"
      role="switch"
      aria-checked={on}
      aria-disabled={reason !== ""}
      data-testid="voice-hands-free"
      title={reason || title}
      onClick={() => onChange(!on)}
    >
      Hands-free
      <span className="switch" aria-hidden="true">
        <span className="switch-thumb" />
      </span>
    </button>
  );
}
