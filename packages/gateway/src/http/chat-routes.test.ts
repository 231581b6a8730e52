import { expect, test, vi } from "vitest";
import { z } from "zod";
import { ScriptedModel } from "antiphon/testing";
import { homeModel } from "../../testing/home-model.ts";
import { allEvents, readEvents, textOf } from "../../testing/read-events.ts";
import { problemOf, testApp } from "../../testing/test-app.ts";
import type { LoggedEvent } from "../runs/run-log.ts";

const door = {
  name: "open_door",
  description: "Opens the door",
  schema: z.object({}),
  metadata: { annotations: { destructiveHint: true } },
  invoke: () => "The door is open.",
};

const openDoor = () => homeModel([[/open/, { name: "open_door", args: {} }]]);

/** A model that says one word and then nothing more until it is stopped. */
const hanging = () => new ScriptedModel({ turns: [["Wait", { hang: true }]], repeat: true });

test("a message is answered by events, each with its number and its time", async () => {
  const { post } = await testApp({ model: new ScriptedModel({ turns: [["Hel", "lo."]] }) });
  const response = await post("/api/chat", { message: "Hi" });
  expect(response.headers.get("content-type")).toMatch(/text\/event-stream/);
  const events: LoggedEvent[] = [];
  const ids: (string | undefined)[] = [];
  for await (const { id, event } of readEvents(response)) {
    ids.push(id);
    events.push(event);
  }
  const [run] = events;
  if (run?.type !== "run") throw new Error("The first event must be the run.");
  expect(events).toMatchObject([
    { type: "run", model: "scripted" },
    { type: "text-delta", text: "Hel" },
    { type: "text-delta", text: "lo." },
    { type: "message", role: "assistant", content: "Hello." },
    { type: "end", stopReason: "answer" },
  ]);
  expect(ids).toEqual([1, 2, 3, 4, 5].map((number) => `${run.runId}:${number}`));
  expect(events.every(({ at }) => Number.isInteger(at) && at >= 0)).toBe(true);
});

test("a conversation keeps its history, and others do not see it", async () => {
  const model = new ScriptedModel({ turns: [["One."]], repeat: true });
  const { app, post } = await testApp({ model });
  await allEvents(await post("/api/chat", { message: "first", conversationId: "a" }));
  await allEvents(await post("/api/chat", { message: "second", conversationId: "a" }));
  await allEvents(await post("/api/chat", { message: "third", conversationId: "b" }));
  expect(model.requests.map(({ messages }) => messages.map(({ type }) => type).join(" "))).toEqual([
    "system human",
    "system human ai human",
    "system human",
  ]);
  const response = await app.request("/api/conversations/a");
  expect(await response.json()).toEqual({
    id: "a",
    messages: [
      { role: "user", content: "first" },
      { role: "assistant", content: "One." },
      { role: "user", content: "second" },
      { role: "assistant", content: "One." },
    ],
    running: null,
  });
});

test("a conversation is answered one message at a time", async () => {
  const { app, post } = await testApp({ model: hanging() });
  const first = await post("/api/chat", { message: "first", conversationId: "a" });
  const second = await post("/api/chat", { message: "second", conversationId: "a" });
  expect(second.status).toBe(409);
  const { error } = (await second.json()) as { error: { code: string; runId: string } };
  expect(error.code).toBe("conversation_busy");
  const state = (await (await app.request("/api/conversations/a")).json()) as { running: string };
  expect(state.running).toBe(error.runId);
  await post(`/api/runs/${error.runId}/cancel`, {});
  await allEvents(first);
});

test("too many answers at once are refused, and there is room again afterwards", async () => {
  const { post } = await testApp({ model: hanging(), config: { maxRuns: 2 } });
  const responses = [await post("/api/chat", { message: "1" }), await post("/api/chat", { message: "2" })];
  expect(await problemOf(await post("/api/chat", { message: "3" }))).toMatchObject({
    status: 429,
    code: "too_many_runs",
  });
  const completion = { model: "antiphon", messages: [{ role: "user", content: "4" }] };
  expect((await post("/v1/chat/completions", completion)).status).toBe(429);
  for (const response of responses) await response.body?.cancel();
});

