import { expect, test } from "vitest";
import { announcements } from "./announcements.ts";
import { newToolEntry } from "./conversation-entry.ts";

test("a screen reader hears whole sentences, and each only once", () => {
  const entry = { kind: "assistant", key: "a", thinking: "", open: true } as const;
  const user = { kind: "user", key: "u", text: "Hi" } as const;
  expect(announcements([user, { ...entry, text: "It is 19.5 degrees. The li" }])).toEqual([
    "It is 19.5 degrees.",
  ]);
  expect(announcements([user, { ...entry, text: "It is **on**. Bye", open: false }])).toEqual([
    "It is on.",
    "Bye",
  ]);
});

test("a screen reader is told of a question at once", () => {
  const approval = { id: "a", answer: "asked", settled: false, problem: "" } as const;
  const tool = {
    ...newToolEntry({ id: "c", name: "unlock_door", args: { deviceName: "Front Door" } }),
    approval,
  };
  expect(announcements([tool])).toEqual(["Your approval is needed: Unlock door, Front Door."]);
});
