import { randomUUID } from "node:crypto";
import type { Logger } from "antiphon";
import type { VolumeState } from "../../built-in-tools/volume-control.ts";
import type { Approver } from "../../runs/approver.ts";
import type { Runs } from "../../runs/runs.ts";
import { durationMs, hearingRate } from "../audio/audio.ts";
import { Channel } from "../channel.ts";
import { listen, type Heard, type Level } from "../listening/listen.ts";
import {
  UtteranceDetector,
  type Attention,
  type Detection,
  type UtteranceDetectorOptions,
} from "../listening/utterance-detector.ts";
import {
  BackgroundTranscriber,
  type Transcription,
  type Utterance,
} from "../transcribing/background-transcriber.ts";
import { asCommand, hasWords, soundsUnfinished, withoutPhrase } from "../transcribing/said-text.ts";
import type { VoiceEngines } from "../voice-engines.ts";
import { Replier, type Reply } from "./replier.ts";
import { Speaker, type SoundOutput } from "./speaker.ts";
import type { VoiceEvent } from "./voice-event.ts";
import {
  attentionOf,
  initialState,
  nextState,
  type InterruptBy,
  type VoiceHappening,
  type VoiceMode,
} from "./voice-state.ts";

export interface VoiceSessionOptions {
  engines: VoiceEngines;
  runs: Pick<Runs, "start" | "find">;
  output: SoundOutput;
  /** Told of everything that happens, in order. */
  tell: (event: VoiceEvent) => void;
  volume: () => VolumeState;
  logger: Logger;
  mode: VoiceMode;
  /** @default "speech" */
  interruptBy?: InterruptBy | undefined;
  /** @default a new one */
  conversationId?: string | undefined;
  /** Who is asked about destructive calls. @default the page */
  approver?: Approver | undefined;
  /** @default 1_500 */
  fillerMs?: number | undefined;
  /** How utterances are found. @default those of the detector */
  detection?: UtteranceDetectorOptions | undefined;
}

const notUnderstood = "I did not catch that.";
/** Sound that nobody got to for so long is let go: about two minutes of small pieces. */
const inputLimit = 4_000;
/** A recording that ends in the middle of a word ends in silence, as a room does. */
const lastSilence = new Float32Array(hearingRate * 1.5);

/**
 * One person who talks with the home: sound in, sound out, and everything between. Listening goes on while an
 * answer is made and spoken.
 */
export class VoiceSession {
  readonly conversationId: string;
  /** Resolves when the sound has ended and every answer was heard, or it was closed. Never rejects. */
  readonly finished: Promise<void>;
  readonly #options: VoiceSessionOptions;
  readonly #input = new Channel<Heard>({ limit: inputLimit });
  readonly #transcriber: BackgroundTranscriber;
  readonly #speaker: Speaker;
  readonly #replier: Replier;
  #state;
  #attention: Attention = "none";
  #ended = false;
  #closed = false;

