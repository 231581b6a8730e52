import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocketServer } from "ws";

const sampleRate = 22_050;

/**
 * Ears that hear sound but no words, and a mouth that hums: whatever is said counts as the next of `commands`,
 * and every sentence of the answer is a tone. Hands-free, half a second of loud sound is the wake word and as
 * much quiet the end of speech. `listeners` are the open connections, `received` what they have said.
 */
export function createFakeVoice({ start, speed, info }) {
  const server = new WebSocketServer({ noServer: true });
  const listeners = new Set();
  const received = [];
  const volume = { level: 50, muted: false };
  const commands = ["Turn on the kitchen light", "What would you do tonight?", "Turn off the kitchen light"];
  let turns = 0;

  function upgrade(request, socket, head) {
    if (!info.available) {
      const body = JSON.stringify({ error: { code: "voice_unavailable", message: info.reason } });
      const length = Buffer.byteLength(body);
      socket.end(
        `HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`,
      );
      return;
    }
    server.handleUpgrade(request, socket, head, (client) => listen(client));
  }

  function listen(client) {
    listeners.add(client);
    let mode = "hold";
    let conversationId;
    let rate = 48_000;
    let ready = false;
    let sounds = 0;
    let pressed = false;
    let quiet = 0;
    let loud = 0;
    let run;
    let answering = new AbortController();
    const waits = new Map();
    const send = (message) => client.readyState === 1 && client.send(JSON.stringify(message));
    const state = (state) => send({ type: "state", state });
    const rest = () => state(mode === "hold" ? "idle" : "waiting");

    function interrupt() {
      answering.abort();
      answering = new AbortController();
      run?.stop.abort();
      run = undefined;
      send({ type: "silence" });
    }

    async function greet(message) {
      mode = message.mode;
      rate = message.sampleRate;
      conversationId = message.conversationId ?? randomUUID();
      send({ type: "loading", message: "Loading speech recognition." });
      await pause(900 * speed);
      send({ type: "loading", message: "Loading the voice." });
      await pause(600 * speed);
      ready = true;
      send({ type: "ready", phrase: info.phrase, conversationId, volume });
      rest();
    }

    async function understand(heard) {
      const { signal } = answering;
      const utteranceId = randomUUID();
      state("transcribing");
      await pause(500 * speed, undefined, { signal });
      const text = heard ? commands[turns++ % commands.length] : "";
      send({ type: "transcription", utteranceId, text });
      if (!text) return rest();
      const answer = start({ message: text, conversationId });
      run = answer;
      send({ type: "run", runId: answer.id, conversationId, utteranceId, text });
      state("thinking");
      await new Promise((resolve) => {
        signal.addEventListener("abort", resolve);
        answer.listeners.add(() => answer.ended && resolve());
      });
      signal.throwIfAborted();
      const said =
        answer.events.findLast(({ role, content }) => role === "assistant" && content)?.content ?? "";
      await speak(said.match(/[^.!?\n]+[.!?]*/g)?.filter((part) => part.trim()) ?? [], signal);
      rest();
    }

    async function speak(sentences, signal) {
      state("speaking");
      for (const [index, sentence] of sentences.entries()) {
        const id = index + turns * 100;
        send({ type: "sentence", id, text: sentence.replaceAll(/[*`#-]/g, "").trim() });
        if (!volume.muted) {
          for (const frame of tone(id, 220 + 40 * index, sentence.length * 0.06 * speed)) client.send(frame);
        }
        const played = new Promise((resolve, reject) => {
          waits.set(id, resolve);
          signal.addEventListener("abort", () => reject(signal.reason));
        });
        send({ type: "sentence-end", id });
        await played;
      }
    }

    function hear(data) {
      // A copy, because a frame may begin at an odd address.
      const samples = new Int16Array(new Uint8Array(data).buffer, 0, data.byteLength >> 1);
      const level = Math.min(
        1,
        8 * Math.sqrt(samples.reduce((sum, x) => sum + (x / 32_768) ** 2, 0) / samples.length),
      );
      send({ type: "level", level, speech: level > 0.2 ? 0.9 : 0.1 });
      const seconds = samples.length / rate;
      if (pressed) sounds += 1;
      if (mode === "hold" || pressed) return;
      loud = level > 0.2 ? loud + seconds : 0;
      if (!sounds && loud > 0.5) {
        interrupt();
        send({ type: "wake", score: 0.97 });
        state("listening");
        sounds = 1;
      }
      quiet = level > 0.2 ? 0 : quiet + seconds;
      if (sounds && quiet > 0.5) finish();
    }

    function finish() {
      const heard = sounds > 0;
      sounds = 0;
      understand(heard).catch(() => undefined);
    }

    client.on("message", (data, binary) => {
      if (binary) return ready ? hear(data) : undefined;
      const message = JSON.parse(String(data));
      received.push(message);
      if (message.type === "start") void greet(message);
      else if (message.type === "mode") {
        mode = message.mode;
        sounds = 0;
        rest();
      } else if (message.type === "press") {
        interrupt();
        pressed = true;
        sounds = 0;
        state("listening");
      } else if (message.type === "release") {
        pressed = false;
        finish();
      } else if (message.type === "interrupt") {
        interrupt();
        rest();
      } else if (message.type === "played") waits.get(message.id)?.();
    });
    client.on("close", () => {
      listeners.delete(client);
      answering.abort();
    });
  }

  return {
    upgrade,
    listeners,
    received,
    commands,
    volume,
    /** Sends a message to everybody who listens. */
    tell(message) {
      for (const client of listeners) client.send(JSON.stringify(message));
    },
    setVolume(next) {
      Object.assign(volume, next);
      this.tell({ type: "volume", ...volume });
    },
    close() {
      for (const client of listeners) client.terminate();
      server.close();
    },
  };
}

/** A tone as frames of 50 ms, fading in and out. */
function* tone(id, frequency, seconds) {
  const length = Math.round(seconds * sampleRate);
  const step = Math.round(sampleRate * 0.05);
  for (let from = 0; from < length; from += step) {
    const count = Math.min(step, length - from);
    const frame = Buffer.alloc(8 + 2 * count);
    frame.writeUInt32LE(id, 0);
    frame.writeUInt32LE(sampleRate, 4);
    for (let index = 0; index < count; index += 1) {
      const at = from + index;
      const fade = Math.min(1, at / 500, (length - at) / 500);
      const value = Math.sin((2 * Math.PI * frequency * at) / sampleRate) * 0.3 * fade;
      frame.writeInt16LE(Math.round(value * 32_767), 8 + 2 * index);
    }
    yield frame;
  }
}
