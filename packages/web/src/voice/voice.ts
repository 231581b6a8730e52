import { isRunning } from "../conversation-state.ts";
import type { Conversation } from "../conversation.ts";
import type { Gateway } from "../gateway.ts";
import { createStore, type StoreOptions } from "../store.ts";
import { openBrowserSound, type Sound } from "./browser-sound.ts";
import { lossSentence } from "./loss-sentence.ts";
import { insecurePageProblem, microphoneProblem } from "./microphone-problem.ts";
import { Microphone } from "./microphone.ts";
import { VoiceLink, type Loss, type VoiceLinkOptions } from "./voice-link.ts";
import type { VoiceMessage } from "./voice-message.ts";
import { voiceReducer } from "./voice-reducer.ts";
import { silentVoice } from "./voice-state.ts";

export interface VoiceOptions {
  readonly gateway: Pick<Gateway, "voice" | "voiceUrl">;
  readonly conversation: Pick<Conversation, "get" | "subscribe" | "adopt" | "hear">;
  /**
   * Whether the browser gives this page a microphone at all.
   * @default the browser's own word
   */
  readonly secure?: boolean;
  /** @default the browser's */
  readonly openSound?: () => Sound;
  /** @default the browser's */
  readonly WebSocket?: VoiceLinkOptions["WebSocket"];
  readonly delayBefore?: VoiceLinkOptions["delayBefore"];
  readonly schedule?: StoreOptions<never, never>["schedule"];
}

/** What was said just before the button was let go of is still on its way through the browser. */
const tailMs = 100;

const unplugged = "The microphone was disconnected. Connect it and try again.";
const mutedBySystem =
  "The microphone is muted, as it is for a page in the background. Bring this page to the front, or unmute it, to go on.";
const microphoneReady = "The microphone is ready. Hold the button while you speak.";

export type Voice = ReturnType<typeof createVoice>;

