import fc from "fast-check";
import { expect, test } from "vitest";
import { sentences } from "./sentences.ts";

async function* pieces(deltas: readonly string[]): AsyncGenerator<string> {
  yield* deltas;
}

async function heard(...deltas: string[]): Promise<string[]> {
  const spoken: string[] = [];
  for await (const sentence of sentences(pieces(deltas))) spoken.push(sentence);
  return spoken;
}

test.each<[string, string[]]>([
  ["The light is on. It is warm! Is it? Yes.", ["The light is on.", "It is warm!", "Is it?", "Yes."]],
  [
    "Dr. Smith set 21.5 degrees, e.g. at 5 p.m. today. Good.",
    ["Dr. Smith set 21.5 degrees, for example at 5 p.m. today.", "Good."],
  ],
  ["No. It is off.", ["No.", "It is off."]],
  ["One\nTwo\n\nThree", ["One", "Two", "Three"]],
  ["Rooms:\n- Hall. Warm\n- Bath", ["Rooms:", "Hall.", "Warm", "Bath"]],
  ["1. Open it.\n2. Close it.", ["1, Open it.", "2, Close it."]],
  ["**Done.** Next.", ["Done.", "Next."]],
  ['She said "Stop." Then left.', ["She said Stop.", "Then left."]],
  ["See [a. b. c](http://x.yz/a) now. Good.", ["See a. b. c now.", "Good."]],
  ["Type `a. b` now. Good.", ["Type a. b now.", "Good."]],
  ["你好。世界！", ["你好。", "世界！"]],
  ["Look:\n```js\na. b\n\n{c}\n```\nThat is it.", ["Look:", "The code is on the page.", "That is it."]],
  [
    'It is {"a": "x. y",\n\n"b": {}} there. Good.',
    ["It is", "I have the details on the page.", "there.", "Good."],
  ],
  ['{\n  "a": 1\n}\n\n{\n "b": 2\n}\nThat is all.', ["I have the details on the page.", "That is all."]],
  ['[\n  {"a": 1}\n]', ["I have the details on the page."]],
  ['Cut {"a": 1, ', ["Cut", "I have the details on the page."]],
  ["Cut\n```\na. b", ["Cut", "The code is on the page."]],
  ["| a | b |\n|---|---|\n| 1 | 2 |\n", ["a, b", "1, 2"]],
  ["👍", []],
  ["... \n --- \n", []],
  ["", []],
])("%j is spoken as %j", async (text, expected) => {
  expect(await heard(text)).toEqual(expected);
});

test("a sentence is spoken while the next one is still being written", async () => {
  let resolve = (_text: string): void => {};
  const promise = new Promise<string>((fulfil) => {
    resolve = fulfil;
  });
  async function* deltas(): AsyncGenerator<string> {
    yield "The light ";
    yield "is on. And";
    yield await promise;
  }
  const spoken = sentences(deltas());
  expect(await spoken.next()).toEqual({ done: false, value: "The light is on." });
  resolve(" now.");
  expect(await spoken.next()).toEqual({ done: false, value: "And now." });
  expect(await spoken.next()).toEqual({ done: true, value: undefined });
});

test("a sentence without an end is cut where one breathes", async () => {
  const text = "the kitchen light is on, and the door is open, ".repeat(20);
  const spoken = await heard(text);
  expect(spoken.length).toBeGreaterThan(3);
  for (const sentence of spoken.slice(0, -1)) {
    expect(sentence.length).toBeLessThanOrEqual(240);
    expect(sentence).toMatch(/,$/);
  }
  expect(spoken.join(" ")).toBe(text.trim());
});

test("a listener who leaves ends the text", async () => {
  let ended = false;
  async function* deltas(): AsyncGenerator<string> {
    try {
      for (;;) yield "On. ";
    } finally {
      ended = true;
    }
  }
  for await (const _ of sentences(deltas())) break;
  expect(ended).toBe(true);
});

test("a text that fails fails its listener, after what was complete", async () => {
  async function* deltas(): AsyncGenerator<string> {
    yield "One. Two";
    throw new Error("the model left");
  }
  const spoken = sentences(deltas());
  expect(await spoken.next()).toMatchObject({ value: "One." });
  await expect(spoken.next()).rejects.toThrow("the model left");
});

const piece = fc.oneof(
  fc.constantFrom(
    ...'light on. Dr. 21.5 °C e.g. **bold** `a. b` [x](y) {"a": "b. c"} ```js ``` { } [ ] ! ? 😀 。 1.'.split(
      " ",
    ),
  ),
  fc.constantFrom("\n", "\n- ", " ", "\n```\n", '{"', '"}'),
  fc.string({ unit: "binary", maxLength: 5 }),
);

test("how a text is cut into deltas does not matter", async () => {
  const text = fc.array(piece, { maxLength: 60 }).map((all) => all.join(" "));
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (whole, sizes) => {
        const deltas: string[] = [];
        for (let at = 0, turn = 0; at < whole.length; turn++) {
          const size = sizes[turn % sizes.length] as number;
          deltas.push(whole.slice(at, at + size), "");
          at += size;
        }
        expect(await heard(...deltas)).toEqual(await heard(whole));
      },
    ),
    { numRuns: 300 },
  );
});

test("no word is lost", async () => {
  const word = fc.constantFrom(
    ..."the light, is on. Dr. Smith: 21.5 and 7 rooms; (really) no! e.g \n - yes? it's".split(" "),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 200 }), async (words) => {
      const text = words.join(" ");
      const wordsOf = (all: string): string[] => all.match(/[\w']+/g) ?? [];
      expect(wordsOf((await heard(text)).join(" "))).toEqual(wordsOf(text));
    }),
  );
});

test("an endless JSON text costs no more than its length", async () => {
  const start = performance.now();
  const deltas = Array.from({ length: 30_000 }, () => '{"a": "b. c", ');
  expect(await heard(...deltas)).toEqual(["I have the details on the page."]);
  expect(performance.now() - start).toBeLessThan(4_000);
});
