import fc from "fast-check";
import { expect, test } from "vitest";
import { readEvents, type ServerEvent } from "./event-source.ts";

test("an event has its id, its name and all its lines of data", async () => {
  const text = ": hello\nid: r:1\nevent: device\ndata: one\ndata:two\n\n";
  expect(await read([text])).toEqual([{ id: "r:1", name: "device", data: "one\ntwo" }]);
});

test("an id stays until the next one, a name does not", async () => {
  const events = await read(["id: r:7\nevent: x\ndata: a\n\ndata: b\n\n"]);
  expect(events).toEqual([
    { id: "r:7", name: "x", data: "a" },
    { id: "r:7", name: "message", data: "b" },
  ]);
});

test("an event without data is none, and one that breaks off is dropped", async () => {
  expect(await read(["id: r:1\n\n", "data: half"])).toEqual([]);
});

test("carriage returns end lines as newlines do, also when a chunk ends between the two", async () => {
  expect(await read(["data: a\r", "\n\r", "\ndata: b\r\r"])).toEqual([
    { id: "", name: "message", data: "a" },
  ]);
  expect(await read(["data: a\rdata: b\r\rdata"])).toEqual([{ id: "", name: "message", data: "a\nb" }]);
});

test("the same events come out however the bytes are cut", async () => {
  const data = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => text.replaceAll(/[\r\n]/g, " "));
  await fc.assert(
    fc.asyncProperty(
      fc.array(data, { maxLength: 8 }),
      fc.array(fc.nat({ max: 400 })),
      fc.constantFrom("\n", "\r\n"),
      async (texts, cuts, end) => {
        const bytes = new TextEncoder().encode(
          texts.map((text, index) => `id: r:${index}${end}data: ${text}${end}${end}`).join(""),
        );
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((place, index) => bytes.slice(places[index], place));
        const events = await read(chunks);
        expect(events.map((event) => event.data)).toEqual(texts);
      },
    ),
  );
});

test("a reader that has had enough gives the connection back", async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("data: more\n\n")),
    cancel: () => void (cancelled = true),
  });
  for await (const event of readEvents(body)) {
    expect(event.data).toBe("more");
    break;
  }
  expect(cancelled).toBe(true);
});

async function read(chunks: readonly (string | Uint8Array)[]): Promise<ServerEvent[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
      }
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}
