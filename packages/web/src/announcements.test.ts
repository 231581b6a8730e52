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

test("a screen reader does not talk over an answer that is read aloud, but asks", () => {
  const approval = { id: "a", answer: "asked", settled: false, problem: "" } as const;
  const call = { id: "c", name: "unlock_door", args: { deviceName: "Front Door" } };
  const tool = { ...newToolEntry(call), status: "success", content: "Done.", approval } as const;
  const said = { kind: "assistant", key: "a", thinking: "", open: false, text: "It is open." } as const;
  const notice = { kind: "notice", key: "n", tone: "error", text: "The model is away." } as const;
  expect(announcements([tool, said, notice], { spoken: true })).toEqual([
    "Your approval is needed: Unlock door, Front Door.",
    "The model is away.",
  ]);
});
