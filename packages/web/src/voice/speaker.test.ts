import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Speaker } from "./speaker.ts";

/** A sound card whose clock is turned by hand. */
function soundCard() {
  const card = {
    currentTime: 10,
    destination: {},
    playing: [] as { at: number; until: number; stopped: boolean; onended: (() => void) | null }[],
    volume: 1,
    createGain: () => ({
      connect() {},
      disconnect() {},
      gain: {
        value: 1,
        cancelScheduledValues() {},
        setValueAtTime() {},
        linearRampToValueAtTime: (value: number) => void (card.volume = value),
      },
    }),
    createBuffer: (_channels: number, length: number, rate: number) => ({
      duration: length / rate,
      copyToChannel() {},
    }),
    createBufferSource() {
      const source = {
        buffer: { duration: 0 },
        at: 0,
        until: 0,
        stopped: false,
        onended: null,
        connect() {},
        disconnect() {},
        start(at: number) {
          source.at = at;
          source.until = at + source.buffer.duration;
          card.playing.push(source);
        },
        stop: () => void (source.stopped = true),
      };
      return source;
    },
    turnTo(time: number) {
      card.currentTime = time;
      for (const source of card.playing.splice(0)) {
        if (source.until > time) card.playing.push(source);
        else source.onended?.();
      }
    },
  };
  return card;
}

let card: ReturnType<typeof soundCard>;
let speaker: Speaker;
let news: string[];

beforeEach(() => {
  vi.useFakeTimers();
  card = soundCard();
  news = [];
  speaker = new Speaker({
    context: card as unknown as AudioContext,
    onSounding: (id) => news.push(`sounds ${id}`),
    onPlayed: (id) => news.push(`played ${id}`),
  });
});

afterEach(() => {
  speaker.close();
  vi.useRealTimers();
});

/** A piece of sound of so many seconds. */
function add(sentenceId: number, seconds: number) {
  speaker.add({ sentenceId, sampleRate: 16_000, samples: new Float32Array(seconds * 16_000) });
}

test("sound is played back to back, in the order of its sentences", () => {
  speaker.begin(1);
  add(1, 0.5);
  add(1, 0.5);
  speaker.end(1);
  speaker.begin(2);
  add(2, 1);
  speaker.end(2);
  const times = card.playing.map(({ at, until }) => [at, until]);
  expect(times).toEqual([
    [10.04, 10.54],
    [10.54, 11.04],
    [11.04, 12.04],
  ]);
  expect(news).toEqual(["sounds 1"]);
  card.turnTo(11.1);
  expect(news).toEqual(["sounds 1", "played 1", "sounds 2"]);
  card.turnTo(13);
  expect(news.slice(3)).toEqual(["played 2", "sounds undefined"]);
});

test("a sentence has not been heard before all of it is here", () => {
  speaker.begin(1);
  add(1, 0.1);
  card.turnTo(11);
  expect(news).toEqual(["sounds 1"]);
  // It came late, so it starts now and not in the past.
  add(1, 0.1);
  expect(card.playing[0]?.at).toBeCloseTo(11.04);
  speaker.end(1);
  card.turnTo(12);
  expect(news).toEqual(["sounds 1", "played 1", "sounds undefined"]);
});

test("a sentence without sound is heard at once, but not before its turn", () => {
  speaker.begin(1);
  speaker.end(1);
  expect(news).toEqual(["sounds 1", "played 1", "sounds undefined"]);
  speaker.begin(2);
  add(2, 1);
  speaker.end(2);
  speaker.begin(3);
  speaker.end(3);
  expect(news.slice(3)).toEqual(["sounds 2"]);
  card.turnTo(20);
  expect(news.slice(4)).toEqual(["played 2", "played 3", "sounds undefined"]);
});

test("silence stops everything at once, and what still arrives of it is dropped", () => {
  speaker.begin(1);
  add(1, 5);
  const [source] = card.playing;
  speaker.silence();
  expect(source?.stopped).toBe(true);
  add(1, 5);
  speaker.end(1);
  expect(card.playing).toHaveLength(1);
  card.turnTo(60);
  expect(news).toEqual(["sounds 1", "sounds undefined"]);
});

test("loudness applies to what already plays, and mute is mute", () => {
  speaker.setVolume({ level: 40, muted: false });
  expect(card.volume).toBeCloseTo(0.16);
  speaker.setVolume({ level: 40, muted: true });
  expect(card.volume).toBe(0);
});

test("a browser that stops playing keeps nobody waiting", async () => {
  speaker.begin(1);
  add(1, 1);
  speaker.end(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(news).toEqual(["sounds 1", "played 1", "sounds undefined"]);
});
