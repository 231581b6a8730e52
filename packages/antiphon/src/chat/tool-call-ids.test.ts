import { AIMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ToolCallFragment } from "./raw-stream.ts";
import { takenIds, ToolCallAssembly } from "./tool-call-ids.ts";

function assemble(chunks: readonly (readonly ToolCallFragment[])[], taken: readonly string[] = []) {
  let count = 0;
  const assembly = new ToolCallAssembly({ taken: new Set(taken), newId: () => `new-${++count}` });
  for (const fragments of chunks) assembly.add(fragments);
  return assembly.calls.map(({ id, name, pieces, whole }) => ({ id, name, args: whole ?? pieces.join("") }));
}

test("a partial call and its completion of the same id are one call [S5]", () => {
  expect(
    assemble([[{ id: "call_123", name: "get_time", args: "" }], [{ id: "call_123", name: "", args: "{}" }]]),
  ).toEqual([{ id: "call_123", name: "get_time", args: "{}" }]);
});

test("two calls without ids in one chunk stay two [S5]", () => {
  const twoCalls = [
    { id: "", name: "current_date_time", args: "{}" },
    { id: "", name: "get_temperature", args: "{}" },
  ];
  const expected = [
    { id: "new-1", name: "current_date_time", args: "{}" },
    { id: "new-2", name: "get_temperature", args: "{}" },
  ];
  expect(assemble([twoCalls])).toEqual(expected);
  expect(assemble([twoCalls.map((call) => ({ ...call, index: 0 }))])).toEqual(expected);
});

test("complete calls without ids in chunks of their own stay apart, also of one tool [S5]", () => {
  const calls = ["Oslo", "Rome"].map((city) => [
    { index: 0, id: "", name: "weather", args: `{"city":"${city}"}` },
  ]);
  expect(assemble(calls)).toEqual([
    { id: "new-1", name: "weather", args: '{"city":"Oslo"}' },
    { id: "new-2", name: "weather", args: '{"city":"Rome"}' },
  ]);
});

test("two calls of one tool without arguments or ids in one chunk stay two [S5]", () => {
  expect(
    assemble([
      [
        { name: "now", args: "" },
        { name: "now", args: "" },
      ],
    ]),
  ).toHaveLength(2);
});

test("fragments merge by index, from any start and with gaps [S5]", () => {
  expect(
    assemble([
      [{ index: 1, id: "a", name: "one", args: "" }],
      [{ index: 7, id: "b", name: "two", args: "" }],
      [{ index: 1, args: '{"x"' }],
      [{ index: 7, args: "{}" }],
      [{ index: 1, args: ":1}" }],
    ]),
  ).toEqual([
    { id: "a", name: "one", args: '{"x":1}' },
    { id: "b", name: "two", args: "{}" },
  ]);
});

test("proxies that send index 0 for every call are told apart by id, interleaved too [S5]", () => {
  expect(
    assemble([
      [{ index: 0, id: "a", name: "one", args: "" }],
      [{ index: 0, id: "b", name: "two", args: "" }],
      [{ index: 0, id: "a", args: '{"x":' }],
      [{ index: 0, id: "b", args: "{}" }],
      [{ index: 0, id: "a", args: "1}" }],
    ]),
  ).toEqual([
    { id: "a", name: "one", args: '{"x":1}' },
    { id: "b", name: "two", args: "{}" },
  ]);
});

test("calls one after the other at index 0, the id only in the first fragment, are two [S5]", () => {
  expect(
    assemble([
      [{ index: 0, id: "a", name: "get", args: "" }],
      [{ index: 0, args: '{"n":1}' }],
      [{ index: 0, id: "b", name: "get", args: "" }],
      [{ index: 0, args: '{"n":2}' }],
    ]),
  ).toEqual([
    { id: "a", name: "get", args: '{"n":1}' },
    { id: "b", name: "get", args: '{"n":2}' },
  ]);
});

test("ids and names repeated on every fragment, or a new id on each, are still one call [S5]", () => {
  const pieces = ['{"a":', '{"b":1}', "}", ""];
  const repeated = pieces.map((args) => [{ index: 0, id: "x", name: "get", args }]);
  expect(assemble(repeated)).toEqual([{ id: "x", name: "get", args: '{"a":{"b":1}}' }]);
  const nameOnly = pieces.map((args) => [{ index: 0, name: "get", args }]);
  expect(assemble(nameOnly)).toEqual([{ id: "new-1", name: "get", args: '{"a":{"b":1}}' }]);
  const changing = pieces.map((args, i) => [{ index: 0, id: `id-${i}`, name: i === 0 ? "get" : "", args }]);
  expect(assemble(changing)).toEqual([{ id: "id-0", name: "get", args: '{"a":{"b":1}}' }]);
});

