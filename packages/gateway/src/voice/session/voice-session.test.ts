import { tool } from "@langchain/core/tools";
import type { Tool } from "antiphon";
import { ScriptedModel, type ScriptedModelOptions } from "antiphon/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { scriptedEngines, sounds, type ScriptedEngines } from "../../../testing/scripted-engines.ts";
import { testApp } from "../../../testing/test-app.ts";
import type { Audio } from "../audio/audio.ts";
import type { OpenOptions } from "../voice.ts";
import type { VoiceEvent } from "./voice-event.ts";

interface Talking extends Partial<OpenOptions> {
  turns?: ScriptedModelOptions["turns"];
  tools?: readonly Tool[];
  engines?: ScriptedEngines;
  /** Whether sentences are reported as heard at once. @default true */
  plays?: boolean;
}

/** A session over real runs; only the engines and the model are scripted. */
async function talking({
  turns = [["The light is on."]],
  tools = [],
  plays = true,
  ...options
}: Talking = {}) {
  const engines = options.engines ?? scriptedEngines();
  const model = new ScriptedModel({ turns, repeat: true });
  const { voice, services, talk } = await testApp({ model, tools, engines });
  const events: VoiceEvent[] = [];
  const played: { id: number; audio: Audio }[] = [];
  const session = voice.open({
    mode: "open",
    ...options,
    tell: (event) => {
      events.push(event);
      if (event.type === "sentence-end" && plays) queueMicrotask(() => session.played(event.id));
    },
    output: { play: (id, audio) => played.push({ id, audio }) },
  });
  onTestFinished(() => session.close());
  const all = <Type extends VoiceEvent["type"]>(type: Type) =>
    events.filter((event): event is Extract<VoiceEvent, { type: Type }> => event.type === type);
  const until = <Type extends VoiceEvent["type"]>(type: Type, count = 1) =>
    vi.waitFor(() => {
      const found = all(type);
      expect(found.length).toBeGreaterThanOrEqual(count);
      return found[count - 1] as Extract<VoiceEvent, { type: Type }>;
    }, 5_000);
  const state = (wanted: string) => vi.waitFor(() => expect(all("state").at(-1)?.state).toBe(wanted), 5_000);
  const speak = (ms = 800): void => {
    session.hear(sounds.speech(ms));
    session.hear(sounds.silence(700));
  };
  return { session, events, all, until, state, speak, played, engines, services, talk, model };
}

const hanging = (onAbort: () => void) =>
  tool(
    (_args, { signal } = {}) =>
      new Promise<string>(() => {
        signal?.addEventListener("abort", onAbort);
      }),
    { name: "hang", description: "Never answers.", schema: z.object({}) },
  );

const calls = (name: string) => [{ toolCalls: [{ index: 0, id: "1", name, args: "{}" }] }];

test("what is said is transcribed, answered and spoken sentence by sentence [G4]", async () => {
  const { speak, until, all, played, state } = await talking({
    turns: [["The kitchen light is on. ", "Anything ", "else."]],
  });
  speak();
  expect(await until("transcription")).toMatchObject({ text: "turn on the kitchen light" });
  expect(await until("response")).toMatchObject({
    question: "turn on the kitchen light",
    text: "The kitchen light is on. Anything else.",
    interrupted: false,
  });
  expect(all("sentence").map(({ text }) => text)).toEqual(["The kitchen light is on.", "Anything else."]);
  expect(played.map(({ id }) => id)).toEqual([1, 2]);
  await state("waiting");
  expect(all("state").map(({ state }) => state)).toEqual([
    "listening",
    "transcribing",
    "thinking",
    "speaking",
    "waiting",
  ]);
});

test("hands-free, nothing is heard before the wake word, and the phrase is no part of the command", async () => {
  const { session, speak, until, all, engines } = await talking({
    mode: "hands-free",
    engines: scriptedEngines({ texts: ["Hey computer, turn it off."] }),
  });
  speak();
  session.hear(sounds.silence(1_000));
  session.hear(sounds.wakeWord());
  speak();
  expect(await until("transcription")).toMatchObject({ text: "turn it off." });
  expect(all("wake")).toHaveLength(1);
  expect(engines.transcribed).toHaveLength(1);
});

test("in hold mode the sound from press to release counts, and no other", async () => {
  const { session, speak, until, engines } = await talking({ mode: "hold" });
  speak(3_000);
  session.press();
  session.hear(sounds.speech(1_000));
  session.release();
  speak(3_000);
  await until("response");
  expect(engines.transcribed).toEqual([expect.closeTo(1, 1)]);
});

