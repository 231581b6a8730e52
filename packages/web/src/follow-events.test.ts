import { expect, test } from "vitest";
import { followEvents, type Followed } from "./follow-events.ts";
import { GatewayError } from "./gateway-error.ts";

const delayBefore = () => 0;

test("each time it is opened again it asks for what came after the last event", async () => {
  const asked: (string | undefined)[] = [];
  const stop = new AbortController();
  const open = async ({ lastEventId }: { lastEventId: string | undefined }) => {
    asked.push(lastEventId);
    return new Response(`id: r:${asked.length}\ndata: x\n\n`);
  };
  for await (const item of followEvents(open, { signal: stop.signal, lastEventId: "r:0", delayBefore }))
    if (item.type === "lost" && asked.length === 3) stop.abort();
  expect(asked).toEqual(["r:0", "r:1", "r:2"]);
});

test("attempts are counted from the last word that was heard", async () => {
  const answers = [
    () => Promise.reject(new TypeError("fetch failed")),
    () => Promise.reject(new TypeError("fetch failed")),
    () => Promise.resolve(new Response("data: x\n\n")),
    () => Promise.reject(new TypeError("fetch failed")),
  ];
  const items = await collect(answers, 4);
  expect(items.filter(({ type }) => type === "lost")).toMatchObject([
    { attempt: 1 },
    { attempt: 2 },
    { attempt: 1 },
    { attempt: 2 },
  ]);
});

test("a refusal for now is passed on and tried again", async () => {
  const busy = new GatewayError("There is no home here.", { status: 503 });
  const items = await collect([() => Promise.reject(busy), () => Promise.reject(busy)], 2);
  expect(items).toEqual([
    { type: "lost", attempt: 1, refusal: busy },
    { type: "lost", attempt: 2, refusal: busy },
  ]);
});

test("a refusal for good is thrown", async () => {
  const gone = new GatewayError("There is no such run.", { status: 404 });
  await expect(collect([() => Promise.reject(gone)], 1)).rejects.toBe(gone);
});

test("an abort while waiting ends it at once", async () => {
  const stop = new AbortController();
  const items = followEvents(() => Promise.reject(new TypeError("fetch failed")), {
    signal: stop.signal,
    delayBefore: () => 1_000_000,
  });
  await items.next();
  const next = items.next();
  stop.abort();
  expect((await next).done).toBe(true);
});

/** Until the stream was lost so many times. */
async function collect(answers: (() => Promise<Response>)[], losses: number): Promise<Followed[]> {
  const stop = new AbortController();
  const items: Followed[] = [];
  const open = () => answers.shift()?.() ?? Promise.reject(new Error("No more answers"));
  for await (const item of followEvents(open, { signal: stop.signal, delayBefore })) {
    items.push(item);
    if (items.filter(({ type }) => type === "lost").length === losses) stop.abort();
  }
  return items;
}
