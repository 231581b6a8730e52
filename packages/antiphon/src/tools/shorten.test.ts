import fc from "fast-check";
import { expect, test } from "vitest";
import { shorten } from "./shorten.ts";

test("a text within the limit stays as it is [E10]", () => {
  expect(shorten("twelve chars", 12)).toBe("twelve chars");
});

test("a longer one keeps head and tail and says how much was left out [E10]", () => {
  const text = `${"a".repeat(500)}${"b".repeat(500)}`;
  expect(shorten(text, 10)).toBe("aaaaaaa\n[… 990 of 1000 characters left out …]\nbbb");
});

test("a cut never splits a character in two [E10]", () => {
  const text = "🙂".repeat(100);
  for (let limit = 0; limit < 40; limit++) {
    // Half a character cannot be encoded.
    expect(() => encodeURIComponent(shorten(text, limit)), `limit ${limit}`).not.toThrow();
  }
});

test("what is kept and what is said to be left out add up, within the limit [E10]", () => {
  const texts = fc.string({ unit: "binary", maxLength: 300 });
  fc.assert(
    fc.property(texts, fc.nat(200), (text, limit) => {
      const short = shorten(text, limit);
      if (text.length <= limit) {
        expect(short).toBe(text);
        return;
      }
      const note = `\n[… ${/\[… (\d+) of \d+ characters left out …\]/.exec(short)?.[1]} of ${text.length} characters left out …]\n`;
      const [head = "", tail = ""] = short.split(note);
      expect(text.startsWith(head)).toBe(true);
      expect(text.endsWith(tail)).toBe(true);
      expect(head.length + tail.length).toBeLessThanOrEqual(limit);
      expect(note).toContain(` ${text.length - head.length - tail.length} of `);
    }),
  );
});
