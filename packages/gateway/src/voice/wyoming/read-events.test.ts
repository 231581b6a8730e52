import fc from "fast-check";
import { expect, test } from "vitest";
import { writeEvent, type OutgoingEvent, type WyomingEvent } from "./event.ts";
import { readEvents, type ReadEventsOptions } from "./read-events.ts";

async function read(
  chunks: readonly (string | Uint8Array)[],
  options: Partial<ReadEventsOptions> = {},
): Promise<WyomingEvent[]> {
  async function* stream(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const events: WyomingEvent[] = [];
  for await (const event of readEvents(stream(), { from: "It", ...options })) events.push(event);
  return events;
}

test("a message is a line, its data and its payload", () => {
  const payload = Uint8Array.of(1, 2, 3);
  const written = Buffer.concat(writeEvent({ type: "audio-chunk", data: { rate: 16_000 }, payload }));
  expect(written.toString("latin1")).toBe(
    '{"type":"audio-chunk","version":"1.7.0","data_length":14,"payload_length":3}\n{"rate":16000}\u0001\u0002\u0003',
  );
  expect(Buffer.concat(writeEvent({ type: "describe" })).toString()).toBe(
    '{"type":"describe","version":"1.7.0"}\n',
  );
});

test("data may stand in the line, behind it, or both: what stands behind wins", async () => {
  const events = await read(['{"type":"a","data":{"x":1,"y":1},"data_length":7}\n{"y":2}{"type":"b"}\n']);
  expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: "a", data: { x: 1, y: 2 } },
    { type: "b", data: {} },
  ]);
});

test("null stands for nothing", async () => {
  const [event] = await read(['{"type":"a","data":null,"data_length":null,"payload_length":null}\n']);
  expect(event).toEqual({ type: "a", data: {}, payload: new Uint8Array(0) });
});

test("messages arrive whole however the stream is cut", async () => {
  const events = fc.array(
    fc.record({
      type: fc.string({ minLength: 1, unit: "grapheme" }),
      data: fc.dictionary(fc.constantFrom("text", "name", "ü"), fc.string({ unit: "grapheme" })),
      payload: fc.uint8Array({ maxLength: 50 }),
    }),
    { maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(
      events,
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
      async (sent, sizes) => {
        const bytes = Buffer.concat(sent.flatMap((event: OutgoingEvent) => writeEvent(event)));
        const chunks: Uint8Array[] = [];
        for (let start = 0, turn = 0; start < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          chunks.push(bytes.subarray(start, start + size));
          start += size;
        }
        const got = await read(chunks);
        expect(got.map(({ type, data, payload }) => ({ type, data, payload: [...payload] }))).toEqual(
          sent.map(({ type, data, payload }) => ({ type, data: { ...data }, payload: [...payload] })),
        );
      },
    ),
  );
});

test.each([
  [
    "SSH-2.0-OpenSSH_9\r\n",
    'It does not speak the Wyoming protocol: it sent "SSH-2.0-OpenSSH_9\\r". Check the address.',
  ],
  ["[]\n", 'sent "[]"'],
  ["{}\n", 'sent "{}"'],
  ["\n", 'sent ""'],
  ['{"type":7}\n', "does not speak"],
  ['{"type":""}\n', "does not speak"],
  ['{"type":"a","data":[]}\n', "does not speak"],
  ['{"type":"a","data_length":-1}\n', "does not speak"],
  ['{"type":"a","data_length":1.5}\n', "does not speak"],
  ['{"type":"a","payload_length":"5"}\n', "does not speak"],
  ['{"type":"a","data_length":2}\n[]', "does not speak"],
  ['{"type":"a","data_length":3}\nxyz', "does not speak"],
  ['{"type":"a","data_length":11}\n', "It announced 11 bytes of data; at most 10 are taken."],
  ['{"type":"a","payload_length":11}\n', "It announced 11 bytes of sound; at most 10 are taken."],
  [`{"type":"${"a".repeat(100)}"}\n`, "It sent a line of more than 80 bytes."],
  ["x".repeat(100), "It sent a line of more than 80 bytes."],
  ['{"type":"a"', "It broke off in the middle of a message."],
  ['{"type":"a","data_length":5}\n{', "It broke off in the middle of a message."],
  ['{"type":"a","payload_length":5}\n{', "It broke off in the middle of a message."],
])("%j is told in a sentence", async (text, says) => {
  await expect(read([text], { mostHeader: 80, mostData: 10, mostPayload: 10 })).rejects.toThrow(says);
});
