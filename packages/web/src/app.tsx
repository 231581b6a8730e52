import { useEffect, useState, useSyncExternalStore } from "react";
import { Announcer } from "./components/announcer.tsx";
import { Composer } from "./components/composer.tsx";
import { ConversationView } from "./components/conversation-view.tsx";
import { Header } from "./components/header.tsx";
import { HomePanel } from "./components/home-panel.tsx";
import { ViewTabs, type View } from "./components/view-tabs.tsx";
import { isRunning } from "./conversation-state.ts";
import type { Conversation } from "./conversation.ts";
import type { LiveHome } from "./live-home.ts";
import { suggestions } from "./suggestions.ts";
import { soundingText } from "./voice/voice-state.ts";
import { voiceAnnouncement } from "./voice/voice-words.ts";
import type { Voice } from "./voice/voice.ts";

export interface AppProps {
  readonly conversation: Conversation;
  readonly home: LiveHome;
  readonly voice: Voice;
}

export function App({ conversation, home, voice }: AppProps) {
  const talk = useSyncExternalStore(conversation.subscribe, conversation.get);
  const { devices, health, link, problem } = useSyncExternalStore(home.subscribe, home.get);
  // Single values, so that a lively level redraws only what shows it.
  const speaking = useSyncExternalStore(voice.subscribe, () => voice.get().sounding !== undefined);
  const spoken = useSyncExternalStore(voice.subscribe, () => soundingText(voice.get()));
  const spokenRun = useSyncExternalStore(voice.subscribe, () => voice.get().spokenRun);
  const voiceSentence = useSyncExternalStore(voice.subscribe, () => voiceAnnouncement(voice.get()));
  const [view, setView] = useState<View>("talk");
  const running = isRunning(talk.run);
  const reconnecting = link === "reconnecting" || (running && talk.run?.link === "reconnecting");
  const waiting = talk.entries.some(
    (entry) => entry.kind === "tool" && entry.approval?.answer === "asked" && !entry.approval.settled,
  );

  useEffect(() => home.watchClosely(running), [running, home]);

  useEffect(() => {
    document.title = waiting ? "Approval needed · Antiphon" : "Antiphon";
  }, [waiting]);

  // A gateway that has come back may have learnt to speak.
  useEffect(() => {
    if (link === "live") void voice.refresh();
  }, [link, voice]);

  useEffect(() => {
    if (!running && !speaking) return undefined;
    const stopOnEscape = (event: KeyboardEvent) => {
      // An open popover takes the first Escape for itself.
      if (event.key !== "Escape" || event.isComposing || document.querySelector(":popover-open")) return;
      voice.interrupt();
      void conversation.stop();
    };
    addEventListener("keydown", stopOnEscape);
    return () => removeEventListener("keydown", stopOnEscape);
  }, [running, speaking, conversation, voice]);

  const send = (text: string) => {
    setView("talk");
    voice.interrupt();
    return conversation.send(text);
  };

  return (
    <div className="app" data-view={view}>
      <Header
        health={health}
        link={reconnecting ? "reconnecting" : link}
        problem={problem}
        model={running ? talk.run?.model : undefined}
        canReset={talk.entries.length > 0}
        onReset={() => void conversation.reset()}
      />
      <ViewTabs view={view} waiting={waiting} onView={setView} />
      <main className="talk" aria-label="Conversation">
        <ConversationView
          state={talk}
          suggestions={devices ? suggestions(devices) : []}
          spoken={spoken}
          onSend={(text) => void send(text)}
          onDecide={(callId, allowed) => void conversation.decide(callId, allowed)}
        />
        <Composer
          phase={talk.run?.phase ?? "ended"}
          voice={voice}
          speaking={speaking}
          onSend={send}
          onStop={() => {
            voice.interrupt();
            void conversation.stop();
          }}
        />
      </main>
      <HomePanel devices={devices} health={health} link={link} problem={problem} control={home.control} />
      <Announcer
        entries={talk.entries}
        spoken={spokenRun !== undefined && spokenRun === talk.run?.id}
        voice={voiceSentence}
      />
    </div>
  );
}
