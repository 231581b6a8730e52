import fc from "fast-check";
import { expect, test } from "vitest";
import {
  attentionOf,
  initialState,
  nextState,
  type VoiceHappening,
  type VoiceMode,
  type VoicePhase,
} from "./voice-state.ts";

const play = (mode: VoiceMode, ...happenings: VoiceHappening["type"][]): VoicePhase =>
  happenings.reduce((state, type) => nextState(state, happening(type)), initialState(mode)).phase;

const happening = (type: VoiceHappening["type"]): VoiceHappening => {
  if (type === "mode") return { type, mode: "hold" };
  return type === "answered" ? { type, asks: false } : { type };
};

test.each<[VoicePhase, VoiceMode, VoiceHappening["type"][]]>([
  ["idle", "hold", []],
  ["listening", "hold", ["press"]],
  ["listening", "hold", ["press", "release"]],
  ["transcribing", "hold", ["press", "release", "utterance"]],
  ["thinking", "hold", ["press", "release", "utterance", "question"]],
  ["speaking", "hold", ["press", "release", "utterance", "question", "sound"]],
  ["idle", "hold", ["press", "release", "utterance", "question", "sound", "answered"]],
  ["idle", "hold", ["press", "release", "nothing"]],
  ["idle", "hold", ["called"]],
  ["waiting", "hands-free", []],
  ["listening", "hands-free", ["press", "called"]],
  ["transcribing", "hands-free", ["press", "release", "utterance"]],
  ["waiting", "hands-free", ["press", "release", "nothing"]],
  ["listening", "hands-free", ["called"]],
  ["waiting", "hands-free", ["called", "nothing"]],
  ["speaking", "hands-free", ["called", "utterance", "question", "sound"]],
  ["listening", "hands-free", ["called", "utterance", "question", "sound", "called"]],
  ["waiting", "hands-free", ["called", "utterance", "question", "interrupt"]],
  ["idle", "hands-free", ["called", "mode"]],
])("%s is the phase in %s after %j", (phase, mode, happenings) => {
  expect(play(mode, ...happenings)).toBe(phase);
});

test("an answer that comes to its end does not disturb somebody who speaks again", () => {
  expect(play("hands-free", "called", "utterance", "question", "sound", "called", "answered")).toBe(
    "listening",
  );
  expect(play("hold", "press", "release", "utterance", "question", "press", "utterance", "sound")).toBe(
    "listening",
  );
});

test("a question back is followed by listening without the wake word, once", () => {
  const asked = nextState(
    { mode: "hands-free", phase: "speaking", held: false },
    { type: "answered", asks: true },
  );
  expect(asked.phase).toBe("listening");
  expect(attentionOf(asked, "wake-word")).toBe("command");
  expect(nextState(asked, { type: "nothing" }).phase).toBe("waiting");
});

test("what is listened for follows from the state alone", () => {
  const at = (mode: VoiceMode, phase: VoicePhase, held = false) => ({ mode, phase, held });
  expect(attentionOf(at("hold", "idle"), "speech")).toBe("none");
  expect(attentionOf(at("hold", "listening", true), "speech")).toBe("held");
  expect(attentionOf(at("hold", "speaking"), "speech")).toBe("none");
  expect(attentionOf(at("hands-free", "listening", true), "speech")).toBe("held");
  expect(attentionOf(at("hands-free", "waiting"), "speech")).toBe("wake-word");
  expect(attentionOf(at("hands-free", "speaking"), "speech")).toBe("interruption");
  expect(attentionOf(at("hands-free", "speaking"), "wake-word")).toBe("wake-word");
  expect(attentionOf(at("open", "thinking"), "nothing")).toBe("open");
});

test("whatever happens, an interruption leads back to rest", () => {
  const types = [
    "press",
    "release",
    "called",
    "nothing",
    "utterance",
    "question",
    "sound",
    "answered",
    "mode",
  ] as const;
  fc.assert(
    fc.property(
      fc.constantFrom<VoiceMode>("hold", "hands-free", "open"),
      fc.array(fc.constantFrom(...types), { maxLength: 20 }),
      (mode, happenings) => {
        expect(["idle", "waiting"]).toContain(play(mode, ...happenings, "interrupt"));
      },
    ),
  );
});
