import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startFakeGateway, type FakeGateway } from "../dev/fake-gateway.mjs";
import type { AssistantEntry, ToolEntry } from "./conversation-entry.ts";
import { emptyConversation, isRunning } from "./conversation-state.ts";
import { createConversation, type Conversation } from "./conversation.ts";
import { createGateway } from "./gateway.ts";
import { createMemory, type Memory } from "./session-memory.ts";

let fake: FakeGateway;
let memory: Memory;
const open: Conversation[] = [];

beforeEach(async () => {
  fake = await startFakeGateway({ speed: 0.05 });
  memory = createMemory(mapStorage());
});

afterEach(async () => {
  for (const conversation of open.splice(0)) conversation.close();
  await fake.close();
});

test("a message is answered, its tool run and its device named", async () => {
  const conversation = begin();
  expect(await conversation.send("Turn on the kitchen light")).toBe(true);
  const { entries, run } = conversation.get();
  expect(entries.map(({ kind }) => kind)).toEqual(["user", "tool", "assistant"]);
  expect(entries[1]).toMatchObject({ status: "success", name: "control_zwave_device" });
  expect(entries[2]).toMatchObject({ text: "The kitchen light is on.", open: false });
  expect(run?.phase).toBe("ended");
});

test("an answer whose connection breaks goes on where it was, with nothing twice", async () => {
  const conversation = begin();
  const sent = conversation.send("What would you do tonight?");
  await vi.waitFor(() => expect(answer(conversation).length).toBeGreaterThan(20));
  fake.drop();
  await vi.waitFor(() => expect(conversation.get().run?.link).toBe("reconnecting"), { interval: 5 });
  await sent;
  expect(answer(conversation)).toMatch(/^Here is what I would do tonight:[^]*since this morning\.$/);
  expect(fake.runs.size).toBe(1);
});

test("a page that is loaded again in mid-answer picks the answer up", async () => {
  const before = begin();
  void before.send("What would you do tonight?");
  await vi.waitFor(() => expect(answer(before).length).toBeGreaterThan(20));
  before.save();
  before.close();

  const after = begin();
  await after.restore();
  expect(after.get().entries.map(({ kind }) => kind)).toEqual(["user", "assistant"]);
  expect(answer(after)).toMatch(/^Here is what I would do tonight:[^]*since this morning\.$/);
});

test("without a memory of the text, the run is replayed from its start", async () => {
  const before = begin();
  void before.send("What would you do tonight?");
  await vi.waitFor(() => expect(answer(before).length).toBeGreaterThan(20));
  const { conversationId = "" } = before.get();
  before.close();

  const after = begin({ load: () => ({ conversationId, runId: undefined, state: undefined }), save() {} });
  await after.restore();
  expect(after.get().entries.map(({ kind }) => kind)).toEqual(["user", "assistant"]);
  expect(answer(after)).toMatch(/since this morning\.$/);
});

test("unlocking waits for the click, and a refusal is told", async () => {
  const conversation = begin();
  const sent = conversation.send("Unlock the front door");
  await vi.waitFor(() => expect(card(conversation)?.approval?.answer).toBe("asked"));
  await conversation.decide(card(conversation)?.key ?? "", false);
  await sent;
  expect(card(conversation)).toMatchObject({
    status: "error",
    approval: { answer: "refused", settled: true },
  });
  expect(answer(conversation)).toContain("stays locked");
});

test("unlocking goes ahead when it is allowed", async () => {
  const conversation = begin();
  const sent = conversation.send("Unlock the front door");
  await vi.waitFor(() => expect(card(conversation)?.approval?.answer).toBe("asked"));
  await conversation.decide(card(conversation)?.key ?? "", true);
  await sent;
  expect(card(conversation)).toMatchObject({ status: "success" });
});

