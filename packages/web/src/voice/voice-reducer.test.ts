import { expect, test } from "vitest";
import { parseVoiceMessage } from "./voice-message.ts";
import { voiceReducer, type VoiceAction } from "./voice-reducer.ts";
import { shownState, silentVoice, soundingText, type VoiceState } from "./voice-state.ts";
import { stateSentence, voiceAnnouncement } from "./voice-words.ts";

const ready = {
  type: "ready",
  phrase: "hey computer",
  conversationId: "k",
  volume: { level: 50, muted: false },
};

/** Actions as they are; anything else is a message of the gateway. */
function play(...steps: (VoiceAction | object)[]): VoiceState {
  return steps.reduce<VoiceState>((state, step) => {
    const message = parseVoiceMessage(JSON.stringify(step));
    return voiceReducer(state, message ? { type: "message", message } : (step as VoiceAction));
  }, silentVoice);
}

const pressed: VoiceAction = { type: "pressed" };
const released: VoiceAction = { type: "released" };
const connecting: VoiceAction = { type: "connecting" };
const handsFree: VoiceAction = { type: "mode", mode: "hands-free" };
const state = (name: string) => ({ type: "state", state: name });

test("holding the button goes from loading to listening, and on with what the gateway does", () => {
  const loading = play(pressed, connecting, { type: "loading", message: "Loading speech recognition." });
  expect(shownState(loading)).toBe("loading");
  expect(stateSentence(loading)).toBe("Loading speech recognition.");
  const steps = [pressed, connecting, ready];
  expect(shownState(play(...steps))).toBe("listening");
  for (const name of ["transcribing", "thinking", "speaking", "idle"]) {
    expect(shownState(play(...steps, released, state(name)))).toBe(name);
  }
});

test("hands-free waits for the wake word and names it", () => {
  const waiting = play(handsFree, connecting, ready, state("waiting"));
  expect(shownState(waiting)).toBe("waiting");
  expect(stateSentence(waiting)).toBe("Waiting for “hey computer”");
  const everything = play(handsFree, connecting, { ...ready, phrase: null }, state("waiting"));
  expect(stateSentence(everything)).toBe("Waiting for you to speak");
});

test("a level is shown while sound comes in, and not after", () => {
  const loud = play(ready, state("listening"), { type: "level", level: 0.5, speech: 0.9 });
  expect(loud).toMatchObject({ level: 0.5, speech: 0.9 });
  expect(play(ready, state("listening"), { type: "level", level: 0.5 }, state("thinking")).level).toBe(0);
});

test("the sentence that sounds is known, and what was heard is forgotten", () => {
  const sentences = [
    { type: "sentence", id: 1, text: "One." },
    { type: "sentence", id: 2, text: "Two." },
  ];
  expect(soundingText(play(ready, ...sentences))).toBe("");
  const first = play(ready, ...sentences, { type: "sounding", id: 1 });
  expect(soundingText(first)).toBe("One.");
  const second = play(ready, ...sentences, { type: "sounding", id: 1 }, { type: "sounding", id: 2 });
  expect(second.sentences).toEqual([{ id: 2, text: "Two." }]);
  const over = voiceReducer(second, { type: "sounding", id: undefined });
  expect(over).toMatchObject({ sentences: [], sounding: undefined });
});

test("silence and a pressed button drop what is being said", () => {
  const speaking = [ready, { type: "sentence", id: 1, text: "One." }, { type: "sounding", id: 1 }];
  for (const step of [{ type: "silence" }, pressed]) {
    expect(play(...speaking, step)).toMatchObject({ sentences: [], sounding: undefined });
  }
});

test("a problem is shown when nothing goes on, and beside what goes on", () => {
  const problem = { type: "problem", message: "The model is away." };
  expect(shownState(play(ready, state("idle"), problem))).toBe("problem");
  const waiting = play(handsFree, ready, state("waiting"), problem);
  expect(shownState(waiting)).toBe("waiting");
  expect(waiting.problem).toBe("The model is away.");
});

test("a new attempt settles what was said about the last one", () => {
  const failed = [ready, { type: "transcription", text: "" }, { type: "problem", message: "No." }];
  expect(play(...failed)).toMatchObject({ problem: "No.", note: expect.stringContaining("understood") });
  expect(play(...failed, pressed)).toMatchObject({ problem: "", note: "" });
  expect(play(handsFree, ...failed, state("listening"))).toMatchObject({ problem: "", note: "" });
});

test("a microphone that was refused is not forgotten because the gateway heard nothing", () => {
  const refused: VoiceAction = { type: "problem", message: "It is blocked." };
  const state = play(pressed, connecting, released, refused, ready, { type: "state", state: "listening" });
  const after = voiceReducer(state, { type: "message", message: { type: "transcription", text: "" } });
  expect(after).toMatchObject({ problem: "It is blocked.", note: "" });
});

test("a lost connection is told until it is back, and leaves nothing that seems to go on", () => {
  const lost: VoiceAction = { type: "lost", message: "It broke.", again: true };
  const gone = play(handsFree, connecting, ready, pressed, state("listening"), lost, connecting);
  expect(gone).toMatchObject({ link: "lost", held: false, activity: "idle", mode: "hands-free" });
  expect(shownState(gone)).toBe("problem");
  expect(shownState(play(handsFree, ready, lost, connecting, ready, state("waiting")))).toBe("waiting");
  const forever = play(handsFree, ready, { type: "lost", message: "No.", again: false });
  expect(forever).toMatchObject({ link: "off", mode: "hold", problem: "No." });
});

test("without a voice there is a reason, whatever else is said", () => {
  const state = play({ type: "info", info: { available: false, reason: "Install it." } }, ready);
  expect(shownState(state)).toBe("unavailable");
});

test("an answer that is muted is left to the screen reader", () => {
  const run = { type: "run", runId: "r", conversationId: "k", text: "Hello" };
  expect(play(ready, run).spokenRun).toBe("r");
  expect(play(ready, { type: "volume", level: 50, muted: true }, run).spokenRun).toBeUndefined();
});

test("a screen reader is quiet while the person speaks, and never says the wake word", () => {
  const loading = { type: "loading", message: "Loading." };
  expect(voiceAnnouncement(play(handsFree, connecting, loading))).toBe("Loading.");
  expect(voiceAnnouncement(play(pressed, connecting, loading))).toBe("");
  expect(voiceAnnouncement(play(ready, state("listening")))).toBe("");
  expect(voiceAnnouncement(play(handsFree, ready, state("waiting")))).toBe("");
  expect(voiceAnnouncement(play(ready, { type: "problem", message: "No." }))).toBe("No.");
});

test("what makes no sense changes nothing", () => {
  const before = play(ready);
  expect(voiceReducer(before, { type: "message", message: { type: "wake" } })).toBe(before);
});
