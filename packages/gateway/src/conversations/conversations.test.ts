import { HumanMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { Conversations } from "./conversations.ts";

function at(start = 0) {
  let time = start;
  return { now: () => time, pass: (ms: number) => (time += ms) };
}

test("a conversation that rests too long starts anew", () => {
  const clock = at();
  const conversations = new Conversations({ idleMs: 1_000, now: clock.now });
  conversations.open("a").add([new HumanMessage("Hi")], { maxTokens: 100 });
  clock.pass(900);
  expect(conversations.open("a").messages).toHaveLength(1);
  clock.pass(1_001);
  expect(conversations.open("a").messages).toHaveLength(0);
});

test("a conversation that is being answered is never forgotten", () => {
  const clock = at();
  const conversations = new Conversations({ idleMs: 1_000, most: 2, now: clock.now });
  const busy = conversations.open("busy");
  busy.running = "run";
  clock.pass(5_000);
  for (const id of ["a", "b", "c"]) conversations.open(id);
  expect(conversations.find("busy")).toBe(busy);
});

test("of too many conversations those that rested longest go first", () => {
  const clock = at();
  const conversations = new Conversations({ idleMs: 1_000_000, most: 3, now: clock.now });
  for (const id of ["a", "b", "c"]) conversations.open(id);
  conversations.open("a");
  conversations.open("d");
  expect(["a", "b", "c", "d"].filter((id) => conversations.find(id))).toEqual(
    expect.arrayContaining(["a", "d"]),
  );
  expect(conversations.find("b")).toBeUndefined();
  expect(conversations.size).toBeLessThanOrEqual(3);
});

test("without an id each conversation is a new one", () => {
  const conversations = new Conversations({ idleMs: 1_000 });
  expect(conversations.open().id).not.toBe(conversations.open().id);
});
