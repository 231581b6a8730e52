import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WebSocket as NodeWebSocket } from "ws";
import { startFakeGateway, type FakeGateway } from "../../dev/fake-gateway.mjs";
import { createConversation, type Conversation } from "../conversation.ts";
import { createGateway } from "../gateway.ts";
import { createMemory } from "../session-memory.ts";
import type { CaptureOptions } from "./capture-sound.ts";
import type { SpeakerOptions } from "./speaker.ts";
import type { VoiceLinkOptions } from "./voice-link.ts";
import { shownState } from "./voice-state.ts";
import { createVoice, type Voice } from "./voice.ts";

let fake: FakeGateway;
let conversation: Conversation;
let voice: Voice;
let browser: ReturnType<typeof fakeBrowser>;

beforeEach(async () => {
  fake = await startFakeGateway({ speed: 0.02 });
  const gateway = createGateway({ baseUrl: fake.url });
  conversation = createConversation({ gateway, memory: createMemory(undefined) });
  browser = fakeBrowser();
  voice = createVoice({
    gateway,
    conversation,
    secure: true,
    openSound: browser.openSound,
    WebSocket: NodeWebSocket as unknown as NonNullable<VoiceLinkOptions["WebSocket"]>,
    delayBefore: () => 5,
  });
});

afterEach(async () => {
  voice.rest();
  conversation.close();
  await fake.close();
});

test("what is said while the button is held is understood, answered in the conversation and read aloud", async () => {
  await sayWhileHolding();
  await untilAnswered();
  const { entries, conversationId } = conversation.get();
  expect(entries.map(({ kind }) => kind)).toEqual(["user", "tool", "assistant"]);
  expect(entries[0]).toMatchObject({ text: "Turn on the kitchen light" });
  expect(entries[2]).toMatchObject({ text: "The kitchen light is on.", open: false });
  expect(browser.spoken).toEqual(["begin", "sound", "end"]);
  expect(said()).toEqual(["start", "press", "release", "played"]);
  expect(fake.voice.received[0]).toEqual({ type: "start", mode: "hold", sampleRate: 44_100 });
  expect([...fake.conversations.keys()]).toEqual([conversationId]);
});

test("typed and spoken messages share one conversation, whichever comes first", async () => {
  await conversation.send("Hello");
  await sayWhileHolding();
  await untilAnswered();
  await conversation.send("Hello again");
  expect(fake.voice.received[0]).toMatchObject({ conversationId: conversation.get().conversationId });
  expect(fake.conversations.size).toBe(1);
});

test("a message typed before anything was said goes where the listening is", async () => {
  voice.setHandsFree(true);
  await until("waiting");
  await conversation.send("Hello");
  expect(fake.voice.received).toHaveLength(1);
  await sayWhileHolding();
  await vi.waitFor(() => expect(said()).toContain("played"));
  expect(fake.conversations.size).toBe(1);
  // Holding the button works there too, without a change of mode.
  expect(said()).toEqual(["start", "press", "release", "played"]);
});

test("a new conversation is listened for anew", async () => {
  await sayWhileHolding();
  await untilAnswered();
  const before = conversation.get().conversationId;
  await conversation.reset();
  await vi.waitFor(() => expect(fake.voice.listeners.size).toBe(0));
  await sayWhileHolding();
  await untilAnswered();
  expect(conversation.get().conversationId).not.toBe(before);
  expect(conversation.get().entries[0]).toMatchObject({ kind: "user" });
});

test("the microphone is open while it is needed, and not after", async () => {
  voice.setHandsFree(true);
  await until("waiting");
  expect(browser.open()).toBe(1);
  voice.setHandsFree(false);
  await until("idle");
  expect(browser.open()).toBe(0);
  expect(fake.voice.received.at(-1)).toEqual({ type: "mode", mode: "hold" });
});

test("a press interrupts what is being said, at once", async () => {
  browser.slow = true;
  await sayWhileHolding();
  await until("speaking");
  await vi.waitFor(() => expect(voice.get().sounding).toBeDefined());
  voice.press();
  expect(browser.spoken.at(-1)).toBe("silence");
  expect(voice.get().sounding).toBeUndefined();
  voice.release();
  await until("idle");
});

test("an interruption ends the run, and is said only when there is something to interrupt", async () => {
  fake.voice.commands[0] = "Something slow, please";
  await sayWhileHolding();
  await until("thinking");
  voice.interrupt();
  await until("idle");
  await vi.waitFor(() => expect(conversation.get().run?.phase).toBe("ended"));
  expect(conversation.get().entries.at(-1)).toMatchObject({ kind: "notice", text: "Stopped." });
  // Nothing goes on, so there is nothing to interrupt.
  voice.interrupt();
  expect(said().filter((type) => type === "interrupt")).toHaveLength(1);
});

test("hands-free comes back by itself after the connection broke, and says so meanwhile", async () => {
  voice.setHandsFree(true);
  await until("waiting");
  const problems: string[] = [];
  voice.subscribe(() => problems.push(voice.get().problem));
  fake.drop();
  await vi.waitFor(() => expect(problems.join()).toContain("The connection to the gateway broke."));
  await until("waiting");
  expect(voice.get().problem).toBe("");
  expect(browser.open()).toBe(1);
  expect(said()).toEqual(["start", "start"]);
});

test("a connection that nobody uses may go without a word", async () => {
  await sayWhileHolding();
  await untilAnswered();
  fake.drop();
  await vi.waitFor(() => expect(voice.get().link).toBe("off"));
  expect(voice.get().problem).toBe("");
});