test("parallel calls without ids are told apart by index while their fragments arrive [S5]", () => {
  expect(
    assemble([
      [{ index: 0, id: "", name: "get", args: "" }],
      [{ index: 1, id: "", name: "get", args: "" }],
      [{ index: 0, args: '{"n":0}' }],
      [{ index: 1, args: '{"n":1}' }],
    ]),
  ).toEqual([
    { id: "new-1", name: "get", args: '{"n":0}' },
    { id: "new-2", name: "get", args: '{"n":1}' },
  ]);
});

test("a constant id on several calls is told apart, the first keeps it [S5]", () => {
  const calls = [
    { id: "x", name: "one", args: "{}" },
    { id: "x", name: "two", args: "{}" },
    { id: "x", name: "two", args: '{"n":1}' },
  ];
  const expected = [
    { id: "x", name: "one", args: "{}" },
    { id: "new-1", name: "two", args: "{}" },
    { id: "new-2", name: "two", args: '{"n":1}' },
  ];
  expect(assemble([calls])).toEqual(expected);
  expect(assemble(calls.map((call) => [call]))).toEqual(expected);
  expect(assemble(calls.map((call, index) => [{ ...call, index }]))).toEqual(expected);
});

test("fragments with neither index nor id continue the last call, `null` ids too [S5]", () => {
  expect(
    assemble([[{ id: "gSIMJiOkT", name: "get", args: '{"a"' }], [{ id: "null", name: "", args: ":1}" }]]),
  ).toEqual([{ id: "gSIMJiOkT", name: "get", args: '{"a":1}' }]);
});

test("a name that comes after its id names that call", () => {
  expect(
    assemble([
      [{ index: 0, id: "a", args: "" }],
      [{ index: 0, name: "get", args: "" }],
      [{ index: 0, args: "{}" }],
    ]),
  ).toEqual([{ id: "a", name: "get", args: "{}" }]);
});

test("ids are kept byte for byte; empty, missing and `null` ones are given [S4]", () => {
  const ids = ["call_Ä 1", "", undefined, null, "null"];
  expect(
    assemble([ids.map((id, index) => ({ index, id, name: `t${index}`, args: "{}" }))]).map(({ id }) => id),
  ).toEqual(["call_Ä 1", "new-1", "new-2", "new-3", "new-4"]);
});

test("an id that the conversation uses already is replaced [S4]", () => {
  expect(assemble([[{ id: "a", name: "get", args: "{}" }]], ["a"])).toMatchObject([{ id: "new-1" }]);
  const history = [new AIMessage({ content: "", tool_calls: [{ id: "a", name: "get", args: {} }] })];
  expect(takenIds(history)).toEqual(new Set(["a"]));
});

test("without a generator of its own, given ids are UUIDs [S4]", () => {
  const assembly = new ToolCallAssembly({ taken: new Set() });
  assembly.add([{ name: "get", args: "{}" }]);
  expect(assembly.calls[0]?.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

const jsonObject = fc.dictionary(fc.string(), fc.jsonValue());

test("however argument text is cut, the calls are the same [S5]", () => {
  const call = fc.record({
    name: fc.constantFrom("one", "two", "constructor", "__proto__"),
    args: jsonObject,
  });
  fc.assert(
    fc.property(
      fc.array(call, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(12), { minLength: 1 }),
      fc.constantFrom("first", "every", "none"),
      fc.boolean(),
      (calls, sizes, ids, interleaved) => {
        const streams = calls.map(({ name, args }, index) =>
          cut(JSON.stringify(args), sizes).map((piece, i) => ({
            index,
            ...(i === 0 && { name }),
            ...((ids === "every" || (ids === "first" && i === 0)) && { id: `id-${index}` }),
            args: piece,
          })),
        );
        const chunks = (interleaved ? weave(streams) : streams.flat()).map((fragment) => [fragment]);
        const result = assemble(chunks);
        // Interleaved streams begin in the order of their calls; so do streams one after the other.
        expect(result.map(({ name, args }) => ({ name, args }))).toEqual(
          calls.map(({ name, args }) => ({ name, args: JSON.stringify(args) })),
        );
        expect(new Set(result.map(({ id }) => id)).size).toBe(calls.length);
      },
    ),
  );
});

function cut(text: string, sizes: readonly number[]): string[] {
  const pieces = [];
  for (let start = 0, i = 0; start < text.length; i++) {
    const size = (sizes[i % sizes.length] ?? 0) + 1;
    pieces.push(text.slice(start, start + size));
    start += size;
  }
  return pieces;
}

function weave<T>(streams: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...streams.map((stream) => stream.length));
  return Array.from({ length: longest }, (_, i) =>
    streams.flatMap((stream) => stream.slice(i, i + 1)),
  ).flat();
}