test("speaking cancels a run whose tool hangs, and the next command is answered", async () => {
  const aborted = vi.fn<() => void>();
  const { session, speak, until, all, talk } = await talking({
    mode: "hands-free",
    turns: [calls("hang"), ["The hallway light is on."]],
    tools: [hanging(aborted)],
    engines: scriptedEngines({ texts: ["turn on the kitchen light", "turn on the hallway light"] }),
  });
  session.hear(sounds.wakeWord());
  speak();
  const { runId } = await until("run");
  await vi.waitFor(() => expect(talk.runs.find(runId)?.log.ended).toBe(false));
  session.hear(sounds.wakeWord());
  await vi.waitFor(() => expect(aborted).toHaveBeenCalled());
  expect(await until("response")).toMatchObject({ question: "turn on the kitchen light", interrupted: true });
  speak();
  expect(await until("response", 2)).toMatchObject({ text: "The hallway light is on.", interrupted: false });
  expect(all("run")).toHaveLength(2);
});

test("a new command without the wake word interrupts too, once it is understood", async () => {
  const aborted = vi.fn<() => void>();
  const { session, speak, until } = await talking({
    mode: "hands-free",
    turns: [calls("hang"), ["Done."]],
    tools: [hanging(aborted)],
  });
  session.hear(sounds.wakeWord());
  speak();
  await until("run");
  speak();
  expect(await until("response", 2)).toMatchObject({ text: "Done." });
  expect(aborted).toHaveBeenCalledTimes(1);
});

test("speech ends what is being spoken at once", async () => {
  const { session, speak, until, all, state } = await talking({ mode: "hands-free", plays: false });
  session.hear(sounds.wakeWord());
  speak();
  await state("speaking");
  session.hear(sounds.speech(500));
  await until("silence");
  expect(all("state").at(-1)?.state).toBe("listening");
});

test("where only the wake word interrupts, speech does not", async () => {
  const { session, speak, until, all, state } = await talking({
    mode: "hands-free",
    interruptBy: "wake-word",
    plays: false,
  });
  session.hear(sounds.wakeWord());
  speak();
  await state("speaking");
  const levels = all("level").length;
  speak(2_000);
  await until("level", levels + 20);
  expect(all("silence")).toEqual([]);
  session.hear(sounds.wakeWord());
  await until("silence");
});

test("ten utterances in a row are answered one after the other, each once", async () => {
  const texts = Array.from({ length: 10 }, (_, index) => `command ${index}`);
  const { session, speak, all } = await talking({
    interruptBy: "nothing",
    engines: scriptedEngines({ texts }),
    turns: [({ messages }) => [`Answer to ${messages.at(-1)?.text}.`]],
  });
  for (let count = 0; count < 10; count++) speak();
  session.end();
  await session.finished;
  expect(all("transcription").map(({ text }) => text)).toEqual(texts);
  expect(all("response").map(({ text }) => text)).toEqual(texts.map((text) => `Answer to ${text}.`));
});

test("a tool that takes long is excused, and the excuse is no part of the answer", async () => {
  let finish = (_result: string): void => {};
  const slow = tool(() => new Promise<string>((resolve) => (finish = resolve)), {
    name: "slow",
    description: "Takes long.",
    schema: z.object({}),
  });
  const { speak, until, all } = await talking({
    fillerMs: 20,
    turns: [calls("slow"), ["It is done."]],
    tools: [slow],
  });
  speak();
  expect(await until("sentence")).toMatchObject({ text: "One moment." });
  finish("ok");
  expect(await until("response")).toMatchObject({ text: "It is done." });
  expect(all("sentence").at(-1)).toMatchObject({ text: "It is done." });
});

test("what was not understood is said so to somebody who held the button", async () => {
  const { session, until, engines } = await talking({
    mode: "hold",
    engines: scriptedEngines({ texts: ["..."] }),
  });
  session.press();
  session.hear(sounds.speech(500));
  session.release();
  expect(await until("sentence")).toMatchObject({ text: "I did not catch that." });
  expect(engines.spoken).toEqual(["I did not catch that."]);
});

test("held silence is answered by nothing, and the button is free again", async () => {
  const { session, all, state, engines } = await talking({ mode: "hold" });
  session.press();
  await state("listening");
  session.hear(sounds.silence(1_000));
  session.release();
  await state("idle");
  expect(engines.transcribed).toEqual([]);
  expect(all("sentence")).toEqual([]);
});

test("ears that fail are told in a sentence, and the next utterance is heard", async () => {
  const { speak, until, all } = await talking({
    engines: scriptedEngines({
      texts: [new Error("Speech recognition stopped: out of memory."), "turn it on"],
    }),
  });
  speak();
  expect(await until("sentence")).toMatchObject({
    text: "I could not hear that. Speech recognition stopped: out of memory.",
  });
  expect(all("problem")).toHaveLength(1);
  speak();
  expect(await until("response")).toMatchObject({ text: "The light is on." });
});

