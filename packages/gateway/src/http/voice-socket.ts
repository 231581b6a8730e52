import { upgradeWebSocket } from "@hono/node-server";
import type { Logger } from "antiphon";
import { Hono } from "hono";
import { z } from "zod";
import { hearingRate, type Audio } from "../voice/audio/audio.ts";
import { fromPcm16, toPcm16 } from "../voice/audio/pcm16.ts";
import { Resampler } from "../voice/audio/resample.ts";
import type { VoiceEvent } from "../voice/session/voice-event.ts";
import type { VoiceSession } from "../voice/session/voice-session.ts";
import { VoiceRefused, type Voice } from "../voice/voice.ts";
import { HttpProblem } from "./problem.ts";

const mode = z.enum(["hold", "hands-free"], 'must be "hold" or "hands-free"');

const messageSchema = z.discriminatedUnion(
  "type",
  [
    z.object({
      type: z.literal("start"),
      mode: mode.default("hold"),
      conversationId: z
        .string("must be a text")
        .regex(/^[\w-]{1,100}$/, "must be 1 to 100 letters, digits, _ or -")
        .optional(),
      sampleRate: z
        .number("must be a number")
        .int("must be whole")
        .min(8_000)
        .max(48_000)
        .default(hearingRate),
    }),
    z.object({ type: z.literal("mode"), mode }),
    z.object({ type: z.enum(["press", "release", "interrupt"]) }),
    z.object({ type: z.literal("played"), id: z.number("must be a sentence's number") }),
  ],
  "must be start, mode, press, release, interrupt or played",
);

type Message = z.output<typeof messageSchema>;

/** What a socket may do here; both the server's and a test's can. */
export interface Socket {
  send: (data: string | Uint8Array<ArrayBuffer>) => void;
  close: (code?: number, reason?: string) => void;
  /** Bytes that the other side has not taken yet. */
  readonly buffered: () => number;
}

/** A listener that takes nothing any more is not waited for. */
const maxBuffered = 16_000_000;

export interface VoiceSocketOptions {
  voice: Voice;
  logger: Logger;
}

/** Talking over a WebSocket: sound and small JSON messages, both ways. docs/voice.md has the protocol. */
export function voiceRoutes({ voice, logger }: VoiceSocketOptions): Hono {
  const app = new Hono();
  app.get(
    "/voice",
    async (context, next) => {
      const availability = voice.availability();
      if (!availability.available)
        throw new HttpProblem(503, "voice_unavailable", { message: availability.reason });
      if (context.req.header("upgrade")?.toLowerCase() !== "websocket")
        throw new HttpProblem(426, "websocket_only", { message: "This is spoken to over a WebSocket." });
      await next();
    },
    upgradeWebSocket(() => {
      let talk: VoiceConnection | undefined;
      return {
        onOpen: (_event, socket) => {
          const raw = socket.raw as { bufferedAmount?: number } | undefined;
          talk = new VoiceConnection(
            {
              send: (data) => socket.send(data),
              close: (code, reason) => socket.close(code, reason),
              buffered: () => raw?.bufferedAmount ?? 0,
            },
            { voice, logger },
          );
        },
        onMessage: ({ data }) => {
          if (typeof data === "string") talk?.onText(data);
          else if (data instanceof ArrayBuffer) talk?.onSound(new Uint8Array(data));
        },
        onClose: () => talk?.onClose(),
        onError: () => talk?.onClose(),
      };
    }),
  );
  return app;
}

/** One listener's connection. */
export class VoiceConnection {
  readonly #socket: Socket;
  readonly #options: VoiceSocketOptions;
  #session: VoiceSession | undefined;
  #resampler: Resampler | undefined;
  #open = true;

  constructor(socket: Socket, options: VoiceSocketOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  onText(text: string): void {
    const parsed = messageSchema.safeParse(parseJson(text));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const where = issue?.path.length ? `${issue.path.map(String).join(".")} ` : "A message ";
      const message = `${where}${issue?.message ?? "makes no sense"}.`;
      if (this.#session) this.#tell({ type: "problem", message });
      else this.#close(1008, message);
      return;
    }
    const message = parsed.data;
    if (message.type === "start") this.#start(message);
    else if (this.#session) this.#control(this.#session, message);
    else this.#close(1008, "The first message must be start.");
  }

  onSound(bytes: Uint8Array): void {
    if (!this.#session) return this.#close(1008, "The first message must be start.");
    const samples = fromPcm16(bytes);
    this.#session.hear(this.#resampler ? this.#resampler.push(samples) : samples);
  }

  onClose(): void {
    this.#open = false;
    this.#session?.close().catch((error: unknown) => {
      this.#options.logger.error({ error }, "A voice session did not close");
    });
    this.#session = undefined;
  }

  #start({ mode, conversationId, sampleRate }: Extract<Message, { type: "start" }>): void {
    if (this.#session) return this.#tell({ type: "problem", message: "It has started already." });
    this.#resampler = sampleRate === hearingRate ? undefined : new Resampler(sampleRate, hearingRate);
    try {
      this.#session = this.#options.voice.open({
        mode,
        conversationId,
        output: { play: (id, audio) => this.#play(id, audio) },
        tell: (event) => this.#tell(event),
      });
    } catch (error) {
      if (!(error instanceof VoiceRefused)) throw error;
      this.#close(1013, error.message);
    }
  }

  #control(session: VoiceSession, message: Exclude<Message, { type: "start" }>): void {
    switch (message.type) {
      case "press":
        return session.press();
      case "release":
        return session.release();
      case "interrupt":
        return session.interrupt();
      case "mode":
        return session.setMode(message.mode);
      case "played":
        return session.played(message.id);
      default:
        return message satisfies never;
    }
  }

  #tell(event: VoiceEvent): void {
    if (!this.#open) return;
    if (this.#socket.buffered() > maxBuffered)
      return this.#close(1008, "The listener takes nothing any more.");
    this.#socket.send(JSON.stringify(event));
  }

  #play(id: number, { samples, sampleRate }: Audio): void {
    if (!this.#open) return;
    const pcm = toPcm16(samples);
    const frame = new Uint8Array(8 + pcm.length);
    const view = new DataView(frame.buffer);
    view.setUint32(0, id, true);
    view.setUint32(4, sampleRate, true);
    frame.set(pcm, 8);
    this.#socket.send(frame);
  }

  #close(code: number, reason: string): void {
    if (!this.#open) return;
    // A reason has room for 123 bytes.
    this.#socket.close(code, reason.slice(0, 110));
    this.onClose();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