test("a gateway that is not there is told, and nothing stays held", async () => {
  await fake.close();
  voice.press();
  await until("problem");
  expect(voice.get()).toMatchObject({ held: false, problem: expect.stringContaining("cannot be reached") });
  voice.release();
});

test("the gateway's own reason is told when it turns somebody away", async () => {
  voice.setHandsFree(true);
  await until("waiting");
  for (const listener of fake.voice.listeners) listener.close(1008, "That makes no sense");
  await until("problem");
  expect(voice.get()).toMatchObject({ problem: "That makes no sense.", mode: "hold" });
  expect(browser.open()).toBe(0);
});

test("without voice the reason is known beforehand, and told again when it is tried", async () => {
  Object.assign(fake.voiceInfo, { available: false, reason: "Install onnxruntime-node." });
  await voice.refresh();
  expect(shownState(voice.get())).toBe("unavailable");
  expect(voice.get().problem).toBe("");
  voice.press();
  expect(voice.get()).toMatchObject({ held: false, problem: "Install onnxruntime-node." });
  expect(browser.open()).toBe(0);
});

test("a gateway that loses its voice says why when it is asked for", async () => {
  await voice.refresh();
  Object.assign(fake.voiceInfo, { available: false, reason: "Install onnxruntime-node." });
  for (const ask of [() => voice.setHandsFree(true), () => voice.press()]) {
    ask();
    await until("unavailable");
    await vi.waitFor(() => expect(voice.get().problem).toBe("Install onnxruntime-node."));
    expect(voice.get()).toMatchObject({ mode: "hold", held: false });
    Object.assign(fake.voiceInfo, { available: true });
    await voice.refresh();
    Object.assign(fake.voiceInfo, { available: false });
  }
});

test("a microphone that is refused ends the attempt with a sentence", async () => {
  browser.refusal = new DOMException("", "NotAllowedError");
  voice.setHandsFree(true);
  await vi.waitFor(() => expect(voice.get().problem).toContain("blocked"));
  expect(voice.get().mode).toBe("hold");
  voice.press();
  await vi.waitFor(() =>
    expect(voice.get()).toMatchObject({ held: false, problem: expect.stringMatching(/blocked/) }),
  );
});

test("a microphone that is unplugged or muted is told", async () => {
  voice.setHandsFree(true);
  await until("waiting");
  browser.capture?.onMuted(true);
  expect(voice.get().problem).toContain("muted");
  browser.capture?.onMuted(false);
  expect(voice.get().problem).toBe("");
  browser.capture?.onEnded();
  expect(voice.get()).toMatchObject({ mode: "hold", problem: expect.stringContaining("disconnected") });
});

test("loudness goes to the loudspeaker, at the start and whenever it changes", async () => {
  voice.setHandsFree(true);
  await until("waiting");
  fake.voice.setVolume({ muted: true });
  await vi.waitFor(() => expect(browser.volumes).toEqual([50, 0]));
});

test("a page that rests holds nothing, and can be used again", async () => {
  voice.setHandsFree(true);
  await until("waiting");
  voice.rest();
  await vi.waitFor(() => expect(fake.voice.listeners.size).toBe(0));
  expect(browser.open()).toBe(0);
  expect(shownState(voice.get())).toBe("idle");
  await sayWhileHolding();
  await untilAnswered();
  expect(conversation.get().entries).toHaveLength(3);
});

function until(state: string) {
  return vi.waitFor(() => expect(shownState(voice.get())).toBe(state), { timeout: 5_000, interval: 2 });
}

/** Until the answer has been read aloud, and is in the conversation to its end. */
async function untilAnswered() {
  await until("idle");
  await vi.waitFor(() => expect(conversation.get().run?.phase).toBe("ended"));
}

function said(): string[] {
  return fake.voice.received.map(({ type }) => type);
}

/** Presses, speaks and lets go; resolves once what was understood is in the conversation. */
async function sayWhileHolding() {
  const asked = () => conversation.get().entries.filter(({ kind }) => kind === "user").length;
  const before = asked();
  voice.press();
  await vi.waitFor(() => expect(browser.open()).toBe(1), { interval: 2 });
  browser.capture?.onSound(new ArrayBuffer(3_840));
  voice.release();
  await vi.waitFor(() => expect(asked()).toBe(before + 1), { timeout: 5_000, interval: 2 });
}

/** A microphone and a loudspeaker; `slow`: sentences are never heard to their end. */
function fakeBrowser() {
  const fakes = {
    refusal: undefined as DOMException | undefined,
    slow: false,
    capture: undefined as CaptureOptions | undefined,
    spoken: [] as string[],
    volumes: [] as number[],
    opened: 0,
    open: () => fakes.opened,
    openSound: () => ({
      sampleRate: 44_100,
      unlock() {},
      close() {},
      async capture(options: CaptureOptions) {
        if (fakes.refusal) throw fakes.refusal;
        fakes.capture = options;
        fakes.opened += 1;
        return { close: () => void (fakes.opened -= 1) };
      },
      createSpeaker: ({ onSounding, onPlayed }: Omit<SpeakerOptions, "context">) => ({
        begin(id: number) {
          fakes.spoken.push("begin");
          onSounding(id);
        },
        add() {
          if (fakes.spoken.at(-1) !== "sound") fakes.spoken.push("sound");
        },
        end(id: number) {
          fakes.spoken.push("end");
          if (fakes.slow) return;
          onPlayed(id);
          onSounding(undefined);
        },
        silence() {
          if (fakes.spoken.length > 0) fakes.spoken.push("silence");
        },
        setVolume: ({ level, muted }: { level: number; muted: boolean }) =>
          fakes.volumes.push(muted ? 0 : level),
        close() {},
      }),
    }),
  };
  return fakes;
}
