import { useSyncExternalStore, type CSSProperties } from "react";
import { useHold } from "../use-hold.ts";
import { shownState } from "../voice/voice-state.ts";
import type { Voice } from "../voice/voice.ts";
import { Icon } from "./icon.tsx";

/** Hold to talk. */
export function VoiceButton({ voice }: { readonly voice: Voice }) {
  const state = useSyncExternalStore(voice.subscribe, voice.get);
  const { info, held, level } = state;
  const hold = useHold({ onPress: () => voice.press(), onRelease: () => voice.release() });
  const reason = info?.available === false ? info.reason : "";
  return (
    <>
      {/* Not `disabled`: a button that cannot be reached cannot say why. */}
      <button
        type="button"
        className="voice-button"
        data-testid="voice-hold"
        data-state={shownState(state)}
        aria-label="Hold to talk"
        aria-pressed={held}
        aria-disabled={reason !== ""}
        aria-describedby="voice-hold-reason"
        title={reason || "Hold to talk"}
        style={{ "--level": level } as CSSProperties}
        {...hold}
      >
        <Icon name="microphone" />
      </button>
      <span id="voice-hold-reason" className="visually-hidden">
        {reason}
      </span>
    </>
  );
}
