import { expect, test } from "vitest";
import { parseRunEvent } from "./run-event.ts";
import { addToSegments, busyTime, type Segment } from "./run-segments.ts";

const begun = { type: "run", runId: "r", conversationId: "k", model: "m", at: 1 };

test("the model, its tool and the model again follow each other without a gap", () => {
  const segments = play([
    begun,
    { type: "tool-call", id: "a", name: "x", at: 300 },
    { type: "message", role: "assistant", content: "", at: 320 },
    start("a", 320),
    finish("a", 900),
    { type: "text-delta", text: "Done.", at: 1000 },
    { type: "end", stopReason: "answer", at: 1100 },
  ]);
  expect(segments.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ["model", 0, 320],
    ["tool", 320, 900],
    ["model", 900, 1100],
  ]);
});

test("between two tools in sequence there is no model", () => {
  const segments = play([begun, start("a", 100), finish("a", 200), start("b", 200), finish("b", 300)]);
  expect(segments.filter((segment) => !segment.assumed).map(({ key }) => key)).toEqual(["a", "b"]);
});

test("tools that overlap count once in the sum, and a failed one is marked", () => {
  const segments = play([
    begun,
    { type: "text-delta", text: "x", at: 50 },
    start("a", 100),
    start("b", 150),
    finish("a", 400, "error"),
    finish("b", 500),
  ]);
  expect(busyTime(segments, "tool", 600)).toBe(400);
  expect(segments.find(({ key }) => key === "a")?.failed).toBe(true);
});

test("the time a person takes to decide is neither the model's nor the tool's", () => {
  const segments = play([
    begun,
    { type: "tool-call", id: "a", name: "x", at: 100 },
    { type: "approval-request", approvalId: "p", calls: [], at: 100 },
    { type: "approval-result", approvalId: "p", decisions: [], at: 2100 },
    start("a", 2100),
    finish("a", 2200),
    { type: "end", stopReason: "answer", at: 2200 },
  ]);
  expect(segments.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ["model", 0, 100],
    ["approval", 100, 2100],
    ["tool", 2100, 2200],
  ]);
});

test("what goes on counts up to now", () => {
  expect(busyTime(play([begun]), "model", 700)).toBe(700);
});

test("a model that adds a call to a finished message is one stretch", () => {
  const segments = play([
    begun,
    { type: "message", role: "assistant", content: "One moment.", at: 200 },
    { type: "tool-call", id: "a", name: "x", at: 210 },
    start("a", 220),
  ]);
  expect(segments.map(({ kind, to }) => [kind, to])).toEqual([
    ["model", 220],
    ["tool", undefined],
  ]);
});

function start(id: string, at: number) {
  return { type: "tool-start", call: { id, name: "x", args: {} }, at };
}

function finish(id: string, at: number, status = "success") {
  return { type: "tool-end", call: { id, name: "x", args: {} }, status, content: "", at };
}

function play(events: readonly object[]): readonly Segment[] {
  return events.reduce<readonly Segment[]>((segments, raw) => {
    const event = parseRunEvent(JSON.stringify(raw));
    return event ? addToSegments(segments, event) : segments;
  }, []);
}
