import { growingDelay } from "../growing-delay.ts";
import { pause } from "../pause.ts";
import { readSoundFrame, type SoundFrame } from "./sound-frame.ts";
import { parseVoiceMessage, type ClientMessage, type VoiceMessage } from "./voice-message.ts";

export interface Loss {
  /** The gateway was there before. */
  readonly opened: boolean;
  /** Of the WebSocket's closing; 1006 when it simply broke. */
  readonly code: number;
  /** The gateway's own words, empty when it had none. */
  readonly reason: string;
}

export interface VoiceLinkOptions {
  readonly url: string;
  /** Makes the first message of each connection. */
  readonly start: () => ClientMessage & { readonly type: "start" };
  readonly onMessage: (message: VoiceMessage) => void;
  readonly onSound: (frame: SoundFrame) => void;
  /** Says whether the connection shall come back by itself. */
  readonly onLost: (loss: Loss) => boolean;
  /** @default the browser's */
  readonly WebSocket?: new (url: string) => WebSocket;
  /**
   * Milliseconds before the n-th attempt to come back, from 1.
   * @default as for every stream of the page
   */
  readonly delayBefore?: (attempt: number) => number;
}

/** How long a gateway may take to answer the first knock. */
const openWithinMs = 10_000;
/** So much is kept for a gateway that still loads: about a minute of sound. */
const maxKeptBytes = 6_000_000;
/** So much unsent sound, about twenty seconds, means that nobody is there any more. */
const maxUnsentBytes = 2_000_000;

/** The connection to the gateway's ear and mouth. What is said before it is ready is kept, in order. */
export class VoiceLink {
  readonly #options: VoiceLinkOptions;
  #socket: WebSocket | undefined;
  #rest: AbortController | undefined;
  #ready = false;
  #attempt = 0;
  #kept: (string | ArrayBuffer)[] = [];
  #keptBytes = 0;

  constructor(options: VoiceLinkOptions) {
    this.#options = options;
  }

  get ready(): boolean {
    return this.#ready;
  }

  /** Does nothing when connected already; does not wait any longer when about to come back. */
  connect(): void {
    this.#rest?.abort();
    if (!this.#socket) this.#open();
  }

  /** Kept until the gateway is ready; dropped when nothing is connected. */
  send(message: ClientMessage): void {
    const text = JSON.stringify(message);
    if (this.#ready) this.#socket?.send(text);
    else if (this.#socket) this.#keep(text, text.length);
  }

  /** `keep`: the gateway hears it later when it is not ready yet. */
  sendSound(sound: ArrayBuffer, { keep }: { readonly keep: boolean }): void {
    if (!this.#ready) {
      if (keep && this.#socket) this.#keep(sound, sound.byteLength);
      return;
    }
    if ((this.#socket?.bufferedAmount ?? 0) > maxUnsentBytes)
      this.#lose({ opened: true, code: 1006, reason: "" });
    else this.#socket?.send(sound);
  }

  /** What was not said yet need not be said any more. */
  forget(): void {
    this.#kept = [];
    this.#keptBytes = 0;
  }

  /** May be connected again afterwards. */
  close(): void {
    this.#rest?.abort();
    this.#rest = undefined;
    this.#attempt = 0;
    this.#drop();
  }

  #keep(data: string | ArrayBuffer, bytes: number): void {
    if (this.#keptBytes + bytes > maxKeptBytes && typeof data !== "string") return;
    this.#kept.push(data);
    this.#keptBytes += bytes;
  }

  #open(): void {
    const { url, start, WebSocket = globalThis.WebSocket } = this.#options;
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    let opened = false;
    const timer = setTimeout(() => this.#lose({ opened, code: 1006, reason: "" }), openWithinMs);
    const mine = (act: () => void) => this.#socket === socket && act();
    socket.addEventListener("open", () =>
      mine(() => {
        opened = true;
        clearTimeout(timer);
        socket.send(JSON.stringify(start()));
      }),
    );
    socket.addEventListener("message", ({ data }) => mine(() => this.#hear(data)));
    // An error says nothing that the closing does not say, but must be listened to.
    socket.addEventListener("error", () => undefined);
    socket.addEventListener("close", ({ code, reason }) => {
      clearTimeout(timer);
      mine(() => this.#lose({ opened, code, reason }));
    });
  }

  #hear(data: unknown): void {
    const { onMessage, onSound } = this.#options;
    if (data instanceof ArrayBuffer) {
      const frame = readSoundFrame(data);
      if (frame) onSound(frame);
      return;
    }
    const message = typeof data === "string" ? parseVoiceMessage(data) : undefined;
    if (!message) return;
    if (message.type === "ready") this.#becomeReady();
    onMessage(message);
  }

  #becomeReady(): void {
    this.#ready = true;
    this.#attempt = 0;
    const kept = this.#kept;
    this.forget();
    for (const data of kept) this.#socket?.send(data);
  }

  #lose(loss: Loss): void {
    this.#drop();
    if (this.#options.onLost(loss)) void this.#comeBack();
  }

  async #comeBack(): Promise<void> {
    const { delayBefore = growingDelay } = this.#options;
    const rest = new AbortController();
    this.#rest = rest;
    this.#attempt += 1;
    await pause(delayBefore(this.#attempt), { signal: rest.signal });
    // Closed, or connected by hand in the meantime.
    if (this.#rest === rest && !this.#socket) this.#open();
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#ready = false;
    this.forget();
    socket?.close();
  }
}