test("a model that fails is heard in a sentence, not in silence", async () => {
  const { speak, until, all } = await talking({
    turns: [[{ error: new Error("The model is out.\n  at x.ts:1") }]],
  });
  speak();
  expect(await until("response")).toMatchObject({ text: expect.stringContaining("The model is out") });
  expect(all("sentence")).toHaveLength(1);
  expect(all("sentence")[0]?.text).not.toContain("x.ts");
});

test("a model that says nothing does not end in silence", async () => {
  const { speak, until } = await talking({ turns: [[]] });
  speak();
  expect(await until("sentence")).toMatchObject({ text: "I have no answer to that." });
});

test("neither Markdown nor JSON is spoken", async () => {
  const { speak, until, engines } = await talking({
    turns: [
      ["## Lights\n\n- **Kitchen**: on\n- `Hall`: off\n\n", '{"a": [1, 2]}\n\nSee [this](http://x.y).'],
    ],
  });
  speak();
  await until("response");
  expect(engines.spoken.join(" ")).not.toMatch(/[#*`{}[\]]|http/);
  expect(engines.spoken.join(" ")).toContain("Kitchen");
});

test("a mouth that fails is a problem on the page, and the text is there", async () => {
  const engines = scriptedEngines({
    speak: () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("The voice is gone.")) }),
    }),
  });
  const { speak, until, all, state } = await talking({ engines });
  speak();
  expect(await until("response")).toMatchObject({ text: "The light is on." });
  expect(all("problem")).toEqual([
    { type: "problem", message: "The answer cannot be spoken. The voice is gone." },
  ]);
  await state("waiting");
});

test("muted, nothing is made to sound, and the sentences are still told", async () => {
  const { speak, until, services, played, engines } = await talking();
  await services.volume.setMuted(true);
  expect(await until("volume")).toEqual({ type: "volume", level: 80, muted: true });
  speak();
  await until("response");
  expect(await until("sentence")).toMatchObject({ text: "The light is on." });
  expect(played).toEqual([]);
  expect(engines.spoken).toEqual([]);
});

test("sentences are not made long before they are needed", async () => {
  const { session, speak, until, all, engines } = await talking({
    plays: false,
    turns: [[Array.from({ length: 20 }, (_, index) => `This is sentence ${index}.`).join(" ")]],
  });
  speak();
  await until("sentence-end", 4);
  expect(engines.spoken).toHaveLength(4);
  session.played(1);
  await until("sentence-end", 5);
  expect(all("sentence")).toHaveLength(5);
});

test("who speaks comes before what was typed in the same conversation", async () => {
  const { session, speak, until, talk } = await talking({ turns: [[{ hang: true }], ["Done."]] });
  const typed = talk.runs.start("wait", { conversationId: session.conversationId });
  typed.attach();
  speak();
  expect(await until("response")).toMatchObject({ text: "Done." });
  expect(typed.log.ended).toBe(true);
});

test("an utterance of a minute is cut at the limit and answered", async () => {
  const { session, until, engines } = await talking({ interruptBy: "nothing" });
  session.hear(sounds.speech(61_000));
  session.end();
  await until("response");
  expect(engines.transcribed[0]).toBeCloseTo(60, 0);
});

test("closing in the middle of anything leaves nothing open", async () => {
  const aborted = vi.fn<() => void>();
  const { session, speak, until, engines, services, talk } = await talking({
    turns: [calls("hang")],
    tools: [hanging(aborted)],
  });
  speak();
  await until("run");
  await Promise.all([session.close(), session.close()]);
  expect(aborted).toHaveBeenCalled();
  expect(engines.open()).toBe(0);
  expect(talk.runs.active).toBe(0);
  session.hear(sounds.speech(100));
  session.press();
  session.release();
  session.interrupt();
  session.played(7);
  await services.volume.setLevel(10);
});

test("the engines are loaded once for all who talk", async () => {
  const engines = scriptedEngines();
  const { voice } = await testApp({ engines });
  const output = { play: () => {} };
  const ready = vi.fn<(event: VoiceEvent) => void>();
  for (let count = 0; count < 3; count++) voice.open({ mode: "hold", output, tell: ready });
  await vi.waitFor(() => expect(ready).toHaveBeenCalledTimes(3));
  expect(voice.listeners).toBe(3);
  await voice.close();
  expect(voice.listeners).toBe(0);
  expect(engines.open()).toBe(0);
  expect(engines.closed()).toBe(4);
});
