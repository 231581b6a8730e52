import { expect, test } from "vitest";
import type { ToolEntry } from "./conversation-entry.ts";
import { conversationReducer } from "./conversation-reducer.ts";
import { emptyConversation, type ConversationState } from "./conversation-state.ts";
import { parseRunEvent } from "./run-event.ts";

const call = { id: "c1", name: "control_zwave_device", args: { deviceName: "Kitchen Light", action: "on" } };
const begun = { type: "run", runId: "r", conversationId: "k", model: "offline" };

test("text streams into one message, and the finished message replaces it", () => {
  const streaming = play([begun, text("The light"), text(" is on.")]);
  expect(streaming.entries.at(-1)).toMatchObject({ kind: "assistant", text: "The light is on.", open: true });
  const done = play([begun, text("The light"), message("The light is on."), end()]);
  expect(done.entries.at(-1)).toMatchObject({ text: "The light is on.", open: false });
  expect(done.run?.phase).toBe("ended");
});

test("each message of a run is an entry of its own, without the separator", () => {
  const { entries } = play([begun, text("One."), message("One."), text("\n"), text("Two."), message("Two.")]);
  expect(entries.map((entry) => ("text" in entry ? entry.text : entry.kind))).toEqual([
    "Hello",
    "One.",
    "Two.",
  ]);
});

test("text that a model writes after a call stays in the message of that call", () => {
  const { entries } = play([
    begun,
    text("One "),
    { type: "tool-call", id: "c1", name: "x" },
    text("two"),
    message("One two"),
  ]);
  expect(entries.map(({ kind }) => kind)).toEqual(["user", "assistant", "tool"]);
  expect(entries[1]).toMatchObject({ text: "One two" });
});

test("a message that was not streamed is shown all the same", () => {
  expect(play([begun, message("At once.")]).entries.at(-1)).toMatchObject({ text: "At once.", open: false });
  expect(play([begun, message("")]).entries).toHaveLength(1);
});

test("a card goes from called to running to its result", () => {
  const events = [
    begun,
    { type: "tool-call", id: "c1", name: call.name },
    { type: "tool-start", call, at: 400 },
    { type: "tool-progress", call, progress: { progress: 1, total: 4 } },
    { type: "tool-end", call, status: "success", content: "It is on.", durationMs: 90 },
  ];
  expect(card(play(events.slice(0, 2)))).toMatchObject({ status: "called" });
  expect(card(play(events.slice(0, 3)))).toMatchObject({
    status: "running",
    startedAt: 400,
    args: call.args,
  });
  expect(card(play(events.slice(0, 4)))).toMatchObject({ progress: "1 of 4" });
  expect(card(play(events))).toMatchObject({ status: "success", content: "It is on.", durationMs: 90 });
});

test("a failed call says so and the conversation goes on", () => {
  const state = play([
    begun,
    { type: "tool-end", call, status: "error", content: "Error: dead" },
    text("Sorry."),
  ]);
  expect(card(state)).toMatchObject({ status: "error", content: "Error: dead" });
  expect(state.entries.at(-1)).toMatchObject({ text: "Sorry." });
});

test("only the calls that need it are asked for, and a missing field asks", () => {
  const other = { ...call, id: "c2" };
  const state = play([
    begun,
    { type: "approval-request", approvalId: "a", calls: [{ ...call, needsApproval: false }, other] },
  ]);
  expect(state.entries.map((entry) => (entry.kind === "tool" ? entry.approval?.answer : ""))).toEqual([
    "",
    undefined,
    "asked",
  ]);
});

test("a click is shown at once and taken back when it could not be handed over", () => {
  const asked = play([begun, request()]);
  const clicked = conversationReducer(asked, { type: "decided", callId: "c1", allowed: true });
  expect(card(clicked).approval).toMatchObject({ answer: "allowed", settled: false });
  const failed = conversationReducer(clicked, { type: "decision-failed", approvalId: "a", message: "No." });
  expect(card(failed).approval).toMatchObject({ answer: "asked", problem: "No." });
});

