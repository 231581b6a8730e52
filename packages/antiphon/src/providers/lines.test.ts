import fc from "fast-check";
import { expect, test } from "vitest";
import { readEvents, readLines } from "./lines.ts";

async function* body(bytes: Uint8Array, places: readonly number[]): AsyncGenerator<Uint8Array> {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  for (const [i, end] of ends.entries()) yield bytes.subarray(ends[i - 1] ?? 0, end);
}

async function all(batches: AsyncIterable<readonly string[]>): Promise<string[]> {
  const items: string[] = [];
  for await (const batch of batches) items.push(...batch);
  return items;
}

const words = fc.array(fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\r\n]/g, "")));

test("lines are the same wherever the bytes are cut", async () => {
  await fc.assert(
    fc.asyncProperty(words, fc.array(fc.nat()), async (lines, places) => {
      const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
      expect(await all(readLines(body(bytes, places)))).toEqual(lines);
    }),
  );
});

test("events are the same wherever the bytes are cut, whatever ends their lines", async () => {
  await fc.assert(
    fc.asyncProperty(words, fc.array(fc.nat()), fc.constantFrom("\n", "\r\n"), async (data, places, end) => {
      const text = data.map((item) => `event: x${end}data: ${item}${end}${end}`).join("");
      expect(await all(readEvents(body(new TextEncoder().encode(text), places)))).toEqual(data);
    }),
  );
});

async function events(text: string): Promise<string[]> {
  return all(readEvents(body(new TextEncoder().encode(text), [])));
}

test("data of several lines is one event", async () => {
  expect(await events("data: a\ndata:b\n\n")).toEqual(["a\nb"]);
});

test("comments and other fields are no data", async () => {
  expect(await events(": ping\nid: 1\nretry: 5\n\ndata: a\n\n")).toEqual(["a"]);
});

test("a line that is no field is passed on, so that its reader can name it", async () => {
  expect(await events("<html>\n\n")).toEqual(["<html>"]);
});

test("an event that lacks its end is passed on", async () => {
  expect(await events("data: a")).toEqual(["a"]);
});