test("stopping ends the run and its tools", async () => {
  const conversation = begin();
  const sent = conversation.send("Something slow, please");
  await vi.waitFor(() => expect(card(conversation)?.status).toBe("running"));
  await conversation.stop();
  await sent;
  expect(isRunning(conversation.get().run)).toBe(false);
  expect(card(conversation)).toMatchObject({ status: "error" });
  expect(conversation.get().entries.at(-1)).toMatchObject({ text: "Stopped." });
});

test("spoken words appear like typed ones, and end the answer they were spoken into", async () => {
  const conversation = begin();
  const elsewhere = begin();
  const sent = conversation.send("Something slow, please");
  await vi.waitFor(() => expect(card(conversation)?.status).toBe("running"));
  void elsewhere.send("Turn on the kitchen light");
  await vi.waitFor(() => expect(elsewhere.get().run?.id).toBeDefined());
  const { conversationId = "", run } = elsewhere.get();
  const spoken = { text: "Turn on the kitchen light", runId: run?.id ?? "", conversationId };
  await Promise.all([conversation.hear(spoken), conversation.hear(spoken), sent]);
  const { entries } = conversation.get();
  expect(entries.map(({ kind }) => kind)).toEqual(["user", "tool", "notice", "user", "tool", "assistant"]);
  expect(entries[1]).toMatchObject({ status: "error" });
  expect(entries[2]).toMatchObject({ text: "Stopped." });
  expect(entries[5]).toMatchObject({ text: "The kitchen light is on.", open: false });
  expect(conversation.get()).toMatchObject({ conversationId, run: { phase: "ended" } });
});

test("only a conversation without a name takes one", async () => {
  const conversation = begin();
  conversation.adopt("first");
  conversation.adopt("second");
  expect(conversation.get().conversationId).toBe("first");
  await conversation.send("Turn on the kitchen light");
  expect([...fake.conversations.keys()]).toEqual(["first"]);
});

test("an error without an end is the end", async () => {
  const conversation = begin();
  await conversation.send("break");
  expect(conversation.get().run?.phase).toBe("ended");
  expect(conversation.get().entries.at(-1)).toMatchObject({ tone: "error" });
});

test("a gateway that is not there is told in a sentence, and the message is not lost", async () => {
  const conversation = begin();
  await fake.close();
  expect(await conversation.send("Hello")).toBe(false);
  expect(conversation.get().entries).toMatchObject([
    { kind: "notice", text: "The gateway cannot be reached. Is it still running?" },
  ]);
});

test("a run that the gateway has forgotten is given up with a sentence", async () => {
  const run = { id: "gone", phase: "running" as const };
  const conversation = begin({
    load: () => ({
      conversationId: "k",
      runId: "gone",
      state: { ...emptyConversation, conversationId: "k", run: { ...baseRun(), ...run } },
    }),
    save() {},
  });
  await conversation.restore();
  expect(conversation.get().run?.phase).toBe("ended");
  expect(conversation.get().entries.at(-1)).toMatchObject({ kind: "notice", tone: "error" });
});

test("a new conversation forgets the old one on both sides", async () => {
  const conversation = begin();
  await conversation.send("Turn on the kitchen light");
  await conversation.reset();
  expect(conversation.get()).toEqual(emptyConversation);
  expect(memory.load()).toBeUndefined();
  expect(fake.conversations.size).toBe(0);
});

function begin(kept = memory): Conversation {
  const conversation = createConversation({ gateway: createGateway({ baseUrl: fake.url }), memory: kept });
  open.push(conversation);
  return conversation;
}

function answer(conversation: Conversation): string {
  const entry = conversation.get().entries.findLast((one): one is AssistantEntry => one.kind === "assistant");
  return entry?.text ?? "";
}

function card(conversation: Conversation): ToolEntry | undefined {
  return conversation.get().entries.findLast((one): one is ToolEntry => one.kind === "tool");
}

function baseRun() {
  return {
    model: "m",
    link: "live",
    lastEventId: "gone:3",
    startedAt: 0,
    elapsed: 0,
    tokens: 0,
    failed: false,
    segments: [],
    writing: undefined,
  } as const;
}

function mapStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    key: () => null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
