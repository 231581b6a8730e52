import { expect, test } from "vitest";
import { VoiceWriter } from "./listen-writer.ts";

function writer({ terminal = false, waited = true } = {}) {
  const shown = { text: "", writes: 0 };
  const write = (text: string): void => {
    // The line is begun again.
    shown.text += text.replaceAll("\r\u001b[K", "⟲");
    shown.writes++;
  };
  const waiting = (phrase: string | null): string => `say "${phrase}"`;
  const made = new VoiceWriter({ out: write, note: write, terminal, ...(waited && { waiting }) });
  return { writer: made, shown };
}

const said = { utteranceId: "u", conversationId: "c" };
const asked = { type: "transcription", ...said, text: "hello", durationMs: 1 } as const;
const run = { type: "run", runId: "r", ...said, text: "hello" } as const;
const response = { type: "response", ...said, question: "hello", text: "", interrupted: false } as const;
const ready = {
  type: "ready",
  phrase: "hey computer",
  conversationId: "c",
  volume: { level: 50, muted: false },
} as const;

test("sentences of one answer stand on one line, and a note on its own", () => {
  const { writer: made, shown } = writer();
  made.write(asked);
  made.write(run);
  made.write({ type: "sentence", id: 1, text: "One moment." });
  made.note("  → slow {}\n");
  made.write({ type: "sentence", id: 2, text: "Done." });
  made.write({ type: "sentence", id: 3, text: "Anything else?" });
  made.write({ ...response, interrupted: true });
  expect(shown.text).toBe(
    "you: hello\nhome: One moment.\n  → slow {}\nhome: Done. Anything else?\n(interrupted)\n",
  );
});

test("what is heard ahead of the answer before it is shown when its own answer begins", () => {
  const { writer: made, shown } = writer();
  made.write(asked);
  made.write(run);
  made.write({ ...asked, text: "and now?" });
  made.write({ type: "sentence", id: 1, text: "Hi." });
  made.write(response);
  made.write({ ...run, text: "and now?" });
  expect(shown.text).toBe("you: hello\nhome: Hi.\nyou: and now?\n");
  // An answer that was refused has no run.
  made.write(response);
  made.write({ ...asked, text: "third" });
  made.write({ type: "sentence", id: 2, text: "Too many are talking." });
  made.write(response);
  expect(shown.text).toMatch(/you: third\nhome: Too many are talking\.\n$/);
});

test("in a terminal one line shows the state, is written only when it changes, and gives way to lines", () => {
  const { writer: made, shown } = writer({ terminal: true });
  made.write(ready);
  expect(shown.text).toMatch(/Ready: say "hey computer"\. Ctrl-C leaves\.\n⟲ +say "hey computer"$/);
  const before = shown.writes;
  for (let count = 0; count < 1_000; count++) made.write({ type: "level", level: 0.01, speech: 0 });
  expect(shown.writes).toBe(before);
  made.write({ type: "state", state: "listening" });
  expect(shown.text).toMatch(/⟲ +listening$/);
  made.write({ type: "level", level: 0.5, speech: 1 });
  expect(shown.text).toMatch(/⟲▮{5} +listening$/);
  made.write(asked);
  made.write(run);
  expect(shown.text).toMatch(/⟲you: hello\n⟲▮{5} +listening$/);
  made.write({ type: "sentence", id: 1, text: "Hi." });
  made.write({ type: "level", level: 1, speech: 1 });
  expect(shown.text).toMatch(/⟲home: Hi\.$/);
  made.write(response);
  made.end();
  expect(shown.text).toMatch(/home: Hi\.\n$/);
});

test("without a terminal there is no such line, and a recording is not greeted", () => {
  const { writer: made, shown } = writer({ waited: false });
  made.write(ready);
  made.write({ type: "state", state: "listening" });
  made.write({ type: "level", level: 1, speech: 1 });
  expect(shown.text).toBe("");
  made.write({ type: "problem", message: "It is broken." });
  expect(shown.text).toBe("Error: It is broken.\n");
});
