import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { Run } from "../conversation-state.ts";
import type { Voice } from "../voice/voice.ts";
import { Icon } from "./icon.tsx";
import { VoiceButton } from "./voice-button.tsx";
import { VoiceStatus } from "./voice-status.tsx";

export interface ComposerProps {
  readonly phase: Run["phase"];
  readonly voice: Voice;
  /** An answer is being read aloud. */
  readonly speaking: boolean;
  /** Resolves with whether the message reached the gateway. */
  readonly onSend: (text: string) => Promise<boolean>;
  readonly onStop: () => void;
}

export function Composer({ phase, voice, speaking, onSend, onStop }: ComposerProps) {
  const [draft, setDraft] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const running = phase !== "ended";
  const stoppable = running || (speaking && !draft.trim());

  // A keyboard on the screen should not jump up by itself.
  useEffect(() => {
    if (matchMedia("(hover: hover)").matches) field.current?.focus();
  }, []);

  const send = () => {
    const text = draft.trim();
    if (!text || running) return;
    setDraft("");
    void onSend(text).then((reached) => {
      // Nothing typed is lost, neither the old message nor a new one.
      if (!reached) setDraft((current) => current || text);
    });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
        field.current?.focus();
      }}
    >
      <div className="composer-box">
        <label className="visually-hidden" htmlFor="composer">
          Message
        </label>
        <textarea
          id="composer"
          ref={field}
          data-testid="composer"
          value={draft}
          rows={Math.min(8, draft.split("\n").length)}
          placeholder="Talk to your home"
          aria-describedby="composer-hint"
          autoComplete="off"
          enterKeyHint="send"
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <VoiceButton voice={voice} />
        {stoppable ? (
          <button
            type="button"
            className="round-button stop"
            data-testid="stop"
            aria-label="Stop the answer"
            title="Stop (Esc)"
            disabled={phase === "stopping"}
            onClick={() => {
              onStop();
              field.current?.focus();
            }}
          >
            <Icon name="stop" />
          </button>
        ) : (
          <button
            type="submit"
            className="round-button"
            data-testid="send"
            aria-label="Send"
            title="Send (Enter)"
            disabled={!draft.trim()}
          >
            <Icon name="send" />
          </button>
        )}
      </div>
      <VoiceStatus voice={voice}>{hint(phase)}</VoiceStatus>
    </form>
  );
}

function hint(phase: Run["phase"]) {
  if (phase === "stopping") return "Stopping…";
  if (phase === "ended") {
    return (
      <>
        <kbd>Enter</kbd> sends, <kbd>Shift</kbd> <kbd>Enter</kbd> starts a new line
      </>
    );
  }
  return (
    <>
      <kbd>Esc</kbd> stops the answer
    </>
  );
}