test("a refused call ends as refused, with the reason", () => {
  const decisions = [{ id: "c1", allowed: false, reason: "The person refused it." }];
  const state = play([begun, request(), { type: "approval-result", approvalId: "a", decisions }]);
  expect(card(state)).toMatchObject({ status: "error", content: "The person refused it." });
  expect(card(state).approval).toMatchObject({ answer: "refused", settled: true });
});

test("a refused call stays refused through its start and end", () => {
  const state = play([
    begun,
    request(),
    { type: "approval-result", approvalId: "a", decisions: [{ id: "c1", allowed: false }] },
    { type: "tool-start", call },
    { type: "tool-end", call, status: "error", content: "Error: The person refused it.", durationMs: 1 },
  ]);
  expect(card(state)).toMatchObject({ status: "error", approval: { answer: "refused" } });
});

test("a stopped run leaves nothing that seems to go on", () => {
  const state = play([begun, text("Well"), request(), { type: "tool-start", call }, end("aborted")]);
  expect(state.entries.map(({ kind }) => kind)).toEqual(["user", "assistant", "tool", "notice"]);
  expect(state.entries[1]).toMatchObject({ open: false });
  expect(card(state)).toMatchObject({ status: "error", content: "Stopped before it answered." });
  expect(state.entries[3]).toMatchObject({ text: "Stopped." });
});

test("an error is a sentence, and the end after it adds nothing", () => {
  const state = play([begun, { type: "error", message: "The model is away." }, end("error")]);
  expect(state.entries.at(-1)).toMatchObject({ kind: "notice", tone: "error", text: "The model is away." });
});

test("another model that takes over is named", () => {
  const state = play([begun, { type: "model-fallback", from: "a", to: "b", reason: "It timed out." }]);
  expect(state.entries.at(-1)).toMatchObject({
    text: "a could not answer (It timed out); b took over.",
  });
  expect(state.run?.model).toBe("b");
});

test("a replayed event that was seen already changes nothing", () => {
  const state = play([begun, text("Hello")]);
  const event = parseRunEvent(JSON.stringify({ ...text("Hello"), at: 1 }));
  expect(event).toBeDefined();
  if (event) expect(conversationReducer(state, { type: "event", event, eventId: "r:2", now: 0 })).toBe(state);
});

test("a late event does not make the run look younger than it is", () => {
  const state = play([begun]);
  const event = parseRunEvent(JSON.stringify({ ...text("Hello"), at: 10 }));
  const late = event && conversationReducer(state, { type: "event", event, eventId: "r:2", now: 60_000 });
  expect(late?.run?.startedAt).toBe(state.run?.startedAt);
});

test("a message that did not reach the gateway is taken back, with the reason", () => {
  const sent = conversationReducer(emptyConversation, { type: "sent", text: "Hello", now: 0 });
  const { entries, run } = conversationReducer(sent, { type: "not-sent", message: "It is down." });
  expect(entries).toMatchObject([{ kind: "notice", tone: "error", text: "It is down." }]);
  expect(run).toBeUndefined();
});

test("garbage on the wire is no event", () => {
  for (const data of [
    "",
    "null",
    "[]",
    "{",
    '{"type":"constructor"}',
    '{"type":"tool-start","call":{"id":7}}',
  ])
    expect(parseRunEvent(data)).toBeUndefined();
});

function play(events: readonly Record<string, unknown>[]): ConversationState {
  let state = conversationReducer(emptyConversation, { type: "sent", text: "Hello", now: 0 });
  events.forEach((raw, index) => {
    const event = parseRunEvent(JSON.stringify({ at: index, ...raw }));
    if (event)
      state = conversationReducer(state, { type: "event", event, eventId: `r:${index + 1}`, now: 1_000 });
  });
  return state;
}

function card(state: ConversationState): ToolEntry {
  const found = state.entries.find((entry) => entry.kind === "tool");
  if (!found) throw new Error("No card");
  return found;
}

function text(piece: string) {
  return { type: "text-delta", text: piece };
}

function message(content: string) {
  return { type: "message", role: "assistant", content };
}

function request() {
  return { type: "approval-request", approvalId: "a", calls: [{ ...call, needsApproval: true }] };
}

function end(stopReason = "answer") {
  return { type: "end", stopReason };
}