/** Talking with the gateway: it hears while the button is held or all the time, and reads its answers aloud. */
export function createVoice(options: VoiceOptions) {
  const {
    gateway,
    conversation,
    secure = globalThis.isSecureContext,
    openSound = openBrowserSound,
  } = options;
  const { WebSocket, delayBefore, schedule } = options;
  const store = createStore({ initial: silentVoice, reducer: voiceReducer, ...(schedule && { schedule }) });
  let devices: ReturnType<typeof openDevices> | undefined;
  /** Between press and release, as the gateway sees it. */
  let turn = false;
  let tail: ReturnType<typeof setTimeout> | undefined;
  /** The conversation that the gateway listens for. */
  let joined: string | undefined;

  const link = new VoiceLink({
    url: gateway.voiceUrl(),
    start: () => {
      const { conversationId } = conversation.get();
      return {
        type: "start",
        mode: store.get().mode,
        sampleRate: devices?.sound.sampleRate ?? 48_000,
        ...(conversationId !== undefined && { conversationId }),
      };
    },
    onMessage: receive,
    onSound: (frame) => devices?.speaker.add(frame),
    onLost: lose,
    ...(WebSocket && { WebSocket }),
    ...(delayBefore && { delayBefore }),
  });
  conversation.subscribe(stayInConversation);

  function openDevices() {
    const sound = openSound();
    const speaker = sound.createSpeaker({
      onSounding: (id) => store.dispatch({ type: "sounding", id }),
      onPlayed: (id) => link.send({ type: "played", id }),
    });
    const microphone = new Microphone({
      capture: () =>
        sound.capture({ onSound: hear, onEnded: () => failMicrophone(unplugged), onMuted: mute }),
      onSlow: (opening) => store.dispatch({ type: "opening", opening }),
    });
    return { sound, speaker, microphone };
  }

  /** Only after the person has done something: browsers give no sound before. */
  function takeDevices() {
    devices ??= openDevices();
    devices.sound.unlock();
    return devices;
  }

  function hear(sound: ArrayBuffer) {
    if (turn || store.get().mode === "hands-free") link.sendSound(sound, { keep: turn });
  }

  function mute(muted: boolean) {
    if (muted) store.dispatch({ type: "problem", message: mutedBySystem });
    else if (store.get().problem === mutedBySystem) store.dispatch({ type: "problem", message: "" });
  }

  async function openMicrophone() {
    const { microphone } = takeDevices();
    try {
      await microphone.open();
    } catch (error) {
      return failMicrophone(microphoneProblem(error));
    }
    // The person had to let go in order to answer the browser's question.
    if (turn || store.get().mode === "hands-free" || !devices) return;
    store.dispatch({ type: "note", message: microphoneReady });
    microphone.closeSoon();
  }

  function failMicrophone(message: string) {
    devices?.microphone.close();
    endTurn();
    if (store.get().mode === "hands-free") link.send({ type: "mode", mode: "hold" });
    store.dispatch({ type: "released" });
    store.dispatch({ type: "mode", mode: "hold" });
    store.dispatch({ type: "problem", message });
  }

  function endTurn() {
    clearTimeout(tail);
    if (!turn) return;
    turn = false;
    link.send({ type: "release" });
    if (store.get().mode === "hold") devices?.microphone.closeSoon();
  }

  function connect() {
    if (!link.ready) store.dispatch({ type: "connecting" });
    link.connect();
  }

  function receive(message: VoiceMessage) {
    store.dispatch({ type: "message", message });
    switch (message.type) {
      case "ready":
        joined = message.conversationId;
        if (joined !== undefined) conversation.adopt(joined);
        devices?.speaker.setVolume(message.volume);
        return stayInConversation();
      case "volume":
        return devices?.speaker.setVolume(message.volume);
      case "run":
        return void conversation.hear(message);
      case "sentence":
        return devices?.speaker.begin(message.id);
      case "sentence-end":
        return devices?.speaker.end(message.id);
      case "silence":
        return devices?.speaker.silence();
      default:
    }
  }

  function lose(loss: Loss): boolean {
    const { mode, held, activity, link: before } = store.get();
    // A page that speaks nonsense will not be understood the second time either.
    const again = mode === "hands-free" && loss.code !== 1008;
    // Nobody misses a connection that nobody was using.
    const missed = mode === "hands-free" || held || before !== "ready" || activity !== "idle";
    letGo({ keepMicrophone: again });
    store.dispatch({ type: "lost", message: missed ? lossSentence(loss, { again }) : "", again });
    // A browser does not tell a page why it was refused.
    if (!loss.opened) void refresh().then(isRefused);
    return again;
  }

  function letGo({ keepMicrophone }: { keepMicrophone: boolean }) {
    clearTimeout(tail);
    turn = false;
    joined = undefined;
    devices?.speaker.silence();
    if (!keepMicrophone) devices?.microphone.close();
  }

  /** Typed and spoken messages belong together: when the page starts over, so does the listening. */
  function stayInConversation() {
    const { conversationId, run } = conversation.get();
    if (joined === undefined || conversationId === joined) return;
    // The gateway is about to name it.
    if (conversationId === undefined && isRunning(run)) return;
    const handsFree = store.get().mode === "hands-free";
    letGo({ keepMicrophone: handsFree });
    link.close();
    store.dispatch({ type: "lost", message: "", again: handsFree });
    if (handsFree) connect();
  }

  /** Says why voice cannot be had, when it cannot. */
  function isRefused(): boolean {
    const { info } = store.get();
    if (info?.available !== false) return false;
    store.dispatch({ type: "problem", message: info.reason });
    return true;
  }

  /** Asks the gateway whether it has a voice. */
  async function refresh(): Promise<void> {
    const problem = insecurePageProblem(secure);
    if (problem !== undefined) {
      store.dispatch({ type: "info", info: { available: false, reason: problem } });
      return;
    }
    try {
      const info = await gateway.voice();
      const { mode } = store.get();
      store.dispatch({ type: "info", info });
      if (info.available || mode === "hold") return;
      rest();
      isRefused();
    } catch {
      // That the gateway is away is told elsewhere.
    }
  }

  function rest() {
    letGo({ keepMicrophone: false });
    link.close();
    devices?.speaker.close();
    devices?.sound.close();
    devices = undefined;
    store.dispatch({ type: "rested" });
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    refresh,

    /** The button is held. Whatever is being said is interrupted. */
    press(): void {
      if (isRefused() || store.get().held) return;
      endTurn();
      store.dispatch({ type: "pressed" });
      takeDevices().speaker.silence();
      connect();
      turn = true;
      link.send({ type: "press" });
      void openMicrophone();
    },

    release(): void {
      if (!store.get().held) return;
      store.dispatch({ type: "released" });
      tail = setTimeout(endTurn, tailMs);
    },

    setHandsFree(on: boolean): void {
      if (on && isRefused()) return;
      const mode = on ? "hands-free" : "hold";
      store.dispatch({ type: "mode", mode });
      link.send({ type: "mode", mode });
      if (on) {
        takeDevices();
        connect();
        void openMicrophone();
      } else if (!link.ready) rest();
      else if (!turn) devices?.microphone.close();
    },

    /** Be silent, and give up what is being worked on. */
    interrupt(): void {
      const { activity } = store.get();
      devices?.speaker.silence();
      store.dispatch({ type: "message", message: { type: "silence" } });
      if (!["transcribing", "thinking", "speaking"].includes(activity)) return;
      link.send({ type: "interrupt" });
    },

    /** Lets go of the microphone, the loudspeaker and the connection; the next press takes them again. */
    rest,
  };
}
