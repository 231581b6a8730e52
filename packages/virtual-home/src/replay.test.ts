import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { type Message, Observer } from "./fixtures/observer.ts";
import { type DeviceSpec, startBroker, startVirtualHome, type VirtualHomeOptions } from "./index.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The home that was captured: a switch, a dimmer and a thermometer without names. */
const captured: DeviceSpec[] = [
  { kind: "switch" },
  { kind: "dimmer" },
  { kind: "sensor", state: { temperature: 21.5 } },
];

interface Line {
  topic: string;
  payload: string;
}

function readCapture(name: string): Line[] {
  const text = readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => ({ topic: line.slice(0, line.indexOf(" ")), payload: line.slice(line.indexOf(" ") + 1) }));
}

const isRequest = ({ topic }: Line): boolean => topic.endsWith("/set");

/** How often these come depends on the clock, so their likeness is checked on its own. */
const isTimed = ({ topic }: Line): boolean =>
  /_EVENTS|\/lastActive$|\/nodeinfo$|\/(Broadcast|255)\//.test(topic);

const volatile = new Set(["time", "lastUpdate", "lastActive", "lastSeen", "rtt"]);

/** JSON text with the same keys in the same order; what differs from run to run shows only its type. */
function mask(payload: string): string {
  return JSON.stringify(JSON.parse(payload), (key, value: unknown) => {
    if (volatile.has(key) && value !== null) return typeof value;
    if (key === "statistics") return Object.keys(value as object);
    return value;
  });
}

const show = ({ topic, payload }: Line): string => `${topic} ${mask(payload)}`;

/** Topic, keys in their order and types; no values. */
function shape(line: Line | undefined): string {
  const typesOf = (key: string, value: unknown): unknown => {
    // These two appear by the clock; getNodes shows them in their place.
    if (key === "statistics" || key === "interviewProgress") return undefined;
    // Past events have arguments of every kind.
    if (key === "args" && Array.isArray(value)) return typeof value;
    if (Array.isArray(value)) return value.slice(0, 1).map((inner) => typesOf("", inner));
    if (typeof value !== "object" || value === null) return typeof value;
    return Object.fromEntries(Object.entries(value).map(([inner, of]) => [inner, typesOf(inner, of)]));
  };
  return line ? `${line.topic} ${JSON.stringify(typesOf("", JSON.parse(line.payload)))}` : "nothing";
}

/** Splits a capture into what came by itself and, per burst of requests, what followed. */
function segmentsOf(lines: Line[]): { requests: Line[]; answers: Line[] }[] {
  const segments: { requests: Line[]; answers: Line[] }[] = [{ requests: [], answers: [] }];
  for (const line of lines) {
    const current = segments.at(-1) as (typeof segments)[number];
    if (!isRequest(line)) current.answers.push(line);
    else if (current.answers.length > 0) segments.push({ requests: [line], answers: [] });
    else current.requests.push(line);
  }
  return segments;
}

async function recordHome(options: VirtualHomeOptions) {
  const broker = await startBroker();
  closers.push(broker.close);
  const observer = await Observer.connect(broker.url);
  closers.push(() => observer.close());
  const home = await startVirtualHome({ brokerUrl: broker.url, devices: captured, ...options });
  closers.push(() => home.close());
  return { home, observer };
}

async function replay(capture: Line[], { home, observer }: Awaited<ReturnType<typeof recordHome>>) {
  const real: string[] = [];
  const ours: string[] = [];
  let from = 0;
  for (const { requests, answers } of segmentsOf(capture)) {
    for (const { topic, payload } of requests) await observer.publish(topic, payload);
    const expected = answers.filter((line) => !isTimed(line));
    const heard = (): Message[] =>
      observer.messages.slice(from).filter((line) => !isRequest(line) && !isTimed(line));
    const isLast = requests.length > 0 && expected.at(-1)?.topic === "zwave/driver/status";
    await observer.waitFor(() => heard().length >= expected.length - Number(isLast));
    if (isLast) await home.close();
    await observer.waitFor(() => heard().length >= expected.length);
    real.push(...inComparableOrder(expected));
    ours.push(...inComparableOrder(heard()));
    // What comes by the clock has come at least once, too.
    const timed = new Set(answers.filter((line) => isTimed(line)).map(({ topic }) => topic));
    for (const topic of timed) await observer.waitFor((line) => line.topic === topic, { from });
    from = observer.messages.length;
  }
  return { ours, real };
}

/** Answers to calls overtake each other, depending on how long the radio takes; everything else keeps its order. */
function inComparableOrder(lines: Line[]): string[] {
  const isAnswer = ({ topic }: Line): boolean => topic.includes("/api/");
  return [
    ...lines.filter((line) => !isAnswer(line)).map(show),
    ...lines.filter(isAnswer).map(show).toSorted(),
  ];
}

test("the captured traffic with named topics comes out again, message for message", async () => {
  const recorded = await recordHome({ gatewayName: "Home Gw" });
  const { ours, real } = await replay(readCapture("named-topics.txt"), recorded);
  expect(ours).toEqual(real);
}, 30_000);

test("driver events, node details and the broadcast node look as captured", async () => {
  const { observer } = await recordHome({ gatewayName: "Home Gw" });
  const capture = readCapture("named-topics.txt").filter(isTimed);
  const atStart = capture.filter(({ topic }) => !/Kitchen|node_value_updated/.test(topic));
  for (const topic of new Set(atStart.map((line) => line.topic)))
    await observer.waitFor((line) => line.topic === topic);
  const last = (lines: Line[], wanted: string): string =>
    shape(lines.findLast(({ topic }) => topic === wanted));
  for (const { topic } of atStart.filter(({ topic }) => /nodeinfo|Broadcast/.test(topic))) {
    await observer.waitFor((line) => line.topic === topic && shape(line) === last(capture, topic));
  }
  for (const event of atStart.filter(({ topic }) => topic.includes("_EVENTS"))) {
    const ours = observer.messages.filter(({ topic }) => topic === event.topic).map(shape);
    expect(ours).toContain(shape(event));
  }
}, 30_000);

test("the captured traffic with value-id topics comes out again, getNodes included", async () => {
  const recorded = await recordHome({
    gatewayName: "gw",
    topics: "valueId",
    events: false,
    nodeDetails: false,
  });
  const { ours, real } = await replay(readCapture("value-id-topics.txt"), recorded);
  expect(ours).toEqual(real);
}, 30_000);
