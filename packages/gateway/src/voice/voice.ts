import type { Logger } from "antiphon";
import type { OutputVolume } from "../built-in-tools/volume-control.ts";
import type { Runs } from "../runs/runs.ts";
import type { Engine, OnProgress } from "./engine/engine.ts";
import { VoiceSession, type VoiceSessionOptions } from "./session/voice-session.ts";
import type { VoiceEvent } from "./session/voice-event.ts";
import type { VoiceEngines } from "./voice-engines.ts";

export type VoiceAvailability =
  | { readonly available: true; readonly phrase: string | null }
  | { readonly available: false; readonly reason: string };

export interface VoiceOptions {
  /** Those that hear and speak; or why there are none, in a sentence. */
  engines: VoiceEngines | string;
  runs: Pick<Runs, "start" | "find">;
  /** How loud everything that is spoken is. */
  volume: OutputVolume;
  logger: Logger;
  /** Told what every session tells, so that others can follow. */
  onEvent?: ((event: VoiceEvent) => void) | undefined;
  /** How long a silence ends a command. @default 450 */
  endOfSpeechMs?: number | undefined;
  /** Most sessions at once. @default 8 */
  maxListeners?: number | undefined;
}

export type OpenOptions = Pick<
  VoiceSessionOptions,
  "output" | "tell" | "mode" | "interruptBy" | "conversationId" | "approver" | "detection" | "fillerMs"
>;

/** There is no room for another listener; the message is for people. */
export class VoiceRefused extends Error {
  override readonly name = "VoiceRefused";
}

/** Hearing and speaking for everybody who talks with the home, on one set of engines. */
export class Voice {
  readonly #options: VoiceOptions;
  readonly #sessions = new Set<VoiceSession>();
  #closed = false;

  constructor(options: VoiceOptions) {
    this.#options = options;
  }

  availability(): VoiceAvailability {
    const { engines } = this.#options;
    return typeof engines === "string"
      ? { available: false, reason: engines }
      : { available: true, phrase: engines.wakeWord?.phrase ?? null };
  }

  /** How many talk now. */
  get listeners(): number {
    return this.#sessions.size;
  }

  /** Loads every engine, once for all. Rejects with a sentence that says what to do. */
  async load(onProgress: OnProgress = () => {}): Promise<void> {
    await Promise.all(this.#engines().map((engine) => engine.load(onProgress)));
  }

  /**
   * Somebody begins to talk. Sound may come at once: it waits for the engines, which load meanwhile.
   * Throws a `VoiceRefused` when too many talk already.
   */
  open(given: OpenOptions): VoiceSession {
    const { engines, runs, volume, logger, onEvent, endOfSpeechMs = 450, maxListeners = 8 } = this.#options;
    if (typeof engines === "string") throw new VoiceRefused(engines);
    if (this.#closed) throw new VoiceRefused("The gateway is closing.");
    if (this.#sessions.size >= maxListeners)
      throw new VoiceRefused(`${maxListeners} people are talking already. Try again in a moment.`);
    const tell = (event: VoiceEvent): void => {
      given.tell(event);
      onEvent?.(event);
    };
    const session = new VoiceSession({
      engines,
      runs,
      logger,
      ...given,
      volume: () => volume.state,
      tell,
      // Without a wake word there is nothing to wait for.
      mode: given.mode === "hands-free" && !engines.wakeWord ? "open" : given.mode,
      detection: { endMs: endOfSpeechMs, ...given.detection },
    });
    this.#sessions.add(session);
    const unsubscribe = volume.subscribe((state) => tell({ type: "volume", ...state }));
    void session.finished.then(() => {
      unsubscribe();
      this.#sessions.delete(session);
    });
    void this.load((message) => tell({ type: "loading", message })).then(
      () => {
        const { conversationId } = session;
        const phrase = engines.wakeWord?.phrase ?? null;
        tell({ type: "ready", phrase, conversationId, volume: volume.state });
      },
      (error: unknown) => tell({ type: "problem", message: (error as Error).message }),
    );
    return session;
  }

  /** Ends every session and every engine. Idempotent. */
  async close(): Promise<void> {
    this.#closed = true;
    // Together: a session may be waiting for an engine that is still loading.
    await Promise.all([...this.#sessions, ...this.#engines()].map((part) => part.close()));
  }

  #engines(): Engine[] {
    const { engines } = this.#options;
    if (typeof engines === "string") return [];
    const { speechToText, textToSpeech, voiceActivity, wakeWord } = engines;
    return [speechToText, textToSpeech, voiceActivity, ...(wakeWord ? [wakeWord] : [])];
  }
}