test("a run is cancelled by a request, and what was said stays in the history", async () => {
  const { app, post } = await testApp({ model: hanging() });
  const response = await post("/api/chat", { message: "tell me", conversationId: "a" });
  const events: LoggedEvent[] = [];
  for await (const { event } of readEvents(response)) {
    events.push(event);
    if (event.type !== "text-delta") continue;
    const { runId } = events[0] as Extract<LoggedEvent, { type: "run" }>;
    expect((await post(`/api/runs/${runId}/cancel`, {})).status).toBe(202);
  }
  expect(events.at(-1)).toMatchObject({ type: "end", stopReason: "aborted" });
  const { messages } = (await (await app.request("/api/conversations/a")).json()) as { messages: unknown[] };
  expect(messages).toEqual([
    { role: "user", content: "tell me" },
    { role: "assistant", content: "Wait" },
  ]);
});

test("a reader that comes back gets what it missed and then what comes [resume]", async () => {
  let goOn = (): void => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const { app, post } = await testApp({
    model: new ScriptedModel({ turns: [["one ", "two ", { waitFor: gate }, "three"]] }),
  });
  const response = await post("/api/chat", { message: "count" });
  let last = "";
  for await (const { id, event } of readEvents(response)) {
    last = id ?? "";
    if (event.type === "text-delta") break;
  }
  const [runId] = last.split(":");
  const resumed = await app.request(`/api/runs/${runId}/events`, { headers: { "last-event-id": last } });
  goOn();
  const rest = await allEvents(resumed);
  expect(textOf(rest)).toBe("two three");
  const replay = await allEvents(await app.request(`/api/runs/${runId}/events?after=0`));
  expect(textOf(replay)).toBe("one two three");
});

test("a run that nobody reads any more is cancelled after the grace time", async () => {
  const model = hanging();
  const { post, talk } = await testApp({ model, graceMs: 20 });
  const response = await post("/api/chat", { message: "Hi" });
  for await (const { event } of readEvents(response)) if (event.type === "text-delta") break;
  await vi.waitFor(() => expect(talk.runs.active).toBe(0));
  expect(model.open).toBe(0);
});

test("a reader that comes back within the grace time keeps the run alive", async () => {
  let goOn = (): void => {};
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const { app, post } = await testApp({
    model: new ScriptedModel({ turns: [["one ", { waitFor: gate }, "two"]] }),
    graceMs: 1_000,
  });
  const response = await post("/api/chat", { message: "count" });
  let runId = "";
  for await (const { event } of readEvents(response)) {
    if (event.type === "run") ({ runId } = event);
    if (event.type === "text-delta") break;
  }
  const resumed = await app.request(`/api/runs/${runId}/events?after=2`);
  goOn();
  expect((await allEvents(resumed)).at(-1)).toMatchObject({ type: "end", stopReason: "answer" });
});

test("deleting a conversation stops its run and forgets it", async () => {
  const { app, post, talk } = await testApp({ model: hanging() });
  const response = await post("/api/chat", { message: "Hi", conversationId: "a" });
  expect((await app.request("/api/conversations/a", { method: "DELETE" })).status).toBe(200);
  expect((await allEvents(response)).at(-1)).toMatchObject({ type: "end", stopReason: "aborted" });
  expect(talk.conversations.find("a")?.messages).toEqual([]);
});

test("a destructive call waits for the person's decision", async () => {
  const { post } = await testApp({ model: openDoor(), tools: [door] });
  const events: LoggedEvent[] = [];
  for await (const { event } of readEvents(await post("/api/chat", { message: "open" }))) {
    events.push(event);
    if (event.type !== "approval-request") continue;
    const path = `/api/approvals/${event.approvalId}`;
    expect(await problemOf(await post(path, { decisions: [{ id: "other", allowed: true }] }))).toMatchObject({
      status: 400,
    });
    const decisions = event.calls.map(({ id }) => ({ id, allowed: false, reason: "Not now." }));
    expect((await post(path, { decisions })).status).toBe(200);
    expect(await problemOf(await post(path, { decisions }))).toMatchObject({
      status: 404,
      code: "approval_not_found",
    });
  }
  expect(events.find(({ type }) => type === "approval-result")).toMatchObject({
    decisions: [{ allowed: false, reason: "Not now." }],
  });
  expect(events.find(({ type }) => type === "tool-end")).toMatchObject({
    status: "error",
    content: expect.stringContaining("Not now."),
  });
});

