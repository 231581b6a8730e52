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

export interface AppProps {
  readonly conversation: Conversation;
  readonly home: LiveHome;
}

export function App({ conversation, home }: AppProps) {
  const talk = useSyncExternalStore(conversation.subscribe, conversation.get);
  const { devices, health, link, problem } = useSyncExternalStore(home.subscribe, home.get);
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

  useEffect(() => {
    if (!running) return undefined;
    const stopOnEscape = (event: KeyboardEvent) => {
      // An open popover takes the first Escape for itself.
      if (event.key !== "Escape" || event.isComposing || document.querySelector(":popover-open")) return;
      void conversation.stop();
    };
    addEventListener("keydown", stopOnEscape);
    return () => removeEventListener("keydown", stopOnEscape);
  }, [running, conversation]);

  const send = (text: string) => {
    setView("talk");
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
          onSend={(text) => void send(text)}
          onDecide={(callId, allowed) => void conversation.decide(callId, allowed)}
        />
        <Composer phase={talk.run?.phase ?? "ended"} onSend={send} onStop={() => void conversation.stop()} />
      </main>
      <HomePanel devices={devices} health={health} link={link} problem={problem} control={home.control} />
      <Announcer entries={talk.entries} />
    </div>
  );
}