  constructor(options: VoiceSessionOptions) {
    const { engines, mode, conversationId = randomUUID() } = options;
    this.#options = options;
    this.conversationId = conversationId;
    this.#state = initialState(mode);
    this.#speaker = new Speaker({ ...options, textToSpeech: engines.textToSpeech });
    this.#replier = new Replier({
      ...options,
      conversationId,
      speaker: this.#speaker,
      happen: (happening) => this.#happen(happening),
    });
    this.#transcriber = new BackgroundTranscriber({
      speechToText: engines.speechToText,
      onGuess: (text) => soundsUnfinished(text) && this.#input.push({ type: "hold-on" }),
    });
    this.#attend();
    this.finished = Promise.all([this.#listen(), this.#transcribe()]).then(() => {});
  }

  /** 16 kHz samples, as they come. */
  hear(samples: Float32Array): void {
    const fits = this.#input.push({ type: "sound", samples });
    if (!fits && !this.#ended)
      this.#problem("This machine cannot keep up with listening; some of it was left out.");
  }

  press(): void {
    void this.#replier.stop();
    this.#happen({ type: "press" });
  }

  release(): void {
    this.#input.push({ type: "release" });
    this.#happen({ type: "release" });
  }

  setMode(mode: VoiceMode): void {
    this.#happen({ type: "mode", mode });
  }

  /** Silence, at once; the run and its tools are cancelled. */
  interrupt(): void {
    void this.#replier.stop();
    this.#happen({ type: "interrupt" });
  }

  /** A sentence has been heard to its end. */
  played(sentenceId: number): void {
    this.#speaker.played(sentenceId);
  }

  /** No more sound will come; `finished` tells when all of it was answered. */
  end(): void {
    this.#ended = true;
    this.#input.push({ type: "sound", samples: lastSilence });
    this.#input.end();
  }

  /** Gives up what is under way. Idempotent. */
  async close(): Promise<void> {
    this.#ended = true;
    this.#closed = true;
    this.#input.end();
    this.#transcriber.close();
    await this.#replier.stop();
    await this.finished;
  }

  async #listen(): Promise<void> {
    const { engines, detection, logger } = this.#options;
    const voiceActivity = engines.voiceActivity.open();
    const wakeWord = engines.wakeWord?.open();
    const detector = new UtteranceDetector({
      ...(engines.wakeWord && { wakeThreshold: engines.wakeWord.threshold }),
      ...detection,
    });
    try {
      for await (const heard of listen(this.#input, { detector, voiceActivity, wakeWord })) {
        if (this.#closed) break;
        this.#onHeard(heard);
      }
    } catch (error) {
      // An engine that is closed with the session is no news.
      if (this.#closed) return;
      logger.error({ error }, "Listening failed");
      this.#problem(`I cannot listen any more. ${(error as Error).message}`);
    } finally {
      voiceActivity.close();
      wakeWord?.close();
      this.#input.end();
      this.#transcriber.end();
    }
  }

  #onHeard(heard: Detection | Level): void {
    switch (heard.type) {
      case "level":
        this.#options.tell(heard);
        return;
      case "wake":
        this.#options.tell(heard);
        this.#bargeIn();
        return;
      case "speech-start":
        // While an answer is only being made, a word in the room does not end it; a whole command will.
        if (this.#state.phase !== "thinking" && this.#state.phase !== "transcribing") this.#bargeIn();
        return;
      case "pause":
        this.#transcriber.guess(heard.audio);
        return;
      case "resumed":
        this.#transcriber.giveUpGuess();
        return;
      case "utterance":
        this.#happen({ type: "utterance" });
        this.#transcriber.add({ id: randomUUID(), audio: heard.audio, guessed: heard.sincePause });
        return;
      case "nothing":
        this.#transcriber.giveUpGuess();
        this.#happen({ type: "nothing" });
        return;
      default:
        heard satisfies never;
    }
  }

  #bargeIn(): void {
    if (this.#interruptible) {
      void this.#replier.stop();
      this.#happen({ type: "called" });
    } else if (!this.#replier.busy) this.#happen({ type: "called" });
  }

  get #interruptible(): boolean {
    return (this.#options.interruptBy ?? "speech") !== "nothing";
  }

  async #transcribe(): Promise<void> {
    for await (const transcription of this.#transcriber) {
      if (this.#closed) break;
      await this.#onTranscription(transcription);
    }
    await this.#replier.done();
  }

  async #onTranscription(transcription: Transcription): Promise<void> {
    const { utterance } = transcription;
    if ("error" in transcription) {
      this.#options.logger.warn({ error: transcription.error }, "An utterance was not transcribed");
      this.#problem(transcription.error.message);
      return this.#reply(utterance, { sorry: `I could not hear that. ${transcription.error.message}` });
    }
    const { engines, tell } = this.#options;
    const text = asCommand(engines.wakeWord ? withoutPhrase(transcription.text) : transcription.text);
    const heardMs = Math.round(durationMs({ samples: utterance.audio, sampleRate: hearingRate }));
    const { conversationId } = this;
    tell({ type: "transcription", utteranceId: utterance.id, conversationId, text, durationMs: heardMs });
    if (hasWords(text)) return this.#reply(utterance, { question: text });
    // In an open room every noise would be answered; who called or held a button wants to know.
    const wanted = this.#state.mode !== "open" && this.#state.phase === "transcribing";
    if (wanted) return this.#reply(utterance, { sorry: notUnderstood });
    this.#happen({ type: "nothing" });
  }

  /** Whoever speaks last is answered, once the answer before has ended: by itself, or by being interrupted. */
  async #reply(utterance: Utterance, reply: Reply): Promise<void> {
    await (this.#interruptible ? this.#replier.stop() : this.#replier.done());
    if (this.#closed) return;
    this.#happen({ type: "question" });
    this.#replier.begin(utterance, reply);
  }

  #happen(happening: VoiceHappening): void {
    const before = this.#state.phase;
    this.#state = nextState(this.#state, happening);
    if (this.#state.phase !== before) this.#options.tell({ type: "state", state: this.#state.phase });
    this.#attend();
  }

  #attend(): void {
    const attention = attentionOf(this.#state, this.#options.interruptBy ?? "speech");
    if (attention === this.#attention) return;
    this.#attention = attention;
    this.#input.push({ type: "attend", attention });
  }

  #problem(message: string): void {
    this.#options.tell({ type: "problem", message });
  }
}