test("a decision that never comes is a no", async () => {
  const { post } = await testApp({ model: openDoor(), tools: [door], config: { approvalSeconds: 0.05 } });
  const events = await allEvents(await post("/api/chat", { message: "open" }));
  expect(events.find(({ type }) => type === "tool-end")).toMatchObject({
    status: "error",
    content: expect.stringContaining("Nobody answered"),
  });
});

test("a failing model is told in one sentence, without a stack", async () => {
  const model = new ScriptedModel({
    turns: [["So", { error: new Error("The provider is on fire.\n    at x.ts:1") }]],
  });
  const { app, post } = await testApp({ model });
  const events = await allEvents(await post("/api/chat", { message: "Hi", conversationId: "a" }));
  expect(events.slice(-2)).toMatchObject([
    { type: "error", message: "The provider is on fire." },
    { type: "end", stopReason: "error" },
  ]);
  const { running } = (await (await app.request("/api/conversations/a")).json()) as { running: unknown };
  expect(running).toBeNull();
});

test.each([
  ["malformed JSON", "{", 400, "invalid_json"],
  ["nothing", "", 400, "invalid_json"],
  ["bytes that are no text", new Uint8Array([0xff, 0xfe, 0x00, 0x80]), 400, "invalid_json"],
  ["an array", "[]", 400, "invalid_request"],
  ["null", "null", 400, "invalid_request"],
  ["no message", "{}", 400, "invalid_request"],
  ["an empty message", '{"message":"  "}', 400, "invalid_request"],
  ["a number", '{"message":7}', 400, "invalid_request"],
  ["a strange id", '{"message":"x","conversationId":"../etc"}', 400, "invalid_request"],
] as const)("a chat request with %s gets its own error", async (_what, body, status, code) => {
  const { app } = await testApp();
  const response = await app.request("/api/chat", { method: "POST", body: body as string });
  expect(await problemOf(response)).toMatchObject({ status, code, message: expect.any(String) });
});

test("a body over the limit is refused, whether its length is told or not", async () => {
  const { app } = await testApp();
  const long = JSON.stringify({ message: "x".repeat(1_000_001) });
  const told = await app.request("/api/chat", {
    method: "POST",
    body: long,
    headers: { "content-length": String(long.length) },
  });
  expect(await problemOf(told)).toMatchObject({ status: 413, code: "body_too_large" });
  const untold = await app.request("/api/chat", {
    method: "POST",
    body: new Blob([long]).stream(),
    duplex: "half",
  });
  expect(await problemOf(untold)).toMatchObject({ status: 413, code: "body_too_large" });
});

test("unknown runs, routes and event ids get their own errors", async () => {
  const { app, post } = await testApp();
  expect(await problemOf(await app.request("/api/runs/nope/events"))).toMatchObject({
    status: 404,
    code: "run_not_found",
  });
  expect(await problemOf(await post("/api/runs/nope/cancel", {}))).toMatchObject({
    status: 404,
    code: "run_not_found",
  });
  expect(await problemOf(await app.request("/api/nothing"))).toMatchObject({
    status: 404,
    code: "not_found",
  });
  expect(await problemOf(await app.request("/v1/nothing"))).toMatchObject({ status: 404, code: "not_found" });
  const response = await post("/api/chat", { message: "Hi" });
  const [run] = await allEvents(response);
  const { runId } = run as Extract<LoggedEvent, { type: "run" }>;
  const strange = await app.request(`/api/runs/${runId}/events`, { headers: { "last-event-id": "abc" } });
  expect(await problemOf(strange)).toMatchObject({ status: 400, code: "invalid_request" });
});

test("tools are listed with their source and JSON Schema", async () => {
  const { app } = await testApp({ tools: [door] });
  const { tools } = (await (await app.request("/api/tools")).json()) as { tools: { name: string }[] };
  expect(tools.find(({ name }) => name === "open_door")).toMatchObject({
    description: "Opens the door",
    source: "built-in",
    annotations: { destructiveHint: true },
    schema: { type: "object" },
  });
});

test("without a home the devices are unavailable, and the info still answers", async () => {
  const { app } = await testApp();
  expect(await problemOf(await app.request("/api/devices"))).toMatchObject({ status: 503, code: "no_home" });
  expect(await (await app.request("/api/info")).json()).toMatchObject({
    name: "Antiphon",
    voice: { available: true, phrase: "hey computer" },
  });
});
